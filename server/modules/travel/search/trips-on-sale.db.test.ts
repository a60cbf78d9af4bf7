import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  closeTrip,
  completeTrips,
  returnSeats,
  takeSeats,
} from '#server/modules/travel/trips/index.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'
import { aRoadNetwork, aTrip, type TestTrip } from '#test/trip-factories.ts'

// The search reads rows that must follow every change of the trips and their seats.

type Row = { seats_left: number[] | null; departs_at: Date; capacity: number }

let deps: TestDeps

beforeAll(async () => {
  deps = await testDeps()
  await aRoadNetwork(deps)
})

async function onSale(trip: TestTrip): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select seats_left, departs_at, capacity from trips_on_sale where trip_id = ${trip.tripId}
    `.execute(deps.db)
  return rows[0]
}

const run = <T>(fn: (tx: Tx) => Promise<T>) => inTransaction(deps.db, fn)
const closing = (trip: TestTrip) => ({ tripId: trip.tripId, driverId: trip.facts.driverId })

describe('the rows that the search reads', () => {
  it('writes the search row with the trip, without seats while none is sold', async () => {
    const trip = await aTrip(deps)
    expect(await onSale(trip)).toEqual({
      seats_left: null,
      departs_at: trip.facts.departsAt,
      capacity: 3,
    })
  })

  it('updates the search row when seats are taken and returned', async () => {
    const trip = await aTrip(deps, { departsAt: addMs(deps.clock.now(), 9 * DAY_MS) })
    const slice = { tripId: trip.tripId, fromSeq: 0, toSeq: 2, seats: 2 }
    await run((tx) => takeSeats(tx, slice))
    expect((await onSale(trip))?.seats_left?.slice(0, 3)).toEqual([1, 1, 3])
    await run((tx) => returnSeats(tx, slice))
    expect((await onSale(trip))?.seats_left).toBeNull()
  })

  it('leaves the search row unchanged when the transaction is rolled back', async () => {
    const trip = await aTrip(deps, { departsAt: addMs(deps.clock.now(), 14 * DAY_MS) })
    const undone = run(async (tx) => {
      await takeSeats(tx, { tripId: trip.tripId, fromSeq: 0, toSeq: 1, seats: 1 })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect((await onSale(trip))?.seats_left).toBeNull()
  })

  it('updates the search row with the departure, and hides it with the status', async () => {
    const trip = await aTrip(deps, { departsAt: addMs(deps.clock.now(), 19 * DAY_MS) })
    const later = addMs(trip.facts.departsAt, HOUR_MS)
    const set = (change: ReturnType<typeof sql>) =>
      run((tx) => sql`update trips set ${change} where id = ${trip.tripId}`.execute(tx))
    await set(sql`departs_at = ${later}, arrives_at = ${addMs(later, DAY_MS)}`)
    expect((await onSale(trip))?.departs_at).toEqual(later)
    await set(sql`status = 'in_progress'`)
    expect(await onSale(trip)).toBeUndefined()
    await set(sql`status = 'published'`)
    expect((await onSale(trip))?.departs_at).toEqual(later)
  })

  it.each([
    ['a trip by request', sql`instant = false`, 'none'],
    ['a trip paid only in cash', sql`payment_modes = array['directo']`, 'none'],
    ['a trip for women', sql`preferences = preferences || '{"womenOnly": true}'`, 'some'],
    [
      'a trip for verified people',
      sql`preferences = preferences || '{"verifiedOnly": true}'`,
      'some',
    ],
  ])('says who books at once when a trip becomes %s', async (_what, change, expected) => {
    const trip = await aTrip(deps, { departsAt: addMs(deps.clock.now(), 44 * DAY_MS) })
    const atOnce = async () => {
      const { rows } = await sql<{ at_once: string }>`
        select at_once from trips_on_sale where trip_id = ${trip.tripId}`.execute(deps.db)
      return rows[0]?.at_once
    }
    const set = (to: ReturnType<typeof sql>) =>
      run((tx) => sql`update trips set ${to} where id = ${trip.tripId}`.execute(tx))
    await set(sql`instant = true, payment_modes = array['billetera'], preferences = '{}'`)
    expect(await atOnce()).toBe('all')
    await set(change)
    expect(await atOnce()).toBe(expected)
  })

  it('deletes the search row of a cancelled trip, even if seats return later', async () => {
    const now = deps.clock.now()
    const cancelled = await aTrip(deps, { departsAt: addMs(now, 24 * DAY_MS) })
    const slice = { tripId: cancelled.tripId, fromSeq: 0, toSeq: 1, seats: 1 }
    await run((tx) => takeSeats(tx, slice))
    await run((tx) =>
      closeTrip(tx, { ...closing(cancelled), status: 'cancelled', reason: 'Varado', now }),
    )
    await run((tx) => returnSeats(tx, slice))
    expect(await onSale(cancelled)).toBeUndefined()
    const completed = await aTrip(deps, { departsAt: addMs(now, 29 * DAY_MS) })
    await run((tx) => completeTrips(tx, addMs(now, 40 * DAY_MS)))
    expect(await onSale(completed)).toBeUndefined()
  })
})
