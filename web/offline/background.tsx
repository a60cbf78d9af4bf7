import { AgendaMark } from '#web/domain/agenda/agenda-mark.tsx'
import { Toasts } from '#web/ui/toasts.tsx'
import { NewVersion } from './new-version.tsx'
import { PendingScans } from './pending-scans.tsx'

/** What goes on behind every screen, loaded after it. */
export function Background() {
  return (
    <>
      <Toasts />
      <AgendaMark />
      <NewVersion />
      <PendingScans />
    </>
  )
}
