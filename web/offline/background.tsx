import { AgendaMark } from '#web/domain/agenda/agenda-mark.tsx'
import { Toasts } from '#web/ui/toasts.tsx'
import { NewVersion } from './new-version.tsx'
import { PendingPresses } from './pending-presses.tsx'
import { PendingScans } from './pending-scans.tsx'

/** Background work of every screen; its code is loaded after the screen. */
export function Background() {
  return (
    <>
      <Toasts />
      <AgendaMark />
      <NewVersion />
      <PendingScans />
      <PendingPresses />
    </>
  )
}
