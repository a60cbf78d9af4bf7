import { X } from 'lucide-react'
import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { closeMenu } from '#web/enhance/menu.ts'
import { paths } from '#web/lib/paths.ts'
import { rememberedName, shortName } from '#web/shared/access/auth/account-memory.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { balanceText } from '#web/shared/access/auth/session-state.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import { menuGroups, type NavGroup, type NavLink } from './nav-links.ts'
import { SessionButton } from './session-button.tsx'

export const MENU_ID = 'menu'

/**
 * Menu from the right side, 16rem wide (18rem on larger screens). Opening and closing are in
 * web/enhance/menu.ts, because pages without the app's code have this menu too.
 */
export function MobileMenu() {
  const location = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation is the trigger.
  useLayoutEffect(() => closeMenu(), [location])
  return (
    <dialog
      id={MENU_ID}
      aria-labelledby="menu-titulo"
      className="m-0 ml-auto h-dvh max-h-none w-64 max-w-none overflow-auto rounded-none
        bg-surface p-0 text-ink shadow-card open:animate-slide-in sm:w-72"
    >
      <div className="flex min-h-full flex-col gap-4 p-5">
        <div className="flex items-start justify-between gap-3">
          <h2 id="menu-titulo" className="text-xl">
            Menú
          </h2>
          <IconButton label="Cerrar menú" data-menu="close" className="-mt-2 -mr-2">
            <X className="size-5" />
          </IconButton>
        </div>
        <Person />
        <nav aria-label="Menú" className="grid gap-4">
          {menuGroups.map((group) => (
            <MenuGroup key={group.title} {...group} />
          ))}
        </nav>
        <div className="mt-auto grid gap-2">
          <SessionButton />
          <ButtonLink to={paths.signup()} variant="secondary" size="sm" data-audience="out">
            Crear cuenta
          </ButtonLink>
        </div>
      </div>
    </dialog>
  )
}

/** Name and balance of the signed-in person; the last known name while the server is silent. */
function Person() {
  const { status, user } = useAuth()
  const name = user ? shortName(user) : status === 'unreachable' ? rememberedName() : null
  return (
    <p data-audience="in" hidden={!name} data-person className="-mt-2 text-muted">
      <span data-person-name>{name}</span>
      <span data-person-balance className="tnum block font-semibold text-ink">
        {name && balanceText(user)}
      </span>
    </p>
  )
}

function MenuGroup({ title, audience, links }: NavGroup) {
  return (
    <section data-audience={audience} aria-label={title}>
      <h3 className="font-sans text-sm font-semibold tracking-normal text-muted">{title}</h3>
      <ul>
        {links.map((link) => (
          <li key={link.to}>
            <MenuLink {...link} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function MenuLink({ to, text, audience }: NavLink) {
  return (
    <PlainLink
      to={to}
      data-audience={audience}
      className="-mx-2 flex min-h-11 items-center rounded-control px-2 font-semibold
        hover:bg-bosque-soft"
    >
      {text}
    </PlainLink>
  )
}
