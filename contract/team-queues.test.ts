import { expect, it } from 'vitest'
import type { z } from 'zod'
import { Claim } from './claims.ts'
import { AppealCase, ConductCase } from './conduct.ts'
import { DisputeCase } from './disputes.ts'
import { PaymentCase } from './finance.ts'
import { RatingCase } from './ratings.ts'
import { RewardReview } from './rewards.ts'
import { SafePointCase } from './safe-points.ts'
import { IncidentCase } from './safety.ts'
import { DeskTicket } from './support-desk.ts'
import { TEAM_QUEUES, type TeamQueue } from './team-queues.ts'
import { WaitingPerson } from './verification.ts'
import { QueuedWithdrawal } from './withdrawals.ts'

/** What the screen of each queue lists; null: no item has a time of its own. */
const items: Record<TeamQueue, z.ZodObject | null> = {
  incidents: IncidentCase,
  tickets: DeskTicket,
  // A first signature lapses on its own; a message that could not be sent waits for no person.
  signatures: null,
  deliveries: null,
  verification: WaitingPerson,
  disputes: DisputeCase,
  conduct: ConductCase,
  appeals: AppealCase,
  'rating-cases': RatingCase,
  withdrawals: QueuedWithdrawal,
  'payment-cases': PaymentCase,
  claims: Claim,
  'reward-reviews': RewardReview,
  'safe-points': SafePointCase,
}

it.each(TEAM_QUEUES.filter((queue) => items[queue]))(
  'says until when an item of %s has',
  (queue) => {
    expect(Object.keys(items[queue]?.shape ?? {})).toContain('dueAt')
  },
)
