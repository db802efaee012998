/** The player app: a file of some tens of megabytes, sent under the version that the field beside it names. */
import { ActionIcon } from '@mantine/core'
import { api, t } from '@munim/contract'
import { IconPackage, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Allowed } from '../../widgets/allowed.tsx'
import { bytesInWords } from '../../widgets/file-preview.ts'
import { tellDone, tellFailed } from '../../widgets/notice.tsx'
import { FileRow } from './file-row.tsx'
import { type Progress, useUpload } from './use-upload.ts'

interface Props {
  readonly path: string
  /** As the field App version has it, saved or not. */
  readonly version: string
  /** The version is written with the file. */
  readonly onDone: () => void
  /** The version waits with the file, and refuses it where it is saved before. */
  readonly onWaits: () => void
}

export function AppUpload({ path, version, onDone, onWaits }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const sending = useUpload(api.settings.uploadApp, {
    unanswered: t('Failed to upload app. Please try again.'),
    onDone: () => {
      setFile(null)
      onDone()
      tellDone(t('App uploaded and link updated successfully!'))
    },
    onWaits: () => {
      setFile(null)
      onWaits()
    },
  })

  function send() {
    if (file === null) return tellFailed(t('Please select an APK file to upload.'))
    if (version.trim() === '') return tellFailed(t('Please enter the app version before uploading.'))
    const form = new FormData()
    form.append('app_version', version.trim())
    form.append('app', file)
    void sending.run(form)
  }
  return (
    <Allowed to={api.settings.uploadApp}>
      <FileRow
        of={api.settings.uploadApp}
        title={t('App file')}
        picture={<IconPackage size={28} stroke={1.4} aria-hidden />}
        line={lineOf(file, path)}
        accept=".apk,application/vnd.android.package-archive"
        choose={t('Choose APK')}
        send={t('Upload app')}
        isChosen={file !== null}
        isPending={sending.isPending}
        onChoose={(chosen) => {
          if (chosen.name.toLowerCase().endsWith('.apk')) setFile(chosen)
          else tellFailed(t('Only .apk files can be uploaded'))
        }}
        onSend={send}
      >
        {sending.progress && file && (
          <Bar of={file.size} progress={sending.progress} onCancel={sending.cancel} />
        )}
      </FileRow>
    </Allowed>
  )
}

function lineOf(file: File | null, path: string): string {
  if (file !== null) return `${file.name} · ${bytesInWords(file.size)}`
  return path === '' ? t('No app file yet; up to 150 MB') : (path.split('/').at(-1) ?? path)
}

interface BarProps {
  readonly of: number
  readonly progress: Progress
  readonly onCancel: () => void
}

/** Bytes, speed and time left; then the server looks at what it received. */
function Bar({ of, progress: { sentBytes, speed }, onCancel }: BarProps) {
  const sent = Math.min(sentBytes, of)
  const percent = Math.floor((100 * sent) / of)
  return (
    <div className="mu-row mu-gap-12 mu-above-8">
      <progress className="mu-rest" value={sent} max={of} aria-label={t('Upload of the app')} />
      <p className="mu-small">
        {percent === 100 ? t('Checking the file on the server…') : inWords(sent, of, speed)}
      </p>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={t('Stop the upload')}
        onClick={onCancel}
      >
        <IconX size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </div>
  )
}

function inWords(sent: number, of: number, speed: number | null): string {
  const way = t('{sent} of {size}', { sent: bytesInWords(sent), size: bytesInWords(of) })
  if (!speed) return way
  const left = t('{seconds} s left', { seconds: Math.ceil((of - sent) / speed) })
  return `${way} · ${t('{size}/s', { size: bytesInWords(speed) })} · ${left}`
}
