import { House, LogOut, Search } from 'lucide-react'
import { paths } from '#web/lib/paths.ts'
import { useLogout } from '#web/offline/use-logout.ts'
import { DeskToolPlace } from '#web/shared/desk/back-office/desk-tool.tsx'
import { askToFind } from '#web/shared/desk/back-office/find-signal.ts'
import { IconButton } from '#web/ui/button.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { SessionButton } from './session-button.tsx'
import { SkipLink } from './skip-link.tsx'

/** Header of the team's screens: the way to the desk, a search, back to the product, and out. */
export function DeskBar() {
  const { leaving, leave } = useLogout()
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-surface">
      <SkipLink />
      <div className="flex h-16 items-center px-4 sm:gap-2 sm:px-6">
        <PlainLink to={paths.admin()} className="mr-auto flex min-h-11 min-w-0 items-center gap-2">
          <Logo />
          <span
            className="rounded-full bg-bosque-soft px-2.5 py-0.5 text-sm font-semibold text-bosque
              max-sm:sr-only"
          >
            Equipo
          </span>
        </PlainLink>
        <DeskToolPlace />
        <FindButton />
        <PlainLink
          to={paths.home()}
          className="inline-flex min-h-11 min-w-11 items-center justify-center rounded-control
            text-[min(0.875rem,5.5vw)] font-semibold whitespace-nowrap text-bosque
            hover:bg-bosque-soft sm:px-3"
        >
          {/* Beside the search, words of 200 % have no module on a phone. */}
          <House className="size-5 sm:hidden" />
          <span className="max-sm:sr-only">Ir a Cupo</span>
        </PlainLink>
        <div className="hidden sm:contents">
          <SessionButton />
        </div>
        <IconButton
          label="Cerrar Sesión"
          data-audience="in"
          className="-mr-2 sm:hidden"
          disabled={leaving}
          onClick={() => void leave()}
        >
          <LogOut className="size-5" />
        </IconButton>
      </div>
    </header>
  )
}

/** Opens the search over everything. Looks like a field where there is room for one. */
function FindButton() {
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      data-audience="in"
      data-key="/"
      onClick={askToFind}
      className="inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-2
        rounded-control text-muted hover:bg-bosque-soft md:w-72 md:justify-start md:border
        md:border-edge md:bg-paper md:px-3"
    >
      <Search className="size-5 shrink-0" />
      <span className="max-md:sr-only">Buscar en todo</span>
      <kbd className="ml-auto text-sm max-md:hidden">Ctrl K</kbd>
    </button>
  )
}
