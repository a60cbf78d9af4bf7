import { lazy, Suspense } from 'react'
import { Outlet, useMatches } from 'react-router'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { ConnectionBar } from './connection-bar.tsx'
import { NavBar } from './nav-bar.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { ShortFooter } from './short-footer.tsx'

// Lazy: only content pages have the large footer; app screens have the short one.
const WholeFooter = lazy(async () => ({
  default: (await retryingImport(() => import('./whole-footer.tsx'))).WholeFooter,
}))

/** The frame of the site: navigation, screen, footer, a phone's bar. */
export default function SiteLayout() {
  const isContent = useMatches().some(
    ({ handle }) => (handle as { content?: true } | undefined)?.content,
  )
  return (
    <div className="flex min-h-dvh flex-col">
      <NavBar />
      <ConnectionBar />
      <main id="contenido" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      {isContent ? (
        <Suspense fallback={null}>
          <WholeFooter />
        </Suspense>
      ) : (
        <ShortFooter />
      )}
      <PhoneBar />
    </div>
  )
}
