import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { enhanceMenu } from '#web/enhance/menu.ts'
import { enhanceTheme } from '#web/enhance/theme.ts'
import { brand } from '#web/lib/brand.ts'
import { keepsWanted, watchLostCode } from '#web/lib/lost-code.ts'
import { inNextTask } from '#web/lib/next-task.ts'
import { watchLeaving } from '#web/lib/page-leaving.ts'
import { noteError } from '#web/shared/files/browser-reports/early-errors.ts'
import { reportLater } from '#web/shared/files/browser-reports/report-later.ts'

function hydrate(): void {
  enhanceMenu()
  enhanceTheme()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter onError={noteError} instrumentations={[keepsWanted]} />
      </StrictMode>,
    )
  })
}

/** Runs after `load`: neither reports nor the service worker are needed for the first view. */
async function afterLoad(): Promise<void> {
  reportLater()
  const { registerWorker } = await import('#web/offline/register-worker.ts')
  registerWorker()
}

/** Redirects visits to the development host. Only such visits load the code for it. */
async function leaves(): Promise<boolean> {
  if (window.location.hostname !== brand.development_host) return false
  const { leaveForHome } = await import('#web/shared/access/oauth/site-host.ts')
  return leaveForHome()
}

async function start(): Promise<void> {
  if (await leaves()) return
  watchLeaving()
  watchLostCode()
  // Hydrate in a new task: together with the evaluation of this code it would block a slow phone.
  inNextTask(hydrate)
  if (document.readyState === 'complete') void afterLoad()
  else window.addEventListener('load', () => void afterLoad(), { once: true })
}

void start()
