import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChangePreview } from '#contract/trip-changes.ts'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aFundedWallet, aVerifiedDriver, freshToken, type TestUser } from '#test/factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { aTrip, BOGOTA, CALI, type TestTrip } from '#test/trip-factories.ts'

// A driver moves a trip onto another journey of a passenger (decision 71).

let test: BookingsApp
let early: TestTrip
let late: TestTrip
let ana: TestUser

const WAY = { from: BOGOTA, to: CALI }

beforeAll(async () => {
  test = await openBookingsApp()
})
beforeEach(async () => {
  early = await test.newTrip({ paymentModes: ['billetera'] })
  const { departsAt, arrivesAt } = early.facts
  const took = arrivesAt.getTime() - departsAt.getTime()
  late = await test.newTrip({ departsAt: addMs(arrivesAt, HOUR_MS), paymentModes: ['billetera'] })
  expect(late.facts.departsAt.getTime() - departsAt.getTime()).toBe(took + HOUR_MS)
  ana = await test.aPassenger(2_000_000)
  // Less than a day before both, and longer than half an hour after booking.
  test.clock.set(addMs(departsAt, -20 * HOUR_MS))
})

async function asDriver(of: TestTrip, method: 'PATCH' | 'POST', path: string, payload: object) {
  const answer = await test.app.inject({
    method,
    url: `/api/trips/${of.tripId}${path}`,
    headers: { authorization: `Bearer ${await freshToken(test.deps, of.driver)}` },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() }
}

const at = (of: TestTrip, ms: number) => ({
  departsAt: addMs(of.facts.departsAt, ms).toISOString(),
})
const moveBy = (of: TestTrip, ms: number) => asDriver(of, 'PATCH', '', at(of, ms))
const seen = async (id: string) => (await test.call(ana, 'GET', `/bookings/${id}`)).body.booking
const cancel = (id: string) => test.call(ana, 'POST', `/bookings/${id}/cancel`)

async function lastNews(): Promise<{ title: string; body: string }> {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select title, body from notifications where user_id = $1 order by created_at desc, id desc`,
    [ana.userId],
  )
  return rows[0]
}

async function bothBooked() {
  const first = await test.booked(ana, early, WAY)
  const second = await test.booked(ana, late, WAY)
  test.clock.set(addMs(test.clock.now(), HOUR_MS))
  return { first, second }
}

describe('a trip moved onto another booking of its passenger', () => {
  it('succeeds, and tells her the other journey and that either may be left', async () => {
    const { first, second } = await bothBooked()
    expect(await seen(first.id)).toMatchObject({
      crosses: false,
      refundIfCancelledNow: first.price / 2,
    })
    expect((await moveBy(late, -2 * HOUR_MS)).status).toBe(200)
    for (const { id, price } of [first, second]) {
      expect(await seen(id)).toMatchObject({ crosses: true, refundIfCancelledNow: price })
    }
    const { body } = await lastNews()
    expect(body).toContain('Se cruza con: Bogotá → Cali')
    expect(body).toContain('puedes salirte de cualquiera sin costo')
    await expectConsistent(test.deps)
  })

  it('returns all of the journey that did not move, and the other one is normal', async () => {
    const { first, second } = await bothBooked()
    // A small move, which by itself allows nothing.
    await moveBy(late, -HOUR_MS - 10 * 60_000)
    const { fullRefundUntil, from } = await seen(first.id)
    expect(fullRefundUntil).toBe(from.at)
    expect((await cancel(first.id)).body.booking).toMatchObject({ refunded: first.price })
    const rest = await seen(second.id)
    expect(rest.crosses).toBe(false)
    await expectConsistent(test.deps)
  })

  it('counts as no return by choice', async () => {
    const { first } = await bothBooked()
    await moveBy(late, -2 * HOUR_MS)
    await cancel(first.id)
    const again = await moveBy(late, 0)
    expect(again.status).toBe(200)
    const { freeReturnsLeft } = await test.booked(ana, early, WAY)
    expect(freeReturnsLeft).toBe(2)
  })

  it('is normal again when the trip moves back', async () => {
    const { first, second } = await bothBooked()
    await moveBy(late, -2 * HOUR_MS)
    await moveBy(late, 0)
    expect(await seen(first.id)).toMatchObject({ crosses: false })
    expect(await seen(second.id)).toMatchObject({ crosses: false })
    expect((await lastNews()).body).not.toContain('Se cruza')
  })

  it('names the trip that the passenger drives herself', async () => {
    const drives = await aVerifiedDriver(test.deps)
    await aFundedWallet(test.deps, drives.userId, 500_000)
    ana = drives
    const { id, price } = await test.booked(ana, early, WAY)
    await aTrip(test.deps, { driver: drives, departsAt: late.facts.departsAt })
    test.clock.set(addMs(test.clock.now(), HOUR_MS))
    expect((await moveBy(early, 2 * HOUR_MS)).status).toBe(200)
    expect(await seen(id)).toMatchObject({ crosses: true, refundIfCancelledNow: price })
    expect((await lastNews()).body).toContain('A esa hora conduces un viaje tuyo')
  })
})

it('says in the preview how many passengers have another journey then, and not whose', async () => {
  await bothBooked()
  const preview = async (ms: number): Promise<ChangePreview> =>
    (await asDriver(late, 'POST', '/change-preview', at(late, ms))).body.preview
  expect(await preview(-2 * HOUR_MS)).toMatchObject({ crossed: 1, told: [{ mayLeaveFree: true }] })
  expect(await preview(2 * HOUR_MS)).toMatchObject({ crossed: 0 })
})

it('previews a small move alike for who has another journey then and who has none', async () => {
  const departsAt = addMs(early.facts.arrivesAt, 5 * MINUTE_MS)
  const near = await test.newTrip({ departsAt, paymentModes: ['billetera'] })
  const eva = await test.aPassenger()
  await test.booked(ana, early, WAY)
  for (const who of [ana, eva]) await test.booked(who, near, WAY)
  test.clock.advance(HOUR_MS)
  const { body } = await asDriver(near, 'POST', '/change-preview', at(near, -10 * MINUTE_MS))
  const { crossed, told }: ChangePreview = body.preview
  expect([crossed, ...told.map(({ mayLeaveFree }) => mayLeaveFree)]).toEqual([1, false, false])
})

it('reports open bookings that overlap without a move', async () => {
  const { first, second } = await bothBooked()
  await moveBy(late, -2 * HOUR_MS)
  expect(await findMismatches(test.deps)).toEqual([])
  await asOwner(
    test.deps.databaseUrl,
    `update bookings set trip_changed_at = null where id = '${second.id}'`,
  )
  const subjects = [first.id, second.id].toSorted().map((id) => `booking ${id}`)
  const [found] = await findMismatches(test.deps)
  expect({ ...found, subjects: found?.subjects.toSorted() }).toEqual({
    check: 'overlaps',
    subjects,
  })
})
