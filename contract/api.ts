import { account } from './account.ts'
import { agenda } from './agenda.ts'
import { alerts } from './alerts.ts'
import { auth } from './auth.ts'
import { boarding } from './boarding.ts'
import { bookings } from './bookings.ts'
import { disputes } from './disputes.ts'
import { finance } from './finance.ts'
import { journeys } from './journeys.ts'
import { maps } from './maps.ts'
import { marks } from './marks.ts'
import { oauth } from './oauth.ts'
import { operations } from './operations.ts'
import { payments } from './payments.ts'
import { places } from './places.ts'
import { pricing } from './pricing.ts'
import { receipts } from './receipts.ts'
import { recurrence } from './recurrence.ts'
import { safePoints } from './safe-points.ts'
import { search } from './search.ts'
import { seatKeeps } from './seat-keeps.ts'
import { tripChanges } from './trip-changes.ts'
import { trips } from './trips.ts'
import { users } from './users.ts'
import { verification } from './verification.ts'
import { wallet } from './wallet.ts'

/** Every call of the API, grouped by domain. */
export const api = {
  operations,
  auth,
  account,
  oauth,
  users,
  wallet,
  payments,
  finance,
  places,
  pricing,
  safePoints,
  verification,
  trips,
  tripChanges,
  recurrence,
  search,
  alerts,
  bookings,
  seatKeeps,
  boarding,
  journeys,
  agenda,
  maps,
  disputes,
  marks,
  receipts,
}
