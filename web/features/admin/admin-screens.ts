import type { ComponentType } from 'react'
import type { Permission } from '#contract/permissions.ts'

/**
 * Lines of the desk's menu, in groups. A line opens the first of its screens that the person may
 * see, and names that screen if it is the only one; the screens of a line are tabs of each other.
 * At most 12 lines, so that all are in view on a laptop.
 */
export const deskMenu = [
  ['Hoy'],
  ['Seguridad', 'Soporte', 'Verificaciones', 'Convivencia', 'Personas y viajes'],
  ['Retiros y casos', 'Libro y recargas', 'Recompensas'],
  ['Cifras', 'Precios y puntos', 'Sistema'],
] as const

type DeskArea = (typeof deskMenu)[number][number]

type Load = () => Promise<{ Screen: ComponentType }>

/** Imports the code of a screen, by its path below `/admin/`. */
export const loadScreen = {
  '': () => import('#web/features/back-office/today.screen.tsx'),
  cifras: () => import('#web/features/statistics/dashboard.screen.tsx'),
  signatures: () => import('#web/features/back-office/signatures.screen.tsx'),
  people: () => import('#web/features/back-office/people.screen.tsx'),
  'people/:userId': () => import('#web/features/back-office/person.screen.tsx'),
  verification: () => import('#web/features/verification/queue.screen.tsx'),
  tickets: () => import('#web/features/support/tickets.screen.tsx'),
  conduct: () => import('#web/features/conduct/cases.screen.tsx'),
  appeals: () => import('#web/features/conduct/appeals.screen.tsx'),
  'rating-cases': () => import('#web/features/ratings/cases.screen.tsx'),
  trips: () => import('#web/features/back-office/trips.screen.tsx'),
  'trips/:tripId': () => import('#web/features/back-office/trip.screen.tsx'),
  bookings: () => import('#web/features/back-office/bookings.screen.tsx'),
  'bookings/:bookingId': () => import('#web/features/back-office/booking.screen.tsx'),
  incidents: () => import('#web/features/safety/incidents.screen.tsx'),
  'incidents/:incidentId': () => import('#web/features/safety/incident.screen.tsx'),
  duty: () => import('#web/features/duty/duty.screen.tsx'),
  disputes: () => import('#web/features/disputes/disputes.screen.tsx'),
  'safe-points': () => import('#web/features/safe-points/vet.screen.tsx'),
  payments: () => import('#web/features/back-office/payments.screen.tsx'),
  'payments/:paymentId': () => import('#web/features/back-office/payment.screen.tsx'),
  ledger: () => import('#web/features/back-office/ledger.screen.tsx'),
  'ledger/accounts/:ledgerAccountId': () => import('#web/features/back-office/account.screen.tsx'),
  'ledger/transfers/:transferId': () => import('#web/features/back-office/transfer.screen.tsx'),
  'payment-cases': () => import('#web/features/finance/cases.screen.tsx'),
  withdrawals: () => import('#web/features/withdrawals/queue.screen.tsx'),
  claims: () => import('#web/features/privacy/claims.screen.tsx'),
  months: () => import('#web/features/month-closings/months.screen.tsx'),
  prices: () => import('#web/features/settings/prices.screen.tsx'),
  rewards: () => import('#web/features/rewards/manage.screen.tsx'),
  'reward-reviews': () => import('#web/features/rewards/reviews.screen.tsx'),
  terms: () => import('#web/features/privacy/terms.screen.tsx'),
  switches: () => import('#web/features/settings/switches.screen.tsx'),
  team: () => import('#web/features/team/team.screen.tsx'),
  deliveries: () => import('#web/features/notifications/deliveries.screen.tsx'),
  'browser-reports': () => import('#web/features/browser-reports/browser-reports.screen.tsx'),
  audit: () => import('#web/features/staff-actions/trail.screen.tsx'),
  'second-factor': () => import('#web/features/second-factor/second-factor.screen.tsx'),
} satisfies Record<string, Load>

export type AdminScreen = {
  path: keyof typeof loadScreen
  title: string
  /** Title in the tabs, where the whole one is too long. */
  tab?: string
  /** Permission to open the screen; null: the whole team may. The server checks it again. */
  permission: Permission | null
  /** Line of the menu that leads to the screen; absent for a detail of another screen. */
  area?: DeskArea
}

