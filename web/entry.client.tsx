import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { leaveForHome } from '#web/domain/oauth/site-host.ts'
import { enhanceMenu } from '#web/enhance/menu.ts'
import { enhanceTheme } from '#web/enhance/theme.ts'
import { watchLeaving } from '#web/lib/page-leaving.ts'

function hydrate(): void {
  enhanceMenu()
  enhanceTheme()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })
}

/** Runs after `load`: the service worker is not needed for the first view. */
async function keepForOffline(): Promise<void> {
  const { registerWorker } = await import('#web/offline/register-worker.ts')
  registerWorker()
}

if (!leaveForHome()) {
  watchLeaving()
  // A task of its own: evaluating this code was one, and both together block a slow phone.
  setTimeout(hydrate)
  if (document.readyState === 'complete') void keepForOffline()
  else window.addEventListener('load', () => void keepForOffline(), { once: true })
}
