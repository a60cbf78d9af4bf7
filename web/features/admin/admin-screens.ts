import type { ComponentType } from 'react'
import type { Permission } from '#contract/permissions.ts'

/** Headings of the navigation, in this order. */
export const adminGroups = ['Personas', 'Viajes', 'Dinero', 'Sistema'] as const

type Load = () => Promise<{ Screen: ComponentType }>

/** Imports the code of a screen, by its path below `/admin/`. */
export const loadScreen = {
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
  /** Permission to open the screen; null: the whole team may. The server checks it again. */
  permission: Permission | null
  /** Heading under which the navigation lists the screen; absent for a detail of another screen. */
  group?: (typeof adminGroups)[number]
}

/** The screens of the team; not in `web/routes.ts`, which every page of the site downloads. */
export const adminScreens: readonly AdminScreen[] = [
  {
    path: 'signatures',
    title: 'Esperan tu segunda firma',
    permission: 'dashboard.view',
    group: 'Sistema',
  },
  { path: 'people', title: 'Personas', permission: 'people.view', group: 'Personas' },
  { path: 'people/:userId', title: 'Persona', permission: 'people.view' },
  {
    path: 'verification',
    title: 'Verificaciones',
    permission: 'verification.review',
    group: 'Personas',
  },
  { path: 'tickets', title: 'Soporte', permission: 'tickets.answer', group: 'Personas' },
  { path: 'conduct', title: 'Reportes y señales', permission: 'conduct.decide', group: 'Personas' },
  { path: 'appeals', title: 'Apelaciones', permission: 'conduct.decide', group: 'Personas' },
  {
    path: 'rating-cases',
    title: 'Calificaciones por revisar',
    permission: 'disputes.resolve',
    group: 'Personas',
  },
  { path: 'trips', title: 'Viajes', permission: 'people.view', group: 'Viajes' },
  { path: 'trips/:tripId', title: 'Viaje', permission: 'people.view' },
  { path: 'bookings', title: 'Reservas', permission: 'people.view', group: 'Viajes' },
  { path: 'bookings/:bookingId', title: 'Reserva', permission: 'people.view' },
  { path: 'incidents', title: 'Incidentes', permission: 'incidents.handle', group: 'Viajes' },
  { path: 'duty', title: 'Guardia', permission: 'incidents.handle', group: 'Viajes' },
  { path: 'disputes', title: 'Reclamos', permission: 'disputes.resolve', group: 'Viajes' },
  { path: 'safe-points', title: 'Puntos seguros', permission: 'safe_points.vet', group: 'Viajes' },
  { path: 'payments', title: 'Recargas', permission: 'payments.cases', group: 'Dinero' },
  { path: 'payments/:paymentId', title: 'Recarga', permission: 'payments.cases' },
  { path: 'ledger', title: 'Libro contable', permission: 'ledger.view', group: 'Dinero' },
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
  { path: 'payment-cases', title: 'Casos de pagos', permission: 'payments.cases', group: 'Dinero' },
  { path: 'withdrawals', title: 'Retiros', permission: 'withdrawals.decide', group: 'Dinero' },
  { path: 'months', title: 'Cierre de mes', permission: 'reconciliation.decide', group: 'Dinero' },
  { path: 'prices', title: 'Precios con fecha', permission: 'prices.manage', group: 'Dinero' },
  { path: 'rewards', title: 'Recompensas', permission: 'rewards.manage', group: 'Dinero' },
  {
    path: 'reward-reviews',
    title: 'Puntos por revisar',
    permission: 'rewards.manage',
    group: 'Dinero',
  },
  { path: 'terms', title: 'Términos y permisos', permission: 'settings.manage', group: 'Sistema' },
  { path: 'switches', title: 'Interruptores', permission: 'settings.manage', group: 'Sistema' },
  { path: 'team', title: 'El equipo', permission: 'staff.manage', group: 'Sistema' },
  {
    path: 'deliveries',
    title: 'Envíos fallidos',
    permission: 'deliveries.manage',
    group: 'Sistema',
  },
  {
    path: 'browser-reports',
    title: 'Navegadores',
    permission: 'browser_reports.view',
    group: 'Sistema',
  },
  { path: 'audit', title: 'Auditoría', permission: 'audit.view', group: 'Sistema' },
  { path: 'second-factor', title: 'Tu segundo paso', permission: null, group: 'Sistema' },
]

/** Imports the dashboard, which the first page `/admin` shows below its links. */
export const loadDashboard: Load = () => import('#web/features/statistics/dashboard.screen.tsx')

/** Address of a staff screen; a pattern if its path has parameters. */
export function adminAddress({ path }: Pick<AdminScreen, 'path'>): string {
  return `/admin/${path}`
}

/** Addresses of all staff screens, as patterns. */
export const adminAddresses: readonly string[] = ['/admin', ...adminScreens.map(adminAddress)]
