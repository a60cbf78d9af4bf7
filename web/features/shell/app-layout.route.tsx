import { Outlet } from 'react-router'
import { QueryProvider } from '#web/lib/query.tsx'
import { NewVersion } from '#web/offline/new-version.tsx'
import { Toaster } from '#web/ui/toaster.tsx'

// A broken screen keeps the navigation.
export { ScreenError as ErrorBoundary } from './route-error.tsx'

/** Around every screen that reads server state. */
export default function AppLayout() {
  return (
    <QueryProvider>
      <Outlet />
      <Toaster />
      <NewVersion />
    </QueryProvider>
  )
}
