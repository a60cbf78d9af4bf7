import { ledgerJobs } from './domains/bank/ledger/ledger.jobs.ts'
import { conductJobs, conductRecurring } from './domains/community/conduct/conduct.jobs.ts'
import {
  conversationsJobs,
  conversationsRecurring,
} from './domains/community/conversations/conversations.jobs.ts'
import { dutyJobs } from './domains/community/duty/duty.jobs.ts'
import { ratingsJobs } from './domains/community/ratings/ratings.jobs.ts'
import { referralsJobs } from './domains/community/referrals/referrals.jobs.ts'
import { rewardsJobs, rewardsRecurring } from './domains/community/rewards/rewards.jobs.ts'
import { safetyJobs, safetyRecurring } from './domains/community/safety/safety.jobs.ts'
import { supportJobs, supportRecurring } from './domains/community/support/support.jobs.ts'
import { browserReportsRecurring } from './domains/foundation/browser-reports/browser-reports.jobs.ts'
import { liveRecurring } from './domains/foundation/live/live.jobs.ts'
import {
  notificationsJobs,
  notificationsRecurring,
} from './domains/foundation/notifications/notifications.jobs.ts'
import { financeRecurring } from './domains/money/finance/finance.jobs.ts'
import { paymentHandlers, paymentJobs } from './domains/money/payments/payments.jobs.ts'
import {
  withdrawalsJobs,
  withdrawalsRecurring,
} from './domains/money/withdrawals/withdrawals.jobs.ts'
import { integrityRecurring } from './domains/office/integrity/integrity.jobs.ts'
import { privacyJobs, privacyRecurring } from './domains/office/privacy/privacy.jobs.ts'
import { reconciliationRecurring } from './domains/office/reconciliation/reconciliation.jobs.ts'
import { statisticsRecurring } from './domains/office/statistics/statistics.jobs.ts'
import { teamRecurring } from './domains/office/team/team.jobs.ts'
import { accountJobs, accountRecurring } from './domains/people/account/account.jobs.ts'
import { authRecurring } from './domains/people/auth/auth.jobs.ts'
import { oauthJobs, oauthRecurring } from './domains/people/oauth/oauth.jobs.ts'
import { phonesRecurring } from './domains/people/phones/phones.jobs.ts'
import { standingRecurring } from './domains/people/standing/standing.jobs.ts'
import { verificationRecurring } from './domains/people/verification/verification.jobs.ts'
import { alertsJobs, alertsRecurring } from './domains/travel/alerts/alerts.jobs.ts'
import { bookingsJobs, bookingsRecurring } from './domains/travel/bookings/bookings.jobs.ts'
import { recurrenceRecurring } from './domains/travel/recurrence/recurrence.jobs.ts'
import {
  rideRequestsJobs,
  rideRequestsRecurring,
} from './domains/travel/ride-requests/ride-requests.jobs.ts'
import { searchRecurring } from './domains/travel/search/search.jobs.ts'
import { seatKeepsJobs, seatKeepsRecurring } from './domains/travel/seat-keeps/seat-keeps.jobs.ts'
import {
  tripPausesJobs,
  tripPausesRecurring,
} from './domains/travel/trip-pauses/trip-pauses.jobs.ts'
import { housekeeping } from './platform/housekeeping.ts'
import type { JobHandler, RecurringJob } from './platform/jobs/worker.ts'

/** Handlers of queued jobs, one line per domain. */
export const jobHandlers: JobHandler[] = [
  ...oauthJobs,
  ...accountJobs,
  ...alertsJobs,
  ...bookingsJobs,
  ...conversationsJobs,
  ...conductJobs,
  ...dutyJobs,
  ...notificationsJobs,
  ...paymentHandlers,
  ...privacyJobs,
  ...rideRequestsJobs,
  ...ratingsJobs,
  ...safetyJobs,
  ...referralsJobs,
  ...rewardsJobs,
  ...seatKeepsJobs,
  ...supportJobs,
  ...tripPausesJobs,
  ...withdrawalsJobs,
]

/** Work done every so often, one line per domain. */
export const recurringJobs: RecurringJob[] = [
  ...housekeeping,
  ...ledgerJobs,
  ...integrityRecurring,
  ...authRecurring,
  ...accountRecurring,
  ...oauthRecurring,
  ...verificationRecurring,
  ...bookingsRecurring,
  ...tripPausesRecurring,
  ...paymentJobs,
  ...financeRecurring,
  ...recurrenceRecurring,
  ...alertsRecurring,
  ...rideRequestsRecurring,
  ...seatKeepsRecurring,
  ...searchRecurring,
  ...conductRecurring,
  ...notificationsRecurring,
  ...phonesRecurring,
  ...liveRecurring,
  ...conversationsRecurring,
  ...standingRecurring,
  ...safetyRecurring,
  ...supportRecurring,
  ...teamRecurring,
  ...reconciliationRecurring,
  ...privacyRecurring,
  ...rewardsRecurring,
  ...withdrawalsRecurring,
  ...statisticsRecurring,
  ...browserReportsRecurring,
]
