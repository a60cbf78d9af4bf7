import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { enhanceMenu } from '#web/enhance/menu.ts'
import { enhanceTheme } from '#web/enhance/theme.ts'
import { leaveForHome } from '#web/lib/site-host.ts'
import { registerWorker } from '#web/offline/register-worker.ts'

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

if (!leaveForHome()) {
  hydrate()
  registerWorker()
}
