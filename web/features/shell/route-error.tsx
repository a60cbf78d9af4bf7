import { paths } from '#web/lib/paths.ts'
import { ScreenError } from '#web/offline/screen-error.tsx'
import { Logo } from '#web/ui/logo.tsx'

/** Root error boundary. It has a frame of its own, because the site's frame may have failed. */
export function RouteError() {
  return (
    <main className="grid min-h-dvh place-items-center content-center gap-6 p-4">
      {/* A plain link, because the router itself may have failed. */}
      <a href={paths.home()} aria-label="Cupo, inicio">
        <Logo />
      </a>
      <ScreenError />
    </main>
  )
}
