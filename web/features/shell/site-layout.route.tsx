import { Outlet } from 'react-router'
import { Footer } from './footer.tsx'
import { NavBar } from './nav-bar.tsx'
import { OfflineBanner } from './offline-banner.tsx'

/** The frame of the site: way to the content, navigation, screen, footer. */
export default function SiteLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#contenido"
        className="sr-only z-50 rounded-control bg-bosque px-4 py-3 font-semibold text-on-bosque
          focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Saltar al contenido
      </a>
      <NavBar />
      <OfflineBanner />
      <main id="contenido" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <Footer />
    </div>
  )
}
