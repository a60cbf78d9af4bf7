import { lockUser } from '#server/modules/people/users/index.ts'
import { publishTrip, type TripRequest } from '#server/modules/travel/trips/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import {
  type CallKey,
  claimKey,
  resourceIdOf,
  sameSent,
} from '#server/platform/idempotency.queries.ts'
import { generateTrips, keyOf } from './generate-trips.ts'
import { countActive, findSeries, insertDay, insertSeries } from './recurrence.queries.ts'
import {
  datePlus,
  datesDue,
  horizonAt,
  type Series,
  seriesOf,
  tripOn,
  weekdayOf,
} from './series.ts'

type Asked = {
  trip: TripRequest
  weekdays: number[]
  until?: string | undefined
  skipOverlaps?: boolean | undefined
}

export type CreateSeries = Asked & { idempotencyKey: CallKey | undefined }

/** Our limit of active series per driver: a week of commuting in both directions, and some more. */
const ACTIVE_MAX = 10

/**
 * Publishes a trip and repeats it every week. The first day must be allowed, unless it overlaps
 * another trip and `skipOverlaps` is true; later days that are refused are skipped. A repeated key
 * returns the same series.
 * Errors: those of publishing, `series_limit`, `idempotency_mismatch`, `invalid_request`.
 */
export async function createSeries(
  deps: Deps,
  actor: ActorId,
  { idempotencyKey: key, ...request }: CreateSeries,
): Promise<Series> {
  const { userId: driverId } = actor
  const call = { actorId: driverId, operation: 'recurrence.create', key, request }
  const id = resourceIdOf(call)
  const series = planSeries({ id, driverId }, request)
  if (!(await findSeries(deps.db, id))) await assertRoom(deps, driverId)
  // Published before the series is written: when the first day is refused, there is no series.
  const published = await publishFirst(deps, series, { ...request, key })
  const made = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await claimKey(tx, { ...call, now }, (earlier) => findSeries(tx, earlier))
    await lockUser(tx, driverId)
    await insertSeries(tx, series, now)
    const day = { seriesId: id, ...published }
    await insertDay(tx, { ...day, refusedCode: null, refusedReason: null }, now)
    return findSeries(tx, id)
  })
  assert(made, 'a series just written is found')
  await generateTrips(deps, made).catch((error: unknown) => {
    deps.log.warn({ seriesId: id, err: error }, 'the days of a series follow in the job')
  })
  return made
}

type Planned = ReturnType<typeof planSeries>

type First = { skipOverlaps?: boolean | undefined; key: CallKey | undefined }

/** Publishes the first day; with `skipOverlaps`, the first one that overlaps no other trip. */
async function publishFirst(deps: Deps, series: Planned, { skipOverlaps, key }: First) {
  const publishOn = async (date: string) => {
    const trip = { ...tripOn(series, date), idempotencyKey: sameSent(key, keyOf(series.id, date)) }
    return { date, tripId: (await publishTrip(deps, { userId: series.driverId }, trip)).id }
  }
  const now = deps.clock.now()
  // A week more: trips of a series that was stopped today take every day up to the horizon.
  const due = datesDue(series, now, datePlus(horizonAt(now), 7))
  const later = due.filter((date) => date > series.startsOn)
  let refusal: unknown
  for (const date of skipOverlaps ? [series.startsOn, ...later] : [series.startsOn]) {
    try {
      return await publishOn(date)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'trip_overlaps')) throw error
      refusal ??= error
    }
  }
  throw refusal
}

async function assertRoom(deps: Deps, driverId: string): Promise<void> {
  const active = await countActive(deps.db, driverId, bogotaDate(deps.clock.now()))
  if (active >= ACTIVE_MAX) throw new AppError('series_limit')
}

function planSeries(own: Pick<Series, 'id' | 'driverId'>, asked: Asked) {
  const { trip, until = null } = asked
  const weekdays = asked.weekdays.toSorted()
  const plan = seriesOf(trip)
  if (!weekdays.includes(weekdayOf(plan.startsOn))) {
    const message = 'El día de la primera salida debe estar entre los días que se repiten.'
    throw new AppError('invalid_request', { fields: { weekdays: message } })
  }
  if (until && until < plan.startsOn) {
    const message = 'El último día no puede ser antes de la primera salida.'
    throw new AppError('invalid_request', { fields: { until: message } })
  }
  return { ...own, weekdays, until, ...plan }
}
