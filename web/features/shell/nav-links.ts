import { paths } from '#web/lib/paths.ts'

/**
 * Who sees a link: `out` signed out, `in` signed in, `staff` reviewers, `support` who helps people,
 * `finance` who looks after money, `public` all but these three.
 */
type Audience = 'out' | 'in' | 'staff' | 'support' | 'finance' | 'public'

export type NavLink = { to: string; text: string; audience?: Audience }

/** The links of the bar and of the menu. Every page carries them all; see session-mark.ts. */
export const navLinks: readonly NavLink[] = [
  { to: paths.search(), text: 'Buscar viaje' },
  { to: paths.publish(), text: 'Publicar' },
  { to: paths.myTrips(), text: 'Mis viajes', audience: 'in' },
  { to: paths.verificationQueue(), text: 'Verificaciones', audience: 'staff' },
  { to: paths.disputes(), text: 'Reclamos', audience: 'support' },
  { to: paths.safePointQueue(), text: 'Puntos', audience: 'support' },
  { to: paths.paymentCases(), text: 'Pagos', audience: 'finance' },
  { to: paths.about(), text: 'Nosotros', audience: 'public' },
  { to: paths.benefits(), text: 'Beneficios', audience: 'public' },
  { to: paths.howItWorks(), text: 'Cómo funciona', audience: 'public' },
  { to: paths.safety(), text: 'Seguridad', audience: 'public' },
  { to: paths.contact(), text: 'Contacto', audience: 'public' },
]

/** Only in the mobile menu: the person's own corners. */
export const accountLinks: readonly NavLink[] = [
  { to: paths.profile(), text: 'Mi cuenta', audience: 'in' },
  { to: paths.wallet(), text: 'Mi billetera', audience: 'in' },
  { to: paths.vehicles(), text: 'Mis vehículos', audience: 'in' },
  { to: paths.documents(), text: 'Mis documentos', audience: 'in' },
  { to: paths.safePoints(), text: 'Puntos seguros' },
]
