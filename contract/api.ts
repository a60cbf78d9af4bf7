import { aboard } from './aboard.ts'
import { account } from './account.ts'
import { agenda } from './agenda.ts'
import { alerts } from './alerts.ts'
import { auth } from './auth.ts'
import { signatures } from './back-office.ts'
import { bookingDesk } from './back-office-bookings.ts'
import { ledgerDesk } from './back-office-ledger.ts'
import { paymentDesk } from './back-office-payments.ts'
import { peopleDesk } from './back-office-people.ts'
import { tripDesk } from './back-office-trips.ts'
import { blocks } from './blocks.ts'
import { boarding } from './boarding.ts'
import { bookings } from './booking-view.ts'
import { browserReports } from './browser-reports.ts'
import { conduct } from './conduct.ts'
import { conversations } from './conversations.ts'
import { deliveries } from './deliveries.ts'
import { disputes } from './disputes.ts'
import { duty } from './duty.ts'
import { finance } from './finance.ts'
import { impact } from './impact.ts'
import { journeys } from './journeys.ts'
import { live } from './live.ts'
import { marks } from './marks.ts'
import { meetings } from './meetings.ts'
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
import { incidents } from './safety.ts'
import { tripShares } from './safety-shares.ts'
import { search } from './search.ts'
import { seatKeeps } from './seat-keeps.ts'
import { secondFactor } from './second-factor.ts'
import { segments } from './segments.ts'
import { priceTables } from './settings.ts'
import { staffActions } from './staff-actions.ts'
import { dashboard } from './statistics.ts'
import { support } from './support.ts'
import { supportDesk } from './support-desk.ts'
import { switches } from './switches.ts'
import { team } from './team.ts'
import { termsDesk } from './terms-desk.ts'
import { tripChanges } from './trip-changes.ts'
import { trips } from './trips.ts'
import { trustedContacts } from './trusted-contacts.ts'
import { users } from './users.ts'
import { verification } from './verification.ts'
import { wallet } from './wallet.ts'
import { payoutAccounts } from './withdrawal-accounts.ts'
import { withdrawals } from './withdrawals.ts'
import { womenTrips } from './women-trips.ts'

/** Every call of the API, grouped by domain. */
export const api = {
  operations,
  auth,
  account,
  oauth,
  users,
  womenTrips,
  privacy,
  profiles,
  blocks,
  conduct,
  wallet,
  payments,
  finance,
  staffActions,
  signatures,
  team,
  payoutAccounts,
  withdrawals,
  secondFactor,
  places,
  pricing,
  safePoints,
  verification,
  trips,
  tripChanges,
  recurrence,
  search,
  alerts,
  rideRequests,
  bookings,
  meetings,
  aboard,
  segments,
  seatKeeps,
  boarding,
  journeys,
  tripShares,
  trustedContacts,
  incidents,
  duty,
  agenda,
  impact,
  notifications,
  deliveries,
  phones,
  live,
  conversations,
  disputes,
  marks,
  ratings,
  receipts,
  referrals,
  rewards,
  support,
  supportDesk,
  peopleDesk,
  tripDesk,
  bookingDesk,
  paymentDesk,
  ledgerDesk,
  reconciliation,
  monthClosings,
  dashboard,
  switches,
  priceTables,
  termsDesk,
  browserReports,
}

/** What the calls of each domain are about, for the description of the API. */
export const apiGroups: Record<keyof typeof api, string> = {
  operations: 'Liveness, readiness, metrics and this document.',
  auth: 'Signing up, signing in and the sessions of a person.',
  account: 'Recovery, and changes of password and address.',
  oauth: 'Signing in with Google or Apple.',
  users: 'Profile and photo.',
  womenTrips: 'What trips for women only need to know.',
  privacy: "A person's consents, the copy of their data and the closing of their account.",
  profiles: 'What everybody may see of a person.',
  blocks: 'People who do not want to meet each other.',
  conduct: 'Reports, sanctions and appeals.',
  wallet: 'Balance and movements.',
  payments: 'Top-ups through the payment gateway.',
  finance: 'Payments that the finance team must look at.',
  secondFactor: 'The second step of people of the team.',
  staffActions: 'What the team did, and why.',
  signatures: 'What waits for the second signature of somebody of the team.',
  team: 'Who works for Cupo, and who is invited.',
  payoutAccounts: 'The accounts to which a person takes money out.',
  withdrawals: 'Withdrawals, and what finance does about them.',
  places: 'Municipalities, roads, tolls and map images.',
  pricing: 'The price that a trip may have.',
  safePoints: 'Meeting points, proposed by people and vetted by the team.',
  verification: 'Vehicles, documents and their review.',
  trips: 'Publishing and showing trips.',
  tripChanges: 'Editing and cancelling a published trip.',
  recurrence: 'Trips that repeat every week.',
  search: 'Searching trips.',
  alerts: 'Saved searches that send mail.',
  rideRequests: 'What passengers look for, and inviting them.',
  bookings: 'Booking, cancelling, tickets and check-in.',
  aboard: 'The word of a passenger to be on board, which pays the driver unless undone.',
  meetings: 'Where a passenger and the car meet, once booked.',
  segments: 'Another part of the trip for a booking.',
  seatKeeps: 'Seats kept while somebody tops up.',
  boarding: 'Check-in without a network.',
  journeys: 'The trip on the day of travel.',
  trustedContacts: 'Who hears at home how a person travels.',
  incidents: 'Emergencies, and what made people feel unsafe.',
  duty: 'Who of the team answers emergencies at which hour.',
  tripShares: 'Following the trip of somebody who shared it.',
  agenda: 'What waits for a person.',
  impact: 'CO₂ avoided by sharing.',
  notifications: 'What a person was told.',
  deliveries: 'Messages that could not be delivered, for the team.',
  phones: 'Proving a telephone number with a code.',
  live: 'What changes on open screens, as it happens.',
  conversations: 'Messages between driver and passengers.',
  disputes: 'Disagreements about who came, decided by the team.',
  marks: 'What everybody may know of how a driver kept to agreements.',
  ratings: 'What passenger and driver say of each other.',
  receipts: 'Receipt and calendar entry of a booking.',
  referrals: 'Inviting friends.',
  rewards: 'Points, cards and what points buy.',
  reconciliation: 'Comparing the gateway with our record.',
  monthClosings: 'Signed reports of months.',
  switches: 'What the team switches off and on.',
  priceTables: 'Prices of fuel and tolls by date, entered by the team.',
  termsDesk: 'Versions of the terms, for the team.',
  dashboard: 'How Cupo does, for the team.',
  browserReports: 'Errors and speed of pages, as browsers report them.',
  support: 'What people ask the team.',
  supportDesk: 'What the team does with what people ask.',
  peopleDesk: 'Finding people, for the team.',
  tripDesk: 'Trips, for the team.',
  bookingDesk: 'Bookings, for the team.',
  paymentDesk: 'Top-ups and what the gateway said of them, for finance.',
  ledgerDesk: 'Accounts and movements of the ledger, for finance.',
}
