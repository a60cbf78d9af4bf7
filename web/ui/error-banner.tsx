import { messageOf } from '#web/lib/api-error.ts'
import { Banner } from './banner.tsx'

/** Shows why a call failed; nothing while `error` is null. */
export function ErrorBanner({ error }: { error: unknown }) {
  return error ? <Banner tone="err">{messageOf(error)}</Banner> : null
}
