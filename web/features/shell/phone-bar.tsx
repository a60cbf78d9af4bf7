import { useLocation } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { PlainLink } from '#web/ui/link.tsx'
import { NavIcon, type Waiting, WaitingBadge } from './nav-icon.tsx'

type Place = {
  to: string
  text: string
  icon: string
  /** Addresses for which this entry is marked as the current page. */
  under: RegExp
  /** Name of the entry's badge (web/shared/agenda/waiting-mark.ts). */
  badge?: Waiting
  audience?: 'driver' | 'rider'
}

const places: readonly Place[] = [
  {
    to: paths.search(),
    text: 'Buscar',
    icon: 'M16.5 16.5 21 21M18 10.5a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0Z',
    under: /^\/trips$/,
    audience: 'rider',
  },
  {
    to: paths.wallet(),
    text: 'Billetera',
    icon: 'M18 8V5H6a2.5 2.5 0 0 0 0 5h14v9H6a2.5 2.5 0 0 1-2.5-2.5v-9M16.5 14.5h.5',
    under: /^\/(wallet|retirar)\b/,
    audience: 'driver',
  },
  {
    to: paths.publish(),
    text: 'Publicar',
    icon: 'M12 8v8m-4-4h8m5 0a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
    under: /^\/publish$/,
  },
  {
    to: paths.myTrips(),
    text: 'Viajes',
    icon: 'M4 17v2m16-2v2M3 11l2.5-5.5h13L21 11v6H3v-6Zm0 0h18M7 14h1m8 0h1',
    under: /^\/(my-trips|bookings|alerts|trips\/[^/]+\/(run|scan|edit))\b/,
    badge: 'trips',
  },
  {
    to: paths.messages(),
    text: 'Mensajes',
    icon: 'M4 5h16v11H9l-5 4Z',
    under: /^\/mensajes\b/,
    badge: 'messages',
  },
  {
    to: paths.profile(),
    text: 'Cuenta',
    icon: 'M9 10a3 3 0 0 0 6 0 3 3 0 0 0-6 0M7 19a5 5 0 0 1 10 0m4-7a9 9 0 0 1-18 0 9 9 0 0 1 18 0',
    under: /^\/(profile|vehicles|documents|mis-datos|soporte)\b/,
    badge: 'account',
  },
]

/**
 * Bottom navigation on a phone for signed-in people, five entries; who drives has the wallet where
 * others have the search. The style sheet shows its plain links, so that content pages have it
 * without the app's code. The action bar of a screen replaces it (web/ui/bottom-bar.tsx).
 */
export function PhoneBar() {
  const { pathname } = useLocation()
  return (
    <nav
      aria-label="Accesos"
      data-audience="in"
      data-phone-bar=""
      className="sticky bottom-0 z-30 grid auto-cols-fr grid-flow-col border-t border-line
        bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {places.map(({ to, text, icon, under, badge, audience }) => {
        const here = under.test(pathname)
        return (
          <PlainLink
            key={to}
            to={to}
            data-audience={audience}
            aria-current={here ? 'page' : undefined}
            className={cx(
              'grid min-h-15 place-content-center justify-items-center gap-0.5 border-t-3 pb-0.5',
              'text-[min(0.875rem,4.4vw)] leading-tight font-semibold -outline-offset-2!',
              here ? 'border-bosque text-bosque' : 'border-transparent text-muted',
            )}
          >
            <span className="relative">
              <NavIcon d={icon} />
              {badge && <WaitingBadge of={badge} />}
            </span>
            {text}
          </PlainLink>
        )
      })}
    </nav>
  )
}
