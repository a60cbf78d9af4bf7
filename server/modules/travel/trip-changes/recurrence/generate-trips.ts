import type { ErrorCode } from '#contract/errors.ts'
import { offerErrors } from '#contract/trips.ts'
import { isOn } from '#server/modules/foundation/switches/index.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { isPassing, listedPointsOnly, publishTrip } from '#server/modules/travel/trips/index.ts'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { eachRow } from '#server/platform/jobs/each-row.ts'
import { switchOwnTrips } from '../trip-pauses/pause-own-trip.ts'
import { tripUnreadable } from './recurrence.messages.ts'
import {
  findSeries,
  insertDay,
  listDaysOf,
  listRefusedDays,
  listSeriesDue,
  lockIsPaused,
  markDone,
  redecideDay,
  type SeriesDayRow,
} from './recurrence.queries.ts'
import { datesDue, departureOn, horizonAt, type Series, tripOn, tripsOfDay } from './series.ts'

const SERIES_PER_ROUND = 100

/** Whether a day that publishing refused with this error can be allowed later. */
const LATER: Record<(typeof offerErrors)[number], boolean> = {
  email_unconfirmed: true,
  // Also a telephone that must be proved since the team asks for it.
  profile_incomplete: true,
  terms_required: true,
  identity_not_verified: true,
  profile_photo_needed: true,
  women_only_driver: true,
  driver_underage: true,
  vehicle_not_found: false,
  vehicle_not_verified: true,
  documents_not_valid_on_date: true,
  trip_departs_in_past: false,
  trip_too_far_ahead: false,
  trip_seats_exceed_vehicle: false,
  trip_overlaps: true,
  trip_daily_cap: true,
  publish_balance_required: true,
  debt_open: true,
  price_above_ceiling: true,
  price_below_floor: true,
  place_not_found: false,
  route_not_found: false,
  route_stops_invalid: false,
}

/** These, of a barred or closing account, and of templates that this release cannot read. */
const MAY_PASS: readonly ErrorCode[] = [
  ...offerErrors.filter((code) => LATER[code]),
  ...(['account_suspended', 'account_expelled', 'account_closing', 'invalid_request'] as const),
]

const RETRY_MS = DAY_MS
const DAYS_PER_ROUND = 200

/** Publishes the missing days of every series, 30 days ahead. It can be repeated. */
export async function generateDue(deps: Deps): Promise<void> {
  // Refuses no day while publishing is off; the series continue when it is on again.
  if (!(await isOn(deps, 'publishing'))) return
  const now = deps.clock.now()
  const due = { today: bogotaDate(now), horizon: horizonAt(now), limit: SERIES_PER_ROUND }
  await eachRow(
    await listSeriesDue(deps.db, due),
    (series) => generateTrips(deps, series),
    (err, { id: seriesId }) =>
      deps.log.warn({ seriesId, err }, 'a series goes on in the next round'),
  )
}

/** Publishes the days of one series up to the horizon; the reason for a refused day is stored. */
export async function generateTrips(deps: Deps, series: Series): Promise<void> {
  const now = deps.clock.now()
  if (!series.template) await tellUnreadable(deps, series)
  const decided = await listDaysOf(deps.db, [series.id], bogotaDate(now))
  const known = new Set(decided.map((day) => day.date))
  for (const date of datesDue(series, now)) {
    if (known.has(date)) continue
    if ((await findSeries(deps.db, series.id))?.status !== 'active') return
    await decideDay(deps, series, date, insertDay)
  }
  const done = { seriesId: series.id, until: horizonAt(now) }
  await inTransaction(deps.db, (tx) => markDone(tx, done))
}

/** Tells the driver once that no more days are published. */
async function tellUnreadable(deps: Deps, series: Series): Promise<void> {
  const { id: cause, driverId: userId, createdAt, weekdays, departsMinute } = series
  deps.log.error({ seriesId: cause }, 'a stored series cannot be read')
  const data = { savedAt: createdAt.toISOString(), weekly: { weekdays, departsMinute } }
  await inTransaction(deps.db, (tx) => tellUser(tx, deps, tripUnreadable, { userId, cause, data }))
}

/** Idempotency key of a day, so that two workers, or a repeat, publish the same trip. */
export function keyOf(seriesId: string, date: string): string {
  return `series:${seriesId}:${date}`
}

/**
 * Publishes one day. When its meeting point is no longer listed, the day is published without the
 * point, under a second key, so that a repeat finds the trip in both cases.
 */
async function publishDay(deps: Deps, series: Series, date: string) {
  const trip = tripOn(series, date)
  const driver = { userId: series.driverId }
  const key = keyOf(series.id, date)
  try {
    return await publishTrip(deps, driver, { ...trip, idempotencyKey: key })
  } catch (error) {
    const gone = error instanceof AppError && error.code === 'safe_point_not_found'
    if (!gone) throw error
    const stops = await listedPointsOnly(deps.db, trip.stops)
    return await publishTrip(deps, driver, { ...trip, stops, idempotencyKey: `${key}:points` })
  }
}

type Decision = Pick<SeriesDayRow, 'tripId' | 'refusedCode' | 'refusedReason'>

async function decide(deps: Deps, series: Series, date: string): Promise<Decision> {
  return await publishDay(deps, series, date)
    .then((trip) => ({ tripId: trip.id, refusedCode: null, refusedReason: null }))
    .catch((error: unknown) => {
      if (!(error instanceof AppError) || isPassing(error)) throw error
      return { tripId: null, refusedCode: error.code, refusedReason: error.message }
    })
}

/** Decides a day. A trip of a series that was paused in the meantime is paused too. */
async function decideDay(
  deps: Deps,
  series: Series,
  date: string,
  store: typeof insertDay,
): Promise<void> {
  const { id: seriesId, driverId } = series
  const decision = await decide(deps, series, date)
  await inTransaction(deps.db, async (tx) => {
    const isPaused = await lockIsPaused(tx, seriesId)
    await store(tx, { seriesId, date, ...decision }, deps.clock.now())
    if (!isPaused || !decision.tripId) return
    const tripIds = tripsOfDay(decision.tripId)
    await switchOwnTrips(tx, deps, { driverId, tripIds, sold: false })
  })
}

/**
 * Tries refused days again, each once a day: the driver can have renewed a document, cancelled
 * another trip or topped up. A day that has a trip is not changed.
 */
export async function retryRefused(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const refused = { codes: MAY_PASS, today: bogotaDate(now), triedUntil: addMs(now, -RETRY_MS) }
  await eachRow(
    await listRefusedDays(deps.db, { ...refused, limit: DAYS_PER_ROUND }),
    ({ seriesId, date }) => retryDay(deps, seriesId, date),
    (err, { seriesId, date }) =>
      deps.log.warn({ seriesId, date, err }, 'a refused day is tried in the next round'),
  )
}

async function retryDay(deps: Deps, seriesId: string, date: string): Promise<void> {
  const series = await findSeries(deps.db, seriesId)
  if (series?.status !== 'active' || departureOn(series, date) <= deps.clock.now()) return
  await decideDay(deps, series, date, redecideDay)
}
