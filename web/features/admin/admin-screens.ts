import type { ComponentType } from 'react'
import type { Permission } from '#contract/permissions.ts'

/** Headings of the navigation, in this order. */
export const adminGroups = ['Personas', 'Viajes', 'Dinero', 'Sistema'] as const

export type AdminScreen = {
  /** Path below `/admin/`, with `:name` parameters. */
  path: string
  title: string
  /** Permission to open the screen; null: the whole team may. The server checks it again. */
  permission: Permission | null
  /** Heading under which the navigation lists the screen; absent for a detail of another screen. */
  group?: (typeof adminGroups)[number]
  load: () => Promise<{ Screen: ComponentType }>
}

/**
 * The screens of the team, one entry each. They are not in `web/routes.ts`, because every page of
 * the site downloads that list.
 */
export const adminScreens: readonly AdminScreen[] = [
  {
    path: 'signatures',
    title: 'Esperan tu segunda firma',
    permission: 'dashboard.view',
    group: 'Sistema',
    load: () => import('#web/features/back-office/signatures.screen.tsx'),
  },
  {
    path: 'people',
    title: 'Personas',
    permission: 'people.view',
    group: 'Personas',
    load: () => import('#web/features/back-office/people.screen.tsx'),
  },
  {
    path: 'people/:userId',
    title: 'Persona',
    permission: 'people.view',
    load: () => import('#web/features/back-office/person.screen.tsx'),
  },
  {
    path: 'verification',
    title: 'Verificaciones',
    permission: 'verification.review',
    group: 'Personas',
    load: () => import('#web/features/verification/queue.screen.tsx'),
  },
  {
    path: 'tickets',
    title: 'Soporte',
    permission: 'tickets.answer',
    group: 'Personas',
    load: () => import('#web/features/support/tickets.screen.tsx'),
  },
  {
    path: 'conduct',
    title: 'Reportes y señales',
    permission: 'conduct.decide',
    group: 'Personas',
    load: () => import('#web/features/conduct/cases.screen.tsx'),
  },
  {
    path: 'appeals',
    title: 'Apelaciones',
    permission: 'conduct.decide',
    group: 'Personas',
    load: () => import('#web/features/conduct/appeals.screen.tsx'),
  },
  {
    path: 'rating-cases',
    title: 'Calificaciones por revisar',
    permission: 'disputes.resolve',
    group: 'Personas',
    load: () => import('#web/features/ratings/cases.screen.tsx'),
  },
  {
    path: 'trips',
    title: 'Viajes',
    permission: 'people.view',
    group: 'Viajes',
    load: () => import('#web/features/back-office/trips.screen.tsx'),
  },
  {
    path: 'trips/:tripId',
    title: 'Viaje',
    permission: 'people.view',
    load: () => import('#web/features/back-office/trip.screen.tsx'),
  },
  {
    path: 'bookings',
    title: 'Reservas',
    permission: 'people.view',
    group: 'Viajes',
    load: () => import('#web/features/back-office/bookings.screen.tsx'),
  },
  {
    path: 'bookings/:bookingId',
    title: 'Reserva',
    permission: 'people.view',
    load: () => import('#web/features/back-office/booking.screen.tsx'),
  },
  {
    path: 'incidents',
    title: 'Incidentes',
    permission: 'incidents.handle',
    group: 'Viajes',
    load: () => import('#web/features/safety/incidents.screen.tsx'),
  },
  {
    path: 'duty',
    title: 'Guardia',
    permission: 'incidents.handle',
    group: 'Viajes',
    load: () => import('#web/features/duty/duty.screen.tsx'),
  },
  {
    path: 'disputes',
    title: 'Reclamos',
    permission: 'disputes.resolve',
    group: 'Viajes',
    load: () => import('#web/features/disputes/disputes.screen.tsx'),
  },
  {
    path: 'safe-points',
    title: 'Puntos seguros',
    permission: 'safe_points.vet',
    group: 'Viajes',
    load: () => import('#web/features/safe-points/vet.screen.tsx'),
  },
  {
    path: 'payments',
    title: 'Recargas',
    permission: 'payments.cases',
    group: 'Dinero',
    load: () => import('#web/features/back-office/payments.screen.tsx'),
  },
  {
    path: 'payments/:paymentId',
    title: 'Recarga',
    permission: 'payments.cases',
    load: () => import('#web/features/back-office/payment.screen.tsx'),
  },
  {
    path: 'ledger',
    title: 'Libro contable',
    permission: 'ledger.view',
    group: 'Dinero',
    load: () => import('#web/features/back-office/ledger.screen.tsx'),
  },
  {
    path: 'ledger/accounts/:ledgerAccountId',
    title: 'Cuenta del libro',
    permission: 'ledger.view',
    load: () => import('#web/features/back-office/account.screen.tsx'),
  },
  {
    path: 'ledger/transfers/:transferId',
    title: 'Movimiento del libro',
    permission: 'ledger.view',
    load: () => import('#web/features/back-office/transfer.screen.tsx'),
  },
  {
    path: 'payment-cases',
    title: 'Casos de pagos',
    permission: 'payments.cases',
    group: 'Dinero',
    load: () => import('#web/features/finance/cases.screen.tsx'),
  },
  {
    path: 'withdrawals',
    title: 'Retiros',
    permission: 'withdrawals.decide',
    group: 'Dinero',
    load: () => import('#web/features/withdrawals/queue.screen.tsx'),
  },
  {
    path: 'months',
    title: 'Cierre de mes',
    permission: 'reconciliation.decide',
    group: 'Dinero',
    load: () => import('#web/features/month-closings/months.screen.tsx'),
  },
  {
    path: 'prices',
    title: 'Precios con fecha',
    permission: 'prices.manage',
    group: 'Dinero',
    load: () => import('#web/features/settings/prices.screen.tsx'),
  },
  {
    path: 'rewards',
    title: 'Recompensas',
    permission: 'rewards.manage',
    group: 'Dinero',
    load: () => import('#web/features/rewards/manage.screen.tsx'),
  },
  {
    path: 'reward-reviews',
    title: 'Puntos por revisar',
    permission: 'rewards.manage',
    group: 'Dinero',
    load: () => import('#web/features/rewards/reviews.screen.tsx'),
  },
  {
    path: 'terms',
    title: 'Términos y permisos',
    permission: 'settings.manage',
    group: 'Sistema',
    load: () => import('#web/features/privacy/terms.screen.tsx'),
  },
  {
    path: 'switches',
    title: 'Interruptores',
    permission: 'settings.manage',
    group: 'Sistema',
    load: () => import('#web/features/settings/switches.screen.tsx'),
  },
  {
    path: 'team',
    title: 'El equipo',
    permission: 'staff.manage',
    group: 'Sistema',
    load: () => import('#web/features/team/team.screen.tsx'),
  },
  {
    path: 'deliveries',
    title: 'Envíos fallidos',
    permission: 'deliveries.manage',
    group: 'Sistema',
    load: () => import('#web/features/notifications/deliveries.screen.tsx'),
  },
  {
    path: 'browser-reports',
    title: 'Navegadores',
    permission: 'browser_reports.view',
    group: 'Sistema',
    load: () => import('#web/features/browser-reports/browser-reports.screen.tsx'),
  },
  {
    path: 'audit',
    title: 'Auditoría',
    permission: 'audit.view',
    group: 'Sistema',
    load: () => import('#web/features/staff-actions/trail.screen.tsx'),
  },
  {
    path: 'second-factor',
    title: 'Tu segundo paso',
    permission: null,
    group: 'Sistema',
    load: () => import('#web/features/second-factor/second-factor.screen.tsx'),
  },
]

/** Imports the dashboard, which the first page `/admin` shows below its links. */
export const loadDashboard: AdminScreen['load'] = () =>
  import('#web/features/statistics/dashboard.screen.tsx')

/** Address of a staff screen; a pattern if its path has parameters. */
export function adminAddress({ path }: Pick<AdminScreen, 'path'>): string {
  return `/admin/${path}`
}

/** Addresses of all staff screens, as patterns. */
export const adminAddresses: readonly string[] = ['/admin', ...adminScreens.map(adminAddress)]
