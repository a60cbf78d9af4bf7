import { paths } from '#web/lib/paths.ts'
import { ScreenError } from '#web/offline/screen-error.tsx'
import { Logo } from '#web/ui/logo.tsx'

/** The whole page failed: its own frame, because the site's may be what broke. */
export function RouteError() {
  return (
    <main className="grid min-h-dvh place-items-center content-center gap-6 p-4">
      {/* A plain link: the router itself may be what failed. */}
      <a href={paths.home()} aria-label="Cupo, inicio">
        <Logo />
      </a>
      <ScreenError />
    </main>
  )
}
