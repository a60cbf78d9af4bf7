import { useEffect } from 'react'
import { onUnkept } from '#web/lib/browser-storage.ts'
import { AgendaMark } from '#web/shared/agenda/agenda-mark.tsx'
import { Toasts } from '#web/ui/toasts.tsx'
import { NewVersion } from './new-version.tsx'
import { PendingPresses } from './pending-presses.tsx'
import { PendingScans } from './pending-scans.tsx'
import { tellUnkept } from './unkept.ts'

/** Background work of every screen; its code is loaded after the screen. */
export function Background() {
  useEffect(() => onUnkept(tellUnkept), [])
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
