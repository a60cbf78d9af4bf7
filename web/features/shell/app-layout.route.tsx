import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { lateImport } from '#web/lib/late-import.ts'
import { QueryProvider } from '#web/lib/query.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { UnconfirmedBanner } from './unconfirmed-banner.tsx'

// A broken screen keeps the navigation.
export { ScreenError as ErrorBoundary } from './route-error.tsx'

// Sent scans and new versions can wait until the screen works.
const Background = lazy(async () => ({
  default: (await lateImport(() => import('#web/offline/background.tsx'))).Background,
}))

/** Around every screen that reads server state. */
export default function AppLayout() {
  return (
    <QueryProvider>
      <UnconfirmedBanner />
      <Outlet />
      <Toaster />
      <Suspense fallback={null}>
        <Background />
      </Suspense>
    </QueryProvider>
  )
}
