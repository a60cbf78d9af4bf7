import type { z } from 'zod'
import type { Overlap, PublishRefusal, trips } from '#contract/trips.ts'
import { requireDriverPhoto, requireWoman } from '#server/modules/people/users/index.ts'
import { planRoute } from '#server/modules/roads/places/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import {
  assertCanDrive,
  assertDirectBalance,
  assertMoment,
  assertNotes,
  assertRoom,
} from './driving-rules.ts'

type Checked = z.output<(typeof trips)['check']['body']>

type Side = PublishRefusal['trip']

/**
 * Lists what would refuse the publication of a trip and of its return, by the rules that publishing
 * has: text, terms, time, driver, car and other trips. The price is checked by its own screen.
 */
export async function checkTrip(
  deps: Deps,
  { userId }: ActorId,
  asked: Checked,
): Promise<PublishRefusal[]> {
  const { notes, preferences, paymentModes, seats, returnAt } = asked
  const inTx = (work: (tx: Tx) => Promise<void>) => inTransaction(deps.db, work)
  const rules: [Side, () => void | Promise<void>][] = [
    ['outward', () => (notes ? assertNotes(notes) : undefined)],
    ['outward', () => assertRoom(seats, preferences)],
    ['outward', () => (preferences?.womenOnly ? requireWoman(deps.db, userId) : undefined)],
    [
      'outward',
      () =>
        paymentModes.includes('directo')
          ? inTx((tx) => assertDirectBalance(deps, tx, userId))
          : undefined,
    ],
    [
      'outward',
      async () => {
        await assertDrive(deps, userId, asked)
        if (asked.vehicleId) await requireDriverPhoto(deps.db, deps, { userId })
      },
    ],
  ]
  if (returnAt) {
    const back = { ...asked, stops: asked.stops.toReversed(), departsAt: returnAt }
    rules.push(['return', () => assertDrive(deps, userId, back)])
  }
  const refusals: PublishRefusal[] = []
  for (const [trip, rule] of rules) refusals.push(...(await refusalOf(trip, rule)))
  return refusals
}

/** Checks time and route; driver, documents and other trips once the car is known. */
async function assertDrive(deps: Deps, driverId: string, asked: Checked): Promise<void> {
  const departsAt = new Date(asked.departsAt)
  assertMoment(deps, departsAt)
  const via = asked.stops.filter((stop) => stop.via).map((stop) => stop.placeId)
  const ids = asked.stops.map((stop) => stop.placeId)
  const route = await planRoute(deps, ids, via)
  const { vehicleId, seats } = asked
  if (!vehicleId) return
  const [from, to] = [route.places[0], route.places.at(-1)]
  assert(from && to, 'a route has ends')
  const drive = {
    departsAt,
    arrivesAt: addMs(departsAt, route.durationMinutes * MINUTE_MS),
    from,
    to,
  }
  await inTransaction(deps.db, (tx) =>
    assertCanDrive(deps, tx, { driverId, vehicleId, seats, drive }),
  )
}

/** Failures that say nothing about the trip: they are not answered as its refusal. */
const PASSING = new Set(['busy', 'unavailable', 'internal'])

async function refusalOf(trip: Side, rule: () => void | Promise<void>): Promise<PublishRefusal[]> {
  try {
    await rule()
    return []
  } catch (error) {
    if (!(error instanceof AppError) || PASSING.has(error.code)) throw error
    const { code, message, details } = error
    const overlap = code === 'trip_overlaps' && details ? (details as Overlap) : null
    return [{ code, message, trip, overlap }]
  }
}