/** The screens of the team; not in `web/routes.ts`, which every page of the site downloads. */
export const adminScreens: readonly AdminScreen[] = [
  { path: '', title: 'Hoy', permission: null, area: 'Hoy' },
  {
    path: 'signatures',
    title: 'Esperan tu segunda firma',
    tab: 'Segunda firma',
    permission: 'dashboard.view',
    area: 'Hoy',
  },
  { path: 'incidents', title: 'Incidentes', permission: 'incidents.handle', area: 'Seguridad' },
  { path: 'incidents/:incidentId', title: 'Incidente', permission: 'incidents.handle' },
  { path: 'duty', title: 'Guardia', permission: 'incidents.handle', area: 'Seguridad' },
  { path: 'tickets', title: 'Soporte', permission: 'tickets.answer', area: 'Soporte' },
  {
    path: 'verification',
    title: 'Verificaciones',
    permission: 'verification.review',
    area: 'Verificaciones',
  },
  { path: 'disputes', title: 'Reclamos', permission: 'disputes.resolve', area: 'Convivencia' },
  {
    path: 'conduct',
    title: 'Reportes y señales',
    permission: 'conduct.decide',
    area: 'Convivencia',
  },
  { path: 'appeals', title: 'Apelaciones', permission: 'conduct.decide', area: 'Convivencia' },
  {
    path: 'rating-cases',
    title: 'Calificaciones por revisar',
    tab: 'Calificaciones',
    permission: 'disputes.resolve',
    area: 'Convivencia',
  },
  { path: 'people', title: 'Personas', permission: 'people.view', area: 'Personas y viajes' },
  { path: 'people/:userId', title: 'Persona', permission: 'people.view' },
  { path: 'trips', title: 'Viajes', permission: 'people.view', area: 'Personas y viajes' },
  { path: 'trips/:tripId', title: 'Viaje', permission: 'people.view' },
  { path: 'bookings', title: 'Reservas', permission: 'people.view', area: 'Personas y viajes' },
  { path: 'bookings/:bookingId', title: 'Reserva', permission: 'people.view' },
  {
    path: 'withdrawals',
    title: 'Retiros',
    permission: 'withdrawals.decide',
    area: 'Retiros y casos',
  },
  {
    path: 'payment-cases',
    title: 'Casos de pagos',
    permission: 'payments.cases',
    area: 'Retiros y casos',
  },
  {
    path: 'claims',
    title: 'Plata de cuentas cerradas',
    tab: 'Cuentas cerradas',
    permission: 'people.view',
    area: 'Retiros y casos',
  },
  { path: 'payments', title: 'Recargas', permission: 'payments.cases', area: 'Libro y recargas' },
  { path: 'payments/:paymentId', title: 'Recarga', permission: 'payments.cases' },
  { path: 'ledger', title: 'Libro contable', permission: 'ledger.view', area: 'Libro y recargas' },
  {
    path: 'ledger/accounts/:ledgerAccountId',
    title: 'Cuenta del libro',
    permission: 'ledger.view',
  },
  {
    path: 'ledger/transfers/:transferId',
    title: 'Movimiento del libro',
    permission: 'ledger.view',
  },
  {
    path: 'months',
    title: 'Cierre de mes',
    permission: 'reconciliation.decide',
    area: 'Libro y recargas',
  },
  { path: 'rewards', title: 'Recompensas', permission: 'rewards.manage', area: 'Recompensas' },
  {
    path: 'reward-reviews',
    title: 'Puntos por revisar',
    permission: 'rewards.manage',
    area: 'Recompensas',
  },
  { path: 'cifras', title: 'Cifras', permission: 'dashboard.view', area: 'Cifras' },
  {
    path: 'prices',
    title: 'Precios con fecha',
    permission: 'prices.manage',
    area: 'Precios y puntos',
  },
  {
    path: 'safe-points',
    title: 'Puntos seguros',
    permission: 'safe_points.vet',
    area: 'Precios y puntos',
  },
  { path: 'team', title: 'El equipo', permission: 'staff.manage', area: 'Sistema' },
  { path: 'switches', title: 'Interruptores', permission: 'settings.manage', area: 'Sistema' },
  { path: 'terms', title: 'Términos y permisos', permission: 'settings.manage', area: 'Sistema' },
  {
    path: 'deliveries',
    title: 'Envíos fallidos',
    permission: 'deliveries.manage',
    area: 'Sistema',
  },
  {
    path: 'browser-reports',
    title: 'Navegadores',
    permission: 'browser_reports.view',
    area: 'Sistema',
  },
  { path: 'audit', title: 'Auditoría', permission: 'audit.view', area: 'Sistema' },
  { path: 'second-factor', title: 'Tu segundo paso', permission: null, area: 'Sistema' },
]

/** Address of a staff screen; a pattern if its path has parameters. */
export function adminAddress({ path }: Pick<AdminScreen, 'path'>): string {
  return path === '' ? '/admin' : `/admin/${path}`
}

/** Addresses of all staff screens, as patterns. */
export const adminAddresses: readonly string[] = adminScreens.map(adminAddress)
