import { z } from 'zod'
import { POINTS_JOB } from '#server/modules/travel/bookings/index.ts'
import { DAY_MS } from '#server/platform/clock.ts'
import { job } from '#server/platform/jobs/worker.ts'
import type { Module } from '#server/platform/module.ts'
import { settleMissed } from './check-points.ts'
import { rewardsData } from './data.ts'
import { countReviews } from './points.queries.ts'
import { recountCards } from './recount-cards.ts'
import * as referralsMessages from './referrals/referrals.messages.ts'
import { referralsRoutes } from './referrals/referrals.routes.ts'
import { settleReferrals, settleReviewed } from './referrals/settle-referral.ts'
import { REFERRAL_REVIEWED_JOB } from './review-points.ts'
import * as messages from './rewards.messages.ts'
import { rewardsRoutes } from './rewards.routes.ts'
import { REFERRAL_JOB, settlePoints } from './settle-points.ts'

const BookingPayload = z.object({ bookingId: z.uuid() })
const ReferralPayload = z.object({ referralId: z.uuid() })

export const rewardsModule: Module = {
  name: 'rewards',
  data: rewardsData,
  routes: [rewardsRoutes, referralsRoutes],
  jobs: [
    job(POINTS_JOB, BookingPayload, (deps, { bookingId }) => settlePoints(deps, bookingId)),
    job(REFERRAL_JOB, BookingPayload, (deps, { bookingId }) => settleReferrals(deps, bookingId)),
    job(REFERRAL_REVIEWED_JOB, ReferralPayload, (deps, of) => settleReviewed(deps, of.referralId)),
  ],
  recurring: [
    { name: 'rewards.settle-missed', everyMs: DAY_MS, onWrongClock: 'waits', run: settleMissed },
    { name: 'rewards.cards', everyMs: DAY_MS, onWrongClock: 'waits', run: recountCards },
  ],
  messages: [...Object.values(messages), ...Object.values(referralsMessages)],
  queues: { 'reward-reviews': countReviews },
}
