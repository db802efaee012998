/** Saves all that a list's filters leave as a CSV file, whatever page is shown; or a document as a PDF. */
import { Button } from '@mantine/core'
import { type Body, type Endpoint, t } from '@munim/contract'
import { IconDownload, IconFileTypePdf } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { CallFailure } from '../api/call.ts'
import { download } from '../api/download.ts'
import { Allowed } from './allowed.tsx'
import styles from './export-file.module.css'
import { tellFailed } from './notice.tsx'

interface Props<E extends Endpoint> {
  /** The list's `…Csv` call, or the document's `…Pdf`. */
  readonly of: E
  /** The filters as the list was asked. */
  readonly body: Body<E>
  /** What it is called where it is not the one file of its screen. */
  readonly word?: string
  /** There is nothing to export. */
  readonly isDisabled?: boolean
}

const MEGABYTE = 1_000_000

export function ExportFile<E extends Endpoint>({ of, body, word, isDisabled = false }: Props<E>) {
  const isDocument = of.file === 'application/pdf'
  const Picture = isDocument ? IconFileTypePdf : IconDownload
  const [megabytes, setMegabytes] = useState<number | null>(null)
  const isBusy = useRef(false)

  async function run() {
    if (isBusy.current) return
    isBusy.current = true
    setMegabytes(0)
    try {
      await download(of, body, (bytes) => setMegabytes(Math.floor(bytes / MEGABYTE)))
    } catch (reason) {
      if (!(reason instanceof CallFailure)) throw reason
      tellFailed(reason.message)
    } finally {
      isBusy.current = false
      setMegabytes(null)
    }
  }

  return (
    <>
      <Allowed to={of}>
        <Button
          leftSection={<Picture size={16} stroke={1.8} aria-hidden />}
          className={`mu-thumb ${styles.file}`}
          disabled={isDisabled}
          loading={megabytes !== null}
          onClick={() => void run()}
        >
          <span className={styles.word}>{word ?? (isDocument ? t('Export PDF') : t('Export CSV'))}</span>
        </Button>
      </Allowed>
      {megabytes !== null && (
        <span className="mu-hidden" role="status">
          {megabytes > 0 ? t('Exporting, {megabytes, number} MB so far', { megabytes }) : t('Exporting')}
        </span>
      )}
    </>
  )
}
