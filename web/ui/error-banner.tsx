import { useCallback, useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { Banner } from './banner.tsx'

/**
 * Shows why a call failed, in a form until the person changes a field of it; nothing while `error`
 * is null. A string is the sentence itself.
 */
export function ErrorBanner({ error }: { error: unknown }) {
  return error ? <Refused error={error} /> : null
}

function Refused({ error }: { error: unknown }) {
  const [corrected, setCorrected] = useState<unknown>(null)
  const listen = useCallback(
    (box: HTMLElement | null) => {
      const form = box?.closest('form, dialog')
      const drop = () => setCorrected(error)
      // The next try can be refused with the same words.
      const again = () => setCorrected(null)
      form?.addEventListener('input', drop)
      form?.addEventListener('submit', again)
      return () => {
        form?.removeEventListener('input', drop)
        form?.removeEventListener('submit', again)
      }
    },
    [error],
  )
  return (
    <div ref={listen} className="contents">
      {error !== corrected && (
        <Banner tone="err">{typeof error === 'string' ? error : messageOf(error)}</Banner>
      )}
    </div>
  )
}
