import { accountJobs, accountRecurring } from './domains/account/account.jobs.ts'
import { alertsJobs, alertsRecurring } from './domains/alerts/alerts.jobs.ts'
import { authRecurring } from './domains/auth/auth.jobs.ts'
import { bookingsJobs, bookingsRecurring } from './domains/bookings/bookings.jobs.ts'
import { browserReportsRecurring } from './domains/browser-reports/browser-reports.jobs.ts'
import { conductJobs, conductRecurring } from './domains/conduct/conduct.jobs.ts'
import {
  conversationsJobs,
  conversationsRecurring,
} from './domains/conversations/conversations.jobs.ts'
import { dutyJobs } from './domains/duty/duty.jobs.ts'
import { financeRecurring } from './domains/finance/finance.jobs.ts'
import { integrityRecurring } from './domains/integrity/integrity.jobs.ts'
import { ledgerJobs } from './domains/ledger/ledger.jobs.ts'
import { liveRecurring } from './domains/live/live.jobs.ts'
import {
  notificationsJobs,
  notificationsRecurring,
} from './domains/notifications/notifications.jobs.ts'
import { oauthJobs, oauthRecurring } from './domains/oauth/oauth.jobs.ts'
import { paymentHandlers, paymentJobs } from './domains/payments/payments.jobs.ts'
import { phonesRecurring } from './domains/phones/phones.jobs.ts'
import { privacyJobs, privacyRecurring } from './domains/privacy/privacy.jobs.ts'
import { ratingsJobs } from './domains/ratings/ratings.jobs.ts'
import { reconciliationRecurring } from './domains/reconciliation/reconciliation.jobs.ts'
import { recurrenceRecurring } from './domains/recurrence/recurrence.jobs.ts'
import { referralsJobs } from './domains/referrals/referrals.jobs.ts'
import { rewardsJobs, rewardsRecurring } from './domains/rewards/rewards.jobs.ts'
import {
  rideRequestsJobs,
  rideRequestsRecurring,
} from './domains/ride-requests/ride-requests.jobs.ts'
import { safetyJobs, safetyRecurring } from './domains/safety/safety.jobs.ts'
import { searchRecurring } from './domains/search/search.jobs.ts'
import { seatKeepsJobs, seatKeepsRecurring } from './domains/seat-keeps/seat-keeps.jobs.ts'
import { standingRecurring } from './domains/standing/standing.jobs.ts'
import { statisticsRecurring } from './domains/statistics/statistics.jobs.ts'
import { supportJobs, supportRecurring } from './domains/support/support.jobs.ts'
import { teamRecurring } from './domains/team/team.jobs.ts'
import { tripPausesJobs, tripPausesRecurring } from './domains/trip-pauses/trip-pauses.jobs.ts'
import { verificationRecurring } from './domains/verification/verification.jobs.ts'
import { withdrawalsJobs, withdrawalsRecurring } from './domains/withdrawals/withdrawals.jobs.ts'
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
