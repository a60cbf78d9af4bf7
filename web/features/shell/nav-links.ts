import { paths } from '#web/lib/paths.ts'

/**
 * Who sees a link: `out` people without a session, `in` people with one, `team` the team of Cupo,
 * `public` everybody except the team.
 */
type Audience = 'out' | 'in' | 'team' | 'public'

export type NavLink = { to: string; text: string; audience?: Audience }

const travel: readonly NavLink[] = [
  { to: paths.search(), text: 'Buscar viaje' },
  { to: paths.publish(), text: 'Publicar' },
  { to: paths.myTrips(), text: 'Mis viajes', audience: 'in' },
]

const messages: NavLink = { to: paths.messages(), text: 'Mensajes' }
const wallet: NavLink = { to: paths.wallet(), text: 'Mi billetera' }
const team: NavLink = { to: paths.admin(), text: 'Equipo', audience: 'team' }

/** The pages to read, which the specification puts into the bar. */
const pages: readonly NavLink[] = [
  { to: paths.about(), text: 'Nosotros' },
  { to: paths.benefits(), text: 'Beneficios' },
  { to: paths.howItWorks(), text: 'Cómo funciona' },
  { to: paths.safety(), text: 'Seguridad' },
  { to: paths.contact(), text: 'Contacto' },
]

/** Ayuda has the answers; in Soporte a person of Cupo reads what somebody writes. */
const help: readonly NavLink[] = [
  { to: paths.help(), text: 'Ayuda' },
  { to: paths.support(), text: 'Soporte' },
]

function shownTo(audience: Audience, links: readonly NavLink[]): readonly NavLink[] {
  return links.map((link) => ({ ...link, audience }))
}

/**
 * First row of the bar: the product, and for visitors the pages to read. Every page contains all
 * links; CSS hides some (session-mark.ts).
 */
export const navLinks: readonly NavLink[] = [
  ...travel,
  ...shownTo('in', [messages, wallet]),
  team,
  ...shownTo('out', pages),
]

/** Second row of the bar, for signed-in people. */
export const secondRow: readonly NavLink[] = [...pages, ...help]

export type NavGroup = { title: string; audience?: Audience; links: readonly NavLink[] }

/** Links of the menu in groups: those of the navigation bar, and the person's own screens. */
export const menuGroups: readonly NavGroup[] = [
  { title: 'Viajar', links: [...travel, { to: paths.safePoints(), text: 'Puntos seguros' }] },
  {
    title: 'Tu cuenta',
    audience: 'in',
    links: [
      { to: paths.profile(), text: 'Mi cuenta' },
      messages,
      { to: paths.notifications(), text: 'Avisos' },
      wallet,
      { to: '/recompensas', text: 'Recompensas' },
      { to: paths.vehicles(), text: 'Mis vehículos' },
      { to: paths.documents(), text: 'Mis documentos' },
      { to: paths.myData(), text: 'Mis datos' },
      team,
    ],
  },
  { title: 'Ayuda y soporte', links: help },
  { title: 'Conocer Cupo', audience: 'public', links: pages },
]
