import { CircleUser, Menu, Wallet } from 'lucide-react'
import { paths } from '#web/lib/paths.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { MENU_ID, MobileMenu } from './mobile-menu.tsx'
import { BELL, NavIcon, WaitingBadge } from './nav-icon.tsx'
import { navLinks } from './nav-links.ts'
import { SessionButton } from './session-button.tsx'
import { SkipLink } from './skip-link.tsx'

/** Header of every screen but those of the team, sticky; it starts with the skip link. */
export function NavBar() {
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-surface">
      <SkipLink />
      <div className="mx-auto flex h-16 max-w-page items-center gap-2 px-4 sm:px-6 xl:gap-1">
        <PlainLink to={paths.home()} aria-label="Cupo, inicio" className="mr-auto xl:mr-3">
          <Logo />
        </PlainLink>
        <nav aria-label="Principal" className="mr-auto hidden items-center xl:flex">
          {navLinks.map((link) => (
            <PlainLink
              key={link.to}
              to={link.to}
              data-audience={link.audience}
              className="inline-flex min-h-11 items-center rounded-control px-1 text-sm
                font-semibold whitespace-nowrap hover:bg-bosque-soft"
            >
              {link.text}
            </PlainLink>
          ))}
        </nav>
        <ButtonLink
          to={paths.wallet()}
          variant="secondary"
          size="sm"
          className="text-[min(0.875rem,5.5vw)]"
          icon={<Wallet aria-hidden="true" className="size-4" />}
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
            <Menu aria-hidden="true" className="size-6" />
          </IconButton>
          {/* Beside the button, because the button's name must not change with the number. */}
          <span className="pointer-events-none absolute top-2.5 left-2.5">
            <WaitingBadge of="account" />
          </span>
        </span>
      </div>
      <MobileMenu />
    </header>
  )
}

/** Notifications and account; on a phone they are in the bottom bar and in the menu. */
function PersonLinks() {
  return (
    <>
      <PlainLink
        to={paths.notifications()}
        data-audience="in"
        title="Avisos"
        className="hidden size-11 shrink-0 place-items-center rounded-control
          hover:bg-bosque-soft md:grid"
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
          hover:bg-bosque-soft sm:grid"
      >
        <CircleUser aria-hidden="true" className="size-6" />
      </PlainLink>
    </>
  )
}
