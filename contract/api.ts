import { agenda } from './agenda.ts'
import { alerts } from './alerts.ts'
import { auth } from './auth.ts'
import { backOffice } from './back-office.ts'
import { blocks } from './blocks.ts'
import { boarding } from './boarding.ts'
import { bookings } from './bookings.ts'
import { browserReports } from './browser-reports.ts'
import { conduct } from './conduct.ts'
import { connectionSearch } from './connections.ts'
import { conversations } from './conversations.ts'
import { deskActions } from './desk-actions.ts'
import { disputes } from './disputes.ts'
import { duty } from './duty.ts'
import { finance } from './finance.ts'
import { impact } from './impact.ts'
import { journeys } from './journeys.ts'
import { live } from './live.ts'
import { monthClosings } from './month-closings.ts'
import { notifications } from './notifications.ts'
import { oauth } from './oauth.ts'
import { operations } from './operations.ts'
import { payments } from './payments.ts'
import { phones } from './phones.ts'
import { places } from './places.ts'
import { pricing } from './pricing.ts'
import { privacy } from './privacy.ts'
import { profiles } from './profiles.ts'
import { ratings } from './ratings.ts'
import { receipts } from './receipts.ts'
import { reconciliation } from './reconciliation.ts'
import { recurrence } from './recurrence.ts'
import { referrals } from './referrals.ts'
import { rewards } from './rewards.ts'
import { rideRequests } from './ride-requests.ts'
import { safePoints } from './safe-points.ts'
import { safety } from './safety.ts'
import { search } from './search.ts'
import { seatKeeps } from './seat-keeps.ts'
import { secondFactor } from './second-factor.ts'
import { settings } from './settings.ts'
import { staffActions } from './staff-actions.ts'
import { standing } from './standing.ts'
import { statistics } from './statistics.ts'
import { support } from './support.ts'
import { team } from './team.ts'
import { tripChanges } from './trip-changes.ts'
import { tripDrafts } from './trip-drafts.ts'
import { tripPauses } from './trip-pauses.ts'
import { trips } from './trips.ts'
import { users } from './users.ts'
import { verification } from './verification.ts'
import { wallet } from './wallet.ts'
import { withdrawals } from './withdrawals.ts'

/** Every call of the API, grouped by the server module that answers it. */
export const api = {
  operations,
  auth,
  oauth,
  users,
  privacy,
  profiles,
  blocks,
  conduct,
  wallet,
  payments,
  finance,
  staffActions,
  team,
  withdrawals,
  secondFactor,
  places,
  pricing,
  safePoints,
  verification,
  trips,
  tripChanges,
  tripPauses,
  recurrence,
  tripDrafts,
  search,
  connections: { ...connectionSearch },
  alerts,
  rideRequests,
  bookings,
  seatKeeps,
  boarding,
  journeys,
  safety,
  duty,
  agenda,
  impact,
  notifications,
  phones,
  live,
  conversations,
  deskActions,
  disputes,
  standing,
  ratings,
  receipts,
  referrals,
  rewards,
  support,
  backOffice,
  reconciliation,
  monthClosings,
  statistics,
  settings,
  browserReports,
}

/** Description of each group of calls, for the description of the API. */
export const apiGroups: Record<keyof typeof api, string> = {
  operations: 'Liveness, readiness, metrics and this document.',
  auth: 'Signing up, signing in, sessions, recovery, and changes of password and address.',
  oauth: 'Signing in with Google or Apple.',
  users: 'Profile, photo, and what trips for women only need to know.',
  privacy:
    "A person's consents, the copy of their data, the closing of their account, and the versions " +
    'of the terms.',
  profiles: 'What everybody may see of a person.',
  blocks: 'People who do not want to meet each other.',
  conduct: 'Reports, sanctions and appeals.',
  wallet: 'Balance and movements.',
  payments: 'Top-ups through the payment gateway.',
  finance: 'Payments that the finance team must look at.',
  secondFactor: 'The second step of people of the team.',
  staffActions: 'What the team did, and why.',
  team: 'Who works for Cupo, and who is invited.',
  withdrawals: 'Accounts for payouts, withdrawals, and what finance does about them.',
  places: 'Municipalities, roads, tolls and map images.',
  pricing: 'The price that a trip may have.',
  safePoints: 'Meeting points, proposed by people and vetted by the team.',
  verification: 'Vehicles, documents and their review.',
  trips: 'Publishing and showing trips.',
  tripChanges: 'Editing and cancelling a published trip.',
  tripPauses: 'Pausing the sales of a trip, and resuming them.',
  recurrence: 'Trips that repeat every week.',
  tripDrafts: 'A trip that publishes itself once its documents are approved.',
  search: 'Searching trips.',
  connections: 'Trips with one change of car.',
  alerts: 'Saved searches that send mail.',
  rideRequests: 'What passengers look for, and inviting them.',
  bookings:
    'Booking, cancelling, tickets, check-in, the word of a passenger to be on board, and changes ' +
    'of meeting point and part of the trip.',
  seatKeeps: 'Seats kept while somebody tops up.',
  boarding: 'Check-in without a network.',
  journeys: 'The trip on the day of travel.',
  safety: 'Shared trips, trusted contacts, emergencies, and what made people feel unsafe.',
  duty: 'Who of the team answers emergencies at which hour.',
  agenda: 'What waits for a person.',
  impact: 'CO₂ avoided by sharing.',
  notifications: 'What a person was told, and messages that could not be delivered.',
  phones: 'Proving a telephone number with a code.',
  live: 'What changes on open screens, as it happens.',
  conversations: 'Messages between driver and passengers.',
  deskActions: 'What the team does on a person, trip, booking or top-up.',
  disputes: 'Disagreements about who came, decided by the team.',
  standing: 'What everybody may know of how a driver kept to agreements.',
  ratings: 'What passenger and driver say of each other.',
  receipts: 'Receipt and calendar entry of a booking.',
  referrals: 'Inviting friends.',
  rewards: 'Points, cards and what points buy.',
  reconciliation: 'Comparing the gateway with our record.',
  monthClosings: 'Signed reports of months.',
  statistics: 'How Cupo does, for the team.',
  settings: 'What the team switches off and on, and the prices that it enters.',
  browserReports: 'Errors and speed of pages, as browsers report them.',
  support: 'What people ask the team, and what it does with that.',
  backOffice: 'People, trips, bookings, payments, ledger and second signatures, for the team.',
}
