import type { FastifyInstance } from 'fastify'
import { agendaRoutes } from './domains/community/agenda/agenda.routes.ts'
import { conductRoutes } from './domains/community/conduct/conduct.routes.ts'
import { conversationsRoutes } from './domains/community/conversations/conversations.routes.ts'
import { disputesRoutes } from './domains/community/disputes/disputes.routes.ts'
import { dutyRoutes } from './domains/community/duty/duty.routes.ts'
import { ratingsRoutes } from './domains/community/ratings/ratings.routes.ts'
import { referralsRoutes } from './domains/community/referrals/referrals.routes.ts'
import { rewardsRoutes } from './domains/community/rewards/rewards.routes.ts'
import {
  incidentsRoutes,
  tripSharesRoutes,
  trustedContactsRoutes,
} from './domains/community/safety/safety.routes.ts'
import { supportDeskRoutes, supportRoutes } from './domains/community/support/support.routes.ts'
import { browserReportsRoutes } from './domains/foundation/browser-reports/browser-reports.routes.ts'
import { liveRoutes } from './domains/foundation/live/live.routes.ts'
import { notificationsRoutes } from './domains/foundation/notifications/notifications.routes.ts'
import { staffActionsRoutes } from './domains/foundation/staff-actions/staff-actions.routes.ts'
import { financeRoutes } from './domains/money/finance/finance.routes.ts'
import { paymentsRoutes } from './domains/money/payments/payments.routes.ts'
import { walletRoutes } from './domains/money/wallet/wallet.routes.ts'
import {
  payoutAccountsRoutes,
  withdrawalsRoutes,
} from './domains/money/withdrawals/withdrawals.routes.ts'
import { backOfficeRoutes } from './domains/office/back-office/back-office.routes.ts'
import { monthClosingsRoutes } from './domains/office/month-closings/month-closings.routes.ts'
import { privacyRoutes, termsDeskRoutes } from './domains/office/privacy/privacy.routes.ts'
import { reconciliationRoutes } from './domains/office/reconciliation/reconciliation.routes.ts'
import { statisticsRoutes } from './domains/office/statistics/statistics.routes.ts'
import { teamRoutes } from './domains/office/team/team.routes.ts'
import { accountRoutes } from './domains/people/account/account.routes.ts'
import { authRoutes } from './domains/people/auth/auth.routes.ts'
import { blocksRoutes } from './domains/people/blocks/blocks.routes.ts'
import { marksRoutes } from './domains/people/marks/marks.routes.ts'
import { oauthRoutes } from './domains/people/oauth/oauth.routes.ts'
import { phonesRoutes } from './domains/people/phones/phones.routes.ts'
import { secondFactorRoutes } from './domains/people/second-factor/second-factor.routes.ts'
import { usersRoutes, womenTripsRoutes } from './domains/people/users/users.routes.ts'
import { verificationRoutes } from './domains/people/verification/verification.routes.ts'
import { mapsRoutes } from './domains/roads/maps/maps.routes.ts'
import { placesRoutes } from './domains/roads/places/places.routes.ts'
import { pricingRoutes } from './domains/roads/pricing/pricing.routes.ts'
import { safePointsRoutes } from './domains/roads/safe-points/safe-points.routes.ts'
import { priceTablesRoutes, switchesRoutes } from './domains/roads/settings/settings.routes.ts'
import { alertsRoutes } from './domains/travel/alerts/alerts.routes.ts'
import { boardingRoutes } from './domains/travel/boarding/boarding.routes.ts'
import { bookingsRoutes } from './domains/travel/bookings/bookings.routes.ts'
import { impactRoutes } from './domains/travel/impact/impact.routes.ts'
import { journeysRoutes } from './domains/travel/journeys/journeys.routes.ts'
import { profilesRoutes } from './domains/travel/profiles/profiles.routes.ts'
import { receiptsRoutes } from './domains/travel/receipts/receipts.routes.ts'
import { recurrenceRoutes } from './domains/travel/recurrence/recurrence.routes.ts'
import { rideRequestsRoutes } from './domains/travel/ride-requests/ride-requests.routes.ts'
import { searchRoutes } from './domains/travel/search/search.routes.ts'
import { seatKeepsRoutes } from './domains/travel/seat-keeps/seat-keeps.routes.ts'
import { tripChangesRoutes } from './domains/travel/trip-changes/trip-changes.routes.ts'
import { tripsRoutes } from './domains/travel/trips/trips.routes.ts'
import { operationsRoutes } from './operations.ts'
import type { HttpDeps } from './platform/http/serve.ts'

/** The routes of every domain, mounted below /api. One line per domain. */
export const routes: ((app: FastifyInstance, deps: HttpDeps) => void)[] = [
  operationsRoutes,
  authRoutes,
  accountRoutes,
  oauthRoutes,
  usersRoutes,
  womenTripsRoutes,
  profilesRoutes,
  blocksRoutes,
  verificationRoutes,
  bookingsRoutes,
  seatKeepsRoutes,
  boardingRoutes,
  journeysRoutes,
  tripSharesRoutes,
  trustedContactsRoutes,
  incidentsRoutes,
  dutyRoutes,
  impactRoutes,
  agendaRoutes,
  notificationsRoutes,
  liveRoutes,
  conversationsRoutes,
  mapsRoutes,
  disputesRoutes,
  conductRoutes,
  marksRoutes,
  ratingsRoutes,
  receiptsRoutes,
  rewardsRoutes,
  referralsRoutes,
  phonesRoutes,
  privacyRoutes,
  placesRoutes,
  pricingRoutes,
  safePointsRoutes,
  tripsRoutes,
  tripChangesRoutes,
  recurrenceRoutes,
  searchRoutes,
  alertsRoutes,
  rideRequestsRoutes,
  paymentsRoutes,
  financeRoutes,
  walletRoutes,
  secondFactorRoutes,
  staffActionsRoutes,
  teamRoutes,
  supportRoutes,
  supportDeskRoutes,
  payoutAccountsRoutes,
  withdrawalsRoutes,
  reconciliationRoutes,
  monthClosingsRoutes,
  statisticsRoutes,
  switchesRoutes,
  priceTablesRoutes,
  termsDeskRoutes,
  backOfficeRoutes,
  browserReportsRoutes,
]
