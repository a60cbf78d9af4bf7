import type { z } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import type { Overlap, PublishRefusal, trips } from '#contract/trips.ts'
import { requireDriverPhoto, requireWoman } from '#server/modules/people/users/index.ts'
import { planRoute } from '#server/modules/roads/places/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type AppError, refusalIn } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import {
  assertCanDrive,
  assertDirectBalance,
  assertMoment,
  assertNotes,
  assertRoom,
  driveOver,
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
          ? inTx((tx) => assertDirectBalance(tx, userId))
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
  for (const [trip, rule] of rules) {
    const refusal = await refusalIn((async () => await rule())())
    if (!refusal) continue
    if (isPassing(refusal)) throw refusal
    const { code, message, details } = refusal
    const overlap = code === 'trip_overlaps' && details ? (details as Overlap) : null
    refusals.push({ code, message, trip, overlap })
  }
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
  const drive = driveOver(route, departsAt)
  await inTransaction(deps.db, (tx) =>
    assertCanDrive(deps, tx, { driverId, vehicleId, seats, drive }),
  )
}

const PASSING: readonly ErrorCode[] = ['busy', 'unavailable', 'internal', 'publishing_off']

/** Whether a failure is temporary: the trip is tried again instead of refused. */
export const isPassing = ({ code }: AppError) => PASSING.includes(code)
