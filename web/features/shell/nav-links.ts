import { paths } from '#web/lib/paths.ts'
import type { SessionUser } from '#web/lib/session-state.ts'

export type NavLink = { to: string; text: string }

const everybody: readonly NavLink[] = [
  { to: paths.search(), text: 'Buscar viaje' },
  { to: paths.publish(), text: 'Publicar' },
]

const visitors: readonly NavLink[] = [
  { to: paths.howItWorks(), text: 'Cómo funciona' },
  { to: paths.benefits(), text: 'Beneficios' },
  { to: paths.safety(), text: 'Seguridad' },
]

const travellers: readonly NavLink[] = [{ to: paths.myTrips(), text: 'Mis viajes' }]

const reviewers = new Set(['verifier', 'admin'])

/** The links of the bar and of the menu, by who is looking. */
export function navLinks(user: SessionUser | null): readonly NavLink[] {
  if (!user) return [...everybody, ...visitors]
  const reviews = user.roles.some((role) => reviewers.has(role))
  const queue = reviews ? [{ to: paths.verificationQueue(), text: 'Verificaciones' }] : []
  return [...everybody, ...travellers, ...queue, ...visitors.slice(0, 1)]
}

/** Only in the mobile menu: the person's own corners. */
export function accountLinks(user: SessionUser | null): readonly NavLink[] {
  if (!user) return []
  return [
    { to: paths.wallet(), text: 'Mi billetera' },
    { to: paths.vehicles(), text: 'Mis vehículos' },
    { to: paths.documents(), text: 'Mis documentos' },
  ]
}
