import type { FastifyInstance } from 'fastify'
import { accountRoutes } from './domains/account/account.routes.ts'
import { agendaRoutes } from './domains/agenda/agenda.routes.ts'
import { alertsRoutes } from './domains/alerts/alerts.routes.ts'
import { authRoutes } from './domains/auth/auth.routes.ts'
import { backOfficeRoutes } from './domains/back-office/back-office.routes.ts'
import { blocksRoutes } from './domains/blocks/blocks.routes.ts'
import { boardingRoutes } from './domains/boarding/boarding.routes.ts'
import { bookingsRoutes } from './domains/bookings/bookings.routes.ts'
import { browserReportsRoutes } from './domains/browser-reports/browser-reports.routes.ts'
import { conductRoutes } from './domains/conduct/conduct.routes.ts'
import { conversationsRoutes } from './domains/conversations/conversations.routes.ts'
import { disputesRoutes } from './domains/disputes/disputes.routes.ts'
import { dutyRoutes } from './domains/duty/duty.routes.ts'
import { financeRoutes } from './domains/finance/finance.routes.ts'
import { impactRoutes } from './domains/impact/impact.routes.ts'
import { journeysRoutes } from './domains/journeys/journeys.routes.ts'
import { liveRoutes } from './domains/live/live.routes.ts'
import { mapsRoutes } from './domains/maps/maps.routes.ts'
import { marksRoutes } from './domains/marks/marks.routes.ts'
import { monthClosingsRoutes } from './domains/month-closings/month-closings.routes.ts'
import { notificationsRoutes } from './domains/notifications/notifications.routes.ts'
import { oauthRoutes } from './domains/oauth/oauth.routes.ts'
import { paymentsRoutes } from './domains/payments/payments.routes.ts'
import { phonesRoutes } from './domains/phones/phones.routes.ts'
import { placesRoutes } from './domains/places/places.routes.ts'
import { pricingRoutes } from './domains/pricing/pricing.routes.ts'
import { privacyRoutes, termsDeskRoutes } from './domains/privacy/privacy.routes.ts'
import { profilesRoutes } from './domains/profiles/profiles.routes.ts'
import { ratingsRoutes } from './domains/ratings/ratings.routes.ts'
import { receiptsRoutes } from './domains/receipts/receipts.routes.ts'
import { reconciliationRoutes } from './domains/reconciliation/reconciliation.routes.ts'
import { recurrenceRoutes } from './domains/recurrence/recurrence.routes.ts'
import { referralsRoutes } from './domains/referrals/referrals.routes.ts'
import { rewardsRoutes } from './domains/rewards/rewards.routes.ts'
import { rideRequestsRoutes } from './domains/ride-requests/ride-requests.routes.ts'
import { safePointsRoutes } from './domains/safe-points/safe-points.routes.ts'
import {
  incidentsRoutes,
  tripSharesRoutes,
  trustedContactsRoutes,
} from './domains/safety/safety.routes.ts'
import { searchRoutes } from './domains/search/search.routes.ts'
import { seatKeepsRoutes } from './domains/seat-keeps/seat-keeps.routes.ts'
import { secondFactorRoutes } from './domains/second-factor/second-factor.routes.ts'
import { priceTablesRoutes, switchesRoutes } from './domains/settings/settings.routes.ts'
import { staffActionsRoutes } from './domains/staff-actions/staff-actions.routes.ts'
import { statisticsRoutes } from './domains/statistics/statistics.routes.ts'
import { supportDeskRoutes, supportRoutes } from './domains/support/support.routes.ts'
import { teamRoutes } from './domains/team/team.routes.ts'
import { tripChangesRoutes } from './domains/trip-changes/trip-changes.routes.ts'
import { tripsRoutes } from './domains/trips/trips.routes.ts'
import { usersRoutes, womenTripsRoutes } from './domains/users/users.routes.ts'
import { verificationRoutes } from './domains/verification/verification.routes.ts'
import { walletRoutes } from './domains/wallet/wallet.routes.ts'
import {
  payoutAccountsRoutes,
  withdrawalsRoutes,
} from './domains/withdrawals/withdrawals.routes.ts'
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
