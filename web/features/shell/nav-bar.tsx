import { CircleUser, Menu, Wallet } from 'lucide-react'
import { paths } from '#web/lib/paths.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { MENU_ID, MobileMenu } from './mobile-menu.tsx'
import { BELL, NavIcon, WaitingBadge } from './nav-icon.tsx'
import { type NavLink, navLinks, secondRow } from './nav-links.ts'
import { SessionButton } from './session-button.tsx'
import { SkipLink } from './skip-link.tsx'

/** Header of every screen but those of the team, sticky; it starts with the skip link. */
export function NavBar() {
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-surface">
      <SkipLink />
      <div className="mx-auto flex h-16 max-w-page items-center gap-2 px-4 sm:px-6 xl:gap-1">
        <PlainLink
          to={paths.home()}
          aria-label="Cupo, inicio"
          className="mr-auto min-w-8 shrink xl:mr-3"
        >
          {/* In a narrow bar the name wraps below the symbol, where it is cut off. */}
          <Logo className="h-8 flex-wrap content-start overflow-hidden" />
        </PlainLink>
        <nav aria-label="Principal" className="mr-auto hidden items-center xl:flex">
          {navLinks.map((link) => (
            <BarLink key={link.to} {...link} className="px-1 in-data-session:px-2" />
          ))}
        </nav>
        <ButtonLink
          to={paths.wallet()}
          variant="secondary"
          size="sm"
          className="text-[min(0.875rem,5.5vw)]"
          Icon={Wallet}
        >
          Recargar
        </ButtonLink>
        <PersonLinks />
        <div className="hidden xl:contents">
          <SessionButton />
        </div>
        <span className="relative -mr-2 xl:hidden">
          <IconButton
            label="Abrir menú"
            aria-haspopup="dialog"
            aria-controls={MENU_ID}
            data-menu="open"
          >
            <Menu className="size-6" />
          </IconButton>
          {/* Beside the button, because the button's name must not change with the number. */}
          <span className="pointer-events-none absolute top-2.5 left-2.5 max-md:hidden">
            <WaitingBadge of="account" />
          </span>
        </span>
      </div>
      <MobileMenu />
    </header>
  )
}

/** Second row of the bar on a wide window: the pages to read. It scrolls away. */
export function PagesBar() {
  return (
    <nav
      aria-label="Conocer Cupo"
      data-audience="in"
      className="hidden border-b border-line bg-surface xl:block"
    >
      <div className="mx-auto flex max-w-page px-4">
        {secondRow.map((link) => (
          <BarLink key={link.to} {...link} className="px-2 text-muted" />
        ))}
      </div>
    </nav>
  )
}

function BarLink({ to, text, audience, className }: NavLink & { className: string }) {
  return (
    <PlainLink
      to={to}
      data-audience={audience}
      className={cx(
        'inline-flex min-h-11 items-center rounded-control text-sm font-semibold whitespace-nowrap',
        'hover:bg-bosque-soft',
        className,
      )}
    >
      {text}
    </PlainLink>
  )
}

/** Notifications and account, which on a phone is in the bottom bar. */
function PersonLinks() {
  return (
    <>
      <PlainLink
        to={paths.notifications()}
        data-audience="in"
        title="Avisos"
        className="grid size-[44px] shrink-0 place-items-center rounded-control
          hover:bg-bosque-soft"
      >
        <span className="relative">
          <NavIcon d={BELL} />
          <WaitingBadge of="news" />
        </span>
        <span className="sr-only">Avisos</span>
      </PlainLink>
      <PlainLink
        to={paths.profile()}
        data-audience="in"
        aria-label="Mi cuenta"
        title="Mi cuenta"
        className="hidden size-11 shrink-0 place-items-center rounded-control
          hover:bg-bosque-soft md:grid"
      >
        <CircleUser className="size-6" />
      </PlainLink>
    </>
  )
}
