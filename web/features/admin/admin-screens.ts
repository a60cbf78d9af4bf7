import type { ComponentType } from 'react'
import type { Permission } from '#contract/permissions.ts'
import { TEAM_QUEUES, type TeamQueue, teamQueues } from '#contract/team-queues.ts'

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
  '': () => import('#web/features/desk/back-office/today.screen.tsx'),
  cifras: () => import('#web/features/statistics/dashboard.screen.tsx'),
  signatures: () => import('#web/features/desk/back-office/signatures.screen.tsx'),
  people: () => import('#web/features/desk/back-office/people.screen.tsx'),
  'people/:userId': () => import('#web/features/desk/back-office/person.screen.tsx'),
  verification: () => import('#web/features/verification/queue.screen.tsx'),
  tickets: () => import('#web/features/support/tickets.screen.tsx'),
  conduct: () => import('#web/features/conduct/cases.screen.tsx'),
  appeals: () => import('#web/features/conduct/appeals.screen.tsx'),
  'rating-cases': () => import('#web/features/ratings/cases.screen.tsx'),
  road: () => import('#web/features/desk/back-office/road.screen.tsx'),
  trips: () => import('#web/features/desk/back-office/trips.screen.tsx'),
  'trips/:tripId': () => import('#web/features/desk/back-office/trip.screen.tsx'),
  bookings: () => import('#web/features/desk/back-office/bookings.screen.tsx'),
  'bookings/:bookingId': () => import('#web/features/desk/back-office/booking.screen.tsx'),
  incidents: () => import('#web/features/safety/incidents.screen.tsx'),
  'incidents/:incidentId': () => import('#web/features/safety/incident.screen.tsx'),
  duty: () => import('#web/features/safety/duty/duty.screen.tsx'),
  disputes: () => import('#web/features/conduct/disputes/disputes.screen.tsx'),
  'safe-points': () => import('#web/features/places/safe-points/vet.screen.tsx'),
  payments: () => import('#web/features/desk/back-office/payments.screen.tsx'),
  'payments/:paymentId': () => import('#web/features/desk/back-office/payment.screen.tsx'),
  day: () => import('#web/features/books/days/day.screen.tsx'),
  ledger: () => import('#web/features/desk/back-office/ledger.screen.tsx'),
  'ledger/accounts/:ledgerAccountId': () =>
    import('#web/features/desk/back-office/account.screen.tsx'),
  'ledger/transfers/:transferId': () =>
    import('#web/features/desk/back-office/transfer.screen.tsx'),
  fund: () => import('#web/features/desk/back-office/fund.screen.tsx'),
  'payment-cases': () => import('#web/features/payments/finance/cases.screen.tsx'),
  withdrawals: () => import('#web/features/withdrawals/queue.screen.tsx'),
  claims: () => import('#web/features/privacy/claims.screen.tsx'),
  months: () => import('#web/features/books/month-closings/months.screen.tsx'),
  prices: () => import('#web/features/pricing/settings/prices.screen.tsx'),
  rewards: () => import('#web/features/rewards/manage.screen.tsx'),
  'reward-reviews': () => import('#web/features/rewards/reviews.screen.tsx'),
  terms: () => import('#web/features/privacy/terms.screen.tsx'),
  switches: () => import('#web/features/pricing/settings/switches.screen.tsx'),
  team: () => import('#web/features/desk/team/team.screen.tsx'),
  deliveries: () => import('#web/features/notifications/deliveries.screen.tsx'),
  'browser-reports': () => import('#web/features/browser-reports/browser-reports.screen.tsx'),
  audit: () => import('#web/features/desk/back-office/trail.screen.tsx'),
  'second-factor': () => import('#web/features/access/second-factor/second-factor.screen.tsx'),
} satisfies Record<TeamQueue, Load> & Record<string, Load>

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

/** Screens of the queues that stand in a line of the menu, in the order of urgency. */
const queuesIn = (line: DeskArea): AdminScreen[] =>
  TEAM_QUEUES.filter((queue) => teamQueues[queue].area === line).map((path) => ({
    path,
    ...teamQueues[path],
  }))

/** A screen that the menu does not list, or one of a line without a queue. */
const screen = (
  path: AdminScreen['path'],
  title: string,
  permission: Permission | null,
  area?: DeskArea,
): AdminScreen => ({ path, title, permission, ...(area && { area }) })

/** The screens of the team; not in `web/routes.ts`, which every page of the site downloads. */
export const adminScreens: readonly AdminScreen[] = [
  screen('', 'Hoy', null, 'Hoy'),
  ...queuesIn('Hoy'),
  ...queuesIn('Seguridad'),
  screen('incidents/:incidentId', 'Incidente', 'incidents.handle'),
  screen('duty', 'Guardia', 'incidents.handle', 'Seguridad'),
  ...queuesIn('Soporte'),
  ...queuesIn('Verificaciones'),
  ...queuesIn('Convivencia'),
  screen('people', 'Personas', 'people.view', 'Personas y viajes'),
  screen('people/:userId', 'Persona', 'people.view'),
  screen('road', 'En la vía', 'people.view', 'Personas y viajes'),
  screen('trips', 'Viajes', 'people.view', 'Personas y viajes'),
  screen('trips/:tripId', 'Viaje', 'people.view'),
  screen('bookings', 'Reservas', 'people.view', 'Personas y viajes'),
  screen('bookings/:bookingId', 'Reserva', 'people.view'),
  ...queuesIn('Retiros y casos'),
  screen('day', 'El día', 'reconciliation.decide', 'Libro y recargas'),
  screen('payments', 'Recargas', 'payments.cases', 'Libro y recargas'),
  screen('payments/:paymentId', 'Recarga', 'payments.cases'),
  screen('ledger', 'Libro contable', 'ledger.view', 'Libro y recargas'),
  screen('ledger/accounts/:ledgerAccountId', 'Cuenta del libro', 'ledger.view'),
  screen('ledger/transfers/:transferId', 'Movimiento del libro', 'ledger.view'),
  screen('fund', 'Fondo de garantía', 'ledger.view', 'Libro y recargas'),
  screen('months', 'Cierre de mes', 'reconciliation.decide', 'Libro y recargas'),
  screen('rewards', 'Recompensas', 'rewards.manage', 'Recompensas'),
  ...queuesIn('Recompensas'),
  screen('cifras', 'Cifras', 'dashboard.view', 'Cifras'),
  screen('prices', 'Precios con fecha', 'prices.manage', 'Precios y puntos'),
  ...queuesIn('Precios y puntos'),
  screen('team', 'El equipo', 'staff.manage', 'Sistema'),
  screen('switches', 'Interruptores', 'settings.manage', 'Sistema'),
  screen('terms', 'Términos y permisos', 'settings.manage', 'Sistema'),
  ...queuesIn('Sistema'),
  screen('browser-reports', 'Navegadores', 'browser_reports.view', 'Sistema'),
  screen('audit', 'Auditoría', 'audit.view', 'Sistema'),
  screen('second-factor', 'Tu segundo paso', null, 'Sistema'),
]

/** Address of a staff screen; a pattern if its path has parameters. */
export function adminAddress({ path }: Pick<AdminScreen, 'path'>): string {
  return path === '' ? '/admin' : `/admin/${path}`
}

/** Addresses of all staff screens, as patterns. */
export const adminAddresses: readonly string[] = adminScreens.map(adminAddress)
