import { Outlet, useMatches } from 'react-router'
import { Footer, ShortFooter } from './footer.tsx'
import { NavBar } from './nav-bar.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { PhoneBar } from './phone-bar.tsx'

/** The frame of the site: navigation, screen, footer, a phone's bar. */
export default function SiteLayout() {
  const isContent = useMatches().some(
    ({ handle }) => (handle as { content?: true } | undefined)?.content,
  )
  return (
    <div className="flex min-h-dvh flex-col">
      <NavBar />
      <OfflineBanner />
      <main id="contenido" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      {isContent ? <Footer /> : <ShortFooter />}
      <PhoneBar />
    </div>
  )
}
