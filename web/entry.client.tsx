import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { enhanceMenu } from '#web/enhance/menu.ts'
import { enhanceTheme } from '#web/enhance/theme.ts'

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
