import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { useAuth } from '#web/domain/auth/session.tsx'
import { lateImport } from '#web/lib/late-import.ts'
import { SavedHere } from '#web/offline/saved-here.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { QueryProvider } from './query.tsx'

// A broken screen keeps the navigation.
export { ScreenError as ErrorBoundary } from '#web/offline/screen-error.tsx'

// Toasts, sent scans and new versions can wait until the screen works.
const Background = lazy(async () => ({
  default: (await lateImport(() => import('#web/offline/background.tsx'))).Background,
}))

// Only until the person has opened the link of their first mail.
const UnconfirmedBanner = lazy(async () => ({
  default: (await lateImport(() => import('./unconfirmed-banner.tsx'))).UnconfirmedBanner,
}))

// Once in the life of an account from Google or Apple.
const AcceptTerms = lazy(async () => ({
  default: (await import('./accept-terms.tsx')).AcceptTerms,
}))

/** Around every screen that reads server state. */
export default function AppLayout() {
  const { status, user } = useAuth()
  const mustAccept = status === 'signedIn' && user !== null && !user.terms_accepted
  const unconfirmed = status === 'signedIn' && user !== null && !user.email_confirmed
  return (
    <QueryProvider>
      {unconfirmed && (
        <Suspense fallback={<div className="h-64 sm:h-36" />}>
          <UnconfirmedBanner email={user.email} />
        </Suspense>
      )}
      {mustAccept ? (
        <Suspense fallback={<SkeletonList />}>
          <AcceptTerms />
        </Suspense>
      ) : (
        <Outlet />
      )}
      <SavedHere />
      <Suspense fallback={null}>
        <Background />
      </Suspense>
    </QueryProvider>
  )
}
