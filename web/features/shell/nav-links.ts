import { paths } from '#web/lib/paths.ts'

/**
 * Who sees a link: `out` signed out, `in` signed in, `staff` reviewers, `support` who helps people,
 * `finance` who looks after money, `team` these three, `public` all but these three.
 */
type Audience = 'out' | 'in' | 'staff' | 'support' | 'finance' | 'team' | 'public'

export type NavLink = { to: string; text: string; audience?: Audience }

const travel: readonly NavLink[] = [
  { to: paths.search(), text: 'Buscar viaje' },
  { to: paths.publish(), text: 'Publicar' },
  { to: paths.myTrips(), text: 'Mis viajes', audience: 'in' },
]

const team: readonly NavLink[] = [
  { to: paths.verificationQueue(), text: 'Verificaciones', audience: 'staff' },
  { to: paths.disputes(), text: 'Reclamos', audience: 'support' },
  { to: paths.safePointQueue(), text: 'Puntos', audience: 'support' },
  { to: paths.paymentCases(), text: 'Pagos', audience: 'finance' },
  { to: paths.deliveries(), text: 'Envíos', audience: 'support' },
]

const pages: readonly NavLink[] = [
  { to: paths.about(), text: 'Nosotros', audience: 'public' },
  { to: paths.benefits(), text: 'Beneficios', audience: 'public' },
  { to: paths.howItWorks(), text: 'Cómo funciona', audience: 'public' },
  { to: paths.safety(), text: 'Seguridad', audience: 'public' },
  { to: paths.contact(), text: 'Contacto', audience: 'public' },
]

/** The links of the bar. Every page contains all of them; CSS hides some (session-mark.ts). */
export const navLinks: readonly NavLink[] = [...travel, ...team, ...pages]

export type NavGroup = { title: string; audience?: Audience; links: readonly NavLink[] }

/** The menu: the same links and the person's own screens, in groups. */
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
    ],
  },
  {
    title: 'Equipo',
    audience: 'team',
    links: [...team, { to: '/admin/rewards', text: 'Recompensas', audience: 'support' }],
  },
  { title: 'Conocer Cupo', audience: 'public', links: pages },
]
