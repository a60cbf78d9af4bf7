import { z } from 'zod'
import {
  REFERRAL_JOB,
  REFERRAL_REVIEWED_JOB,
} from '#server/domains/community/rewards/rewards.public.ts'
import type { JobHandler } from '#server/platform/jobs/worker.ts'
import { settleReferrals, settleReviewed } from './settle-referral.ts'

const BookingPayload = z.object({ bookingId: z.uuid() })
const ReferralPayload = z.object({ referralId: z.uuid() })

export const referralsJobs: JobHandler[] = [
  {
    name: REFERRAL_JOB,
    run: (deps, payload) => settleReferrals(deps, BookingPayload.parse(payload).bookingId),
  },
  {
    name: REFERRAL_REVIEWED_JOB,
    run: (deps, payload) => settleReviewed(deps, ReferralPayload.parse(payload).referralId),
  },
]
