import { casesData } from '#server/domains/bank/cases/cases.public.ts'
import { ledgerData } from '#server/domains/bank/ledger/ledger.public.ts'
import { conductData } from '#server/domains/community/conduct/conduct.public.ts'
import { conversationsData } from '#server/domains/community/conversations/conversations.public.ts'
import { disputesData } from '#server/domains/community/disputes/disputes.public.ts'
import { dutyData } from '#server/domains/community/duty/duty.public.ts'
import { ratingsData } from '#server/domains/community/ratings/ratings.public.ts'
import { referralsData } from '#server/domains/community/referrals/referrals.public.ts'
import { rewardsData } from '#server/domains/community/rewards/rewards.public.ts'
import { safetyData } from '#server/domains/community/safety/safety.public.ts'
import { supportData } from '#server/domains/community/support/support.public.ts'
import { consentsData } from '#server/domains/foundation/consents/consents.public.ts'
import { liveData } from '#server/domains/foundation/live/live.public.ts'
import { notificationsData } from '#server/domains/foundation/notifications/notifications.public.ts'
import { staffActionsData } from '#server/domains/foundation/staff-actions/staff-actions.public.ts'
import { switchesData } from '#server/domains/foundation/switches/switches.public.ts'
import { paymentsData } from '#server/domains/money/payments/payments.public.ts'
import { withdrawalsData } from '#server/domains/money/withdrawals/withdrawals.public.ts'
import { backOfficeData } from '#server/domains/office/back-office/back-office.public.ts'
import { monthClosingsData } from '#server/domains/office/month-closings/month-closings.public.ts'
import { reconciliationData } from '#server/domains/office/reconciliation/reconciliation.public.ts'
import { teamData } from '#server/domains/office/team/team.public.ts'
import { accountData } from '#server/domains/people/account/account.public.ts'
import { authData } from '#server/domains/people/auth/auth.public.ts'
import { blocksData } from '#server/domains/people/blocks/blocks.public.ts'
import { marksData } from '#server/domains/people/marks/marks.public.ts'
import { oauthData } from '#server/domains/people/oauth/oauth.public.ts'
import { phonesData } from '#server/domains/people/phones/phones.public.ts'
import { sanctionsData } from '#server/domains/people/sanctions/sanctions.public.ts'
import { secondFactorData } from '#server/domains/people/second-factor/second-factor.public.ts'
import { standingData } from '#server/domains/people/standing/standing.public.ts'
import { usersData } from '#server/domains/people/users/users.public.ts'
import { verificationData } from '#server/domains/people/verification/verification.public.ts'
import { safePointsData } from '#server/domains/roads/safe-points/safe-points.public.ts'
import { settingsData } from '#server/domains/roads/settings/settings.public.ts'
import { alertsData } from '#server/domains/travel/alerts/alerts.public.ts'
import { boardingData } from '#server/domains/travel/boarding/boarding.public.ts'
import { bookingsData } from '#server/domains/travel/bookings/bookings.public.ts'
import { journeysData } from '#server/domains/travel/journeys/journeys.public.ts'
import { recurrenceData } from '#server/domains/travel/recurrence/recurrence.public.ts'
import { rideRequestsData } from '#server/domains/travel/ride-requests/ride-requests.public.ts'
import { seatKeepsData } from '#server/domains/travel/seat-keeps/seat-keeps.public.ts'
import { tripPausesData } from '#server/domains/travel/trip-pauses/trip-pauses.public.ts'
import { tripsData } from '#server/domains/travel/trips/trips.public.ts'
import type { AnyPersonalTable, PersonalData, Registry } from '#server/platform/personal-data.ts'
import { platformData } from '#server/platform/platform-data.ts'
import { privacyData } from './personal-data.ts'

/** What refers to a row comes before it, and is erased first; the person's own row comes last. */
const owners: Record<string, PersonalData> = {
  users: usersData,
  consents: consentsData,
  verification: verificationData,
  phones: phonesData,
  oauth: oauthData,
  account: accountData,
  notifications: notificationsData,
  'second-factor': secondFactorData,
  auth: authData,
  live: liveData,
  blocks: blocksData,
  'ride-requests': rideRequestsData,
  alerts: alertsData,
  'seat-keeps': seatKeepsData,
  recurrence: recurrenceData,
  'trip-pauses': tripPausesData,
  trips: tripsData,
  journeys: journeysData,
  bookings: bookingsData,
  boarding: boardingData,
  disputes: disputesData,
  conversations: conversationsData,
  reconciliation: reconciliationData,
  'month-closings': monthClosingsData,
  support: supportData,
  duty: dutyData,
  safety: safetyData,
  ratings: ratingsData,
  rewards: rewardsData,
  referrals: referralsData,
  standing: standingData,
  marks: marksData,
  conduct: conductData,
  sanctions: sanctionsData,
  'safe-points': safePointsData,
  withdrawals: withdrawalsData,
  ledger: ledgerData,
  cases: casesData,
  payments: paymentsData,
  privacy: privacyData,
  'staff-actions': staffActionsData,
  switches: switchesData,
  settings: settingsData,
  team: teamData,
  'back-office': backOfficeData,
  platform: platformData,
}

export type OwnedTable = AnyPersonalTable & { owner: string }

/** Every table with personal data, and the domain that owns it. */
export const registry: ReadonlyMap<string, OwnedTable> & Registry = new Map(
  Object.entries(owners).flatMap(([owner, data]) =>
    Object.entries(data).map(([name, table]) => {
      return [name, { ...(table as unknown as AnyPersonalTable), name, owner }] as const
    }),
  ),
)

/** Tables that say nothing of people, and why. A new table is here or in a registry. */
export const IMPERSONAL: Readonly<Record<string, string>> = {
  browser_errors: 'scrubbed messages of programs, by day and page; deleted after 30 days',
  browser_vitals: 'how fast pages open, by day and page; deleted after 30 days',
  corridor_pairs: 'roads',
  corridors: 'roads',
  daily_statistics: 'counts of a day',
  fuel_prices: 'public prices',
  jobs: 'work that waits; names and addresses in it are encrypted, and it is deleted when done',
  ledger_batch_items: 'digests of movements',
  integrity_watch: 'which process verifies',
  ledger_batches: 'digests of movements',
  ledger_refusals: 'digests of refused movements',
  ledger_verified: 'how far the ledger was verified',
  ledger_verified_totals: 'sums of accounts, which ledger_accounts names',
  phone_policy: 'a setting',
  places: 'municipalities',
  rate_limits: 'counters that end within hours',
  roads: 'roads',
  search_misses: 'how often a search found nothing, not whose; deleted after 13 months',
  schema_migrations: 'versions of the database',
  statistics_progress: 'how far days were counted',
  toll_stations: 'public prices',
  toll_tariffs: 'public prices',
  trip_seats: 'how many seats are free',
  trip_stop_points: 'meeting points of a trip',
  trips_on_sale: 'a copy of trips for the search, without its driver',
}
