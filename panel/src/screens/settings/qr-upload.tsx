/** The merchant's QR image: the one that players see, and another in its place. */
import { api, t } from '@munim/contract'
import { IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import { API_HOST } from '../../api/call.ts'
import { Allowed } from '../../widgets/allowed.tsx'
import { bytesInWords, usePreview } from '../../widgets/file-preview.ts'
import { tellDone, tellFailed } from '../../widgets/notice.tsx'
import { FileRow } from './file-row.tsx'
import { useUpload } from './use-upload.ts'

export function QrUpload({ path }: { readonly path: string }) {
  const [file, setFile] = useState<File | null>(null)
  const preview = usePreview(file)
  const sending = useUpload(api.settings.updateQr, {
    unanswered: t('Failed to update QR code. Please try again.'),
    onDone: () => {
      setFile(null)
      tellDone(t('QR code updated successfully!'))
    },
    onWaits: () => setFile(null),
  })

  function send() {
    if (file === null) return tellFailed(t('Please select a QR code image'))
    const form = new FormData()
    form.append('image', file)
    void sending.run(form)
  }
  const shown = preview ?? (path === '' ? null : API_HOST + path)
  return (
    <Allowed to={api.settings.updateQr}>
      <FileRow
        of={api.settings.updateQr}
        title={t('Merchant QR')}
        picture={
          shown === null ? (
            <IconQrcode size={28} stroke={1.4} aria-hidden />
          ) : (
            <img
              src={shown}
              alt={preview === null ? t('The QR code that players see') : t('The QR code that was chosen')}
            />
          )
        }
        line={lineOf(file, path)}
        accept="image/*"
        choose={t('Choose image')}
        send={t('Upload QR')}
        isChosen={file !== null}
        isPending={sending.isPending}
        onChoose={(chosen) => {
          if (chosen.type.startsWith('image/')) setFile(chosen)
          else tellFailed(t('Please select a QR code image'))
        }}
        onSend={send}
      />
    </Allowed>
  )
}

function lineOf(file: File | null, path: string): string {
  if (file !== null)
    return t('{file} · {size} · not uploaded yet', { file: file.name, size: bytesInWords(file.size) })
  return path === '' ? t('No image yet; up to 10 MB') : t('Shown to players while Show QR is on')
}
