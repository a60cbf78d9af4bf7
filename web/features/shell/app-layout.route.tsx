import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { lazyPart, quietPart } from '#web/lib/lazy-part.ts'
import { SavedHere } from '#web/offline/saved-here.tsx'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { QueryProvider } from './query.tsx'

// Error boundary inside the layout: the navigation stays.
export { ScreenError as ErrorBoundary } from '#web/offline/screen-error.tsx'

// Lazy: toasts, upload of scans and updates are not needed for the first view.
const Background = quietPart(() => import('#web/offline/background.tsx'), 'Background')

// Lazy: only for people who have not confirmed their e-mail.
const UnconfirmedBanner = lazyPart(() => import('./unconfirmed-banner.tsx'), 'UnconfirmedBanner')

// Lazy: shown once per account from Google or Apple.
const AcceptTerms = lazyPart(() => import('./accept-terms.tsx'), 'AcceptTerms')

/** Layout of every screen that fetches data. */
export default function AppLayout() {
  const { status, user } = useAuth()
  const mustAccept = status === 'signedIn' && user !== null && !user.terms_accepted
  const unconfirmed = status === 'signedIn' && user !== null && !user.email_confirmed
  return (
    <QueryProvider>
      {unconfirmed && (
        <Suspense fallback={<div className="h-72 sm:h-61" />}>
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
      <SavedHere silent={status === 'unreachable'} />
      <Background />
    </QueryProvider>
  )
}
