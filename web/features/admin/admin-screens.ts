import type { ComponentType } from 'react'
import type { Permission } from '#contract/route.ts'

/** Headings of the navigation, in this order. */
export const adminGroups = ['Personas', 'Viajes', 'Dinero', 'Sistema'] as const

export type AdminScreen = {
  /** Below `/admin/`, with `:name` parameters. */
  path: string
  title: string
  /** Who may open it; null: the whole team. The server decides on the data again. */
  permission: Permission | null
  /** Where the navigation lists it; not at all without one (a detail of another screen). */
  group?: (typeof adminGroups)[number]
  load: () => Promise<{ Screen: ComponentType }>
}

/**
 * The screens of the team. They are no routes of `web/routes.ts`, because every page of the site
 * carries the list of those. A new one is one line here.
 */
export const adminScreens: readonly AdminScreen[] = [
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
    path: 'incidents',
    title: 'Incidentes',
    permission: 'incidents.handle',
    group: 'Viajes',
    load: () => import('#web/features/safety/incidents.screen.tsx'),
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
    path: 'deliveries',
    title: 'Envíos fallidos',
    permission: 'deliveries.manage',
    group: 'Sistema',
    load: () => import('#web/features/notifications/deliveries.screen.tsx'),
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

/** The address of a screen, or the pattern of its addresses. */
export function adminAddress({ path }: Pick<AdminScreen, 'path'>): string {
  return `/admin/${path}`
}

/** All addresses of the team, as patterns. */
export const adminAddresses: readonly string[] = ['/admin', ...adminScreens.map(adminAddress)]
