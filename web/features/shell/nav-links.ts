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

const team: NavLink = { to: paths.admin(), text: 'Equipo', audience: 'team' }

const pages: readonly NavLink[] = [
  { to: paths.about(), text: 'Nosotros', audience: 'public' },
  { to: paths.benefits(), text: 'Beneficios', audience: 'public' },
  { to: paths.howItWorks(), text: 'Cómo funciona', audience: 'public' },
  { to: paths.safety(), text: 'Seguridad', audience: 'public' },
  { to: paths.contact(), text: 'Contacto', audience: 'public' },
]

/** The links of the bar. Every page contains all of them; CSS hides some (session-mark.ts). */
export const navLinks: readonly NavLink[] = [...travel, team, ...pages]

export type NavGroup = { title: string; audience?: Audience; links: readonly NavLink[] }

/** Links of the menu in groups: those of the navigation bar, and the person's own screens. */
export const menuGroups: readonly NavGroup[] = [
  { title: 'Viajar', links: [...travel, { to: paths.safePoints(), text: 'Puntos seguros' }] },
  {
    title: 'Tu cuenta',
    audience: 'in',
    links: [
      { to: paths.profile(), text: 'Mi cuenta' },
      { to: paths.messages(), text: 'Mensajes' },
      { to: paths.notifications(), text: 'Avisos' },
      { to: paths.wallet(), text: 'Mi billetera' },
      { to: '/recompensas', text: 'Recompensas' },
      { to: paths.vehicles(), text: 'Mis vehículos' },
      { to: paths.documents(), text: 'Mis documentos' },
      { to: paths.myData(), text: 'Mis datos' },
      team,
    ],
  },
  { title: 'Conocer Cupo', audience: 'public', links: pages },
]
