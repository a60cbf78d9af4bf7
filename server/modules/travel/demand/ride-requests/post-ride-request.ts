import type { z } from 'zod'
import { RIDE_REQUEST_WINDOW_HOURS, RIDE_REQUESTS_MAX } from '#contract/limits.ts'
import type { rideRequests } from '#contract/ride-requests.ts'
import { readSwitch } from '#server/modules/foundation/switches/index.ts'
import { lockUser } from '#server/modules/people/users/index.ts'
import type { RoutingDeps } from '#server/modules/roads/places/index.ts'
import { quoteTrip } from '#server/modules/roads/pricing/index.ts'
import { bogotaDate, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type CallKey, claimKey } from '#server/platform/idempotency.queries.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { ensureAlert } from '../alerts/create-alert.ts'
import type { RideRequest } from './ride-request.ts'
import { findRideRequest, insertRideRequest, listRequestsOf } from './ride-requests.queries.ts'

/** Job that tells drivers of trips along the route that are already published. */
export const RIDE_WANTED_JOB = 'ride-requests.tell-drivers'

type Asked = z.output<typeof rideRequests.create.body>

/**
 * Publishes a ride request, and saves an alert for the same days, so that the person is told of new
 * trips like everybody with an alert.
 * Errors: `place_not_found`, `route_not_found`, `route_stops_invalid`, `invalid_request` (hours),
 * `price_above_ceiling`, `ride_request_exists` (same route, hours in common), `ride_request_limit`,
 * `alert_limit`, `email_unconfirmed`, `idempotency_mismatch`, `ride_requests_off`.
 */
export async function postRideRequest(
  deps: RoutingDeps,
  { userId }: ActorId,
  input: Asked & { idempotencyKey: CallKey | undefined },
): Promise<RideRequest> {
  const { idempotencyKey: key, ...request } = input
  const now = deps.clock.now()
  const hours = readHours(request, now)
  await assertBelowCeiling(deps, request)
  const rideRequests = await readSwitch(deps, 'ride_requests')
  return await inTransaction(deps.db, async (tx) => {
    const call = { actorId: userId, operation: 'ride-requests.create', key, request, now }
    const claim = await claimKey(tx, call, (id) => findRideRequest(tx, id))
    if (claim.earlier) return claim.earlier
    rideRequests.assertOn()
    await lockUser(tx, userId)
    await assertRoom(tx, userId, { ...request, ...hours, now })
    const { alertId, created } = await ensureAlert(tx, { userId }, alertFor(request, hours, now))
    const id = claim.resourceId
    await insertRideRequest(tx, {
      id,
      userId,
      fromPlace: request.from,
      toPlace: request.to,
      ...hours,
      seats: request.seats,
      maxPrice: request.maxPrice,
      alertId,
      madeAlert: created,
      createdAt: now,
    })
    const job = { name: RIDE_WANTED_JOB, payload: { rideRequestId: id }, key: id }
    await enqueue(tx, deps.clock, job)
    const written = await findRideRequest(tx, id)
    assert(written, 'a request just written is found')
    return written
  })
}

type Hours = { earliest: Date; latest: Date }

function readHours(asked: Pick<Asked, 'earliest' | 'latest'>, now: Date): Hours {
  const [first, latest] = [new Date(asked.earliest), new Date(asked.latest)]
  const earliest = first < now ? now : first
  const hours = (latest.getTime() - first.getTime()) / HOUR_MS
  if (latest <= earliest) refuse('latest', 'Esa hora ya pasó o va antes de la primera.')
  if (hours > RIDE_REQUEST_WINDOW_HOURS) {
    refuse('latest', `Busca en un rango de hasta ${RIDE_REQUEST_WINDOW_HOURS} horas.`)
  }
  return { earliest, latest }
}

function refuse(field: string, sentence: string): never {
  throw new AppError('invalid_request', { fields: { [field]: sentence } })
}

/** Compares with a car that offers exactly these seats, which has the highest ceiling. */
async function assertBelowCeiling(deps: RoutingDeps, asked: Asked): Promise<void> {
  const { quote } = await quoteTrip(deps, {
    stops: [asked.from, asked.to],
    departsAt: new Date(asked.earliest),
    seats: asked.seats,
  })
  if (asked.maxPrice > quote.seat.max) {
    throw new AppError('price_above_ceiling', { details: { max: quote.seat.max } })
  }
}

/** Refuses a duplicate or too many requests. The caller has locked the person. */
async function assertRoom(
  tx: Tx,
  userId: string,
  asked: Pick<Asked, 'from' | 'to'> & Hours & { now: Date },
): Promise<void> {
  const current = await listRequestsOf(tx, { userId, now: asked.now, over: false })
  const same = current.some(
    ({ fromPlace, toPlace, earliest, latest }) =>
      fromPlace === asked.from &&
      toPlace === asked.to &&
      earliest <= asked.latest &&
      latest >= asked.earliest,
  )
  if (same) throw new AppError('ride_request_exists')
  if (current.length >= RIDE_REQUESTS_MAX) throw new AppError('ride_request_limit')
}

function alertFor({ from, to, seats, maxPrice }: Asked, { earliest, latest }: Hours, now: Date) {
  const days = { since: bogotaDate(earliest), until: bogotaDate(latest) }
  return { from, to, ...days, seats, maxPrice, now }
}
