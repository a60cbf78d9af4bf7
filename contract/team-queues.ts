import type { Permission } from './permissions.ts'

/**
 * Queues of the team, the most urgent first, with the permission to work on each. A queue has the
 * name of its screen below `/admin/`.
 */
export const teamQueues = {
  incidents: 'incidents.handle',
  tickets: 'tickets.answer',
  signatures: 'dashboard.view',
  verification: 'verification.review',
  disputes: 'disputes.resolve',
  conduct: 'conduct.decide',
  appeals: 'conduct.decide',
  'rating-cases': 'disputes.resolve',
  withdrawals: 'withdrawals.decide',
  'payment-cases': 'payments.cases',
  claims: 'people.view',
  'reward-reviews': 'rewards.manage',
  'safe-points': 'safe_points.vet',
  deliveries: 'deliveries.manage',
} as const satisfies Record<string, Permission>

export type TeamQueue = keyof typeof teamQueues

export const TEAM_QUEUES = Object.keys(teamQueues) as [TeamQueue, ...TeamQueue[]]

/**
 * Office hours within which the team works on an item of a queue without a time of its own: the
 * time that support promises for an answer.
 */
export const QUEUE_OFFICE_HOURS = 48
