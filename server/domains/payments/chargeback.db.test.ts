import { beforeAll, expect, it } from 'vitest'
import { findTripFacts } from '#server/domains/trips/trips.public.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { aUser } from '#test/factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { aRoadNetwork, aTrip, BOGOTA, CALI } from '#test/trip-factories.ts'
import { openPaymentsApp, type PaymentsApp } from '#test/wompi.ts'

let shop: PaymentsApp

beforeAll(async () => {
  shop = await openPaymentsApp()
  await aRoadNetwork(shop.deps)
})

/** A passenger whose only money is one top-up, spent on a seat. */
async function aSpentTopUp() {
  const ana = await aUser(shop.deps)
  const trip = await aTrip(shop.deps, { departsAt: addMs(shop.clock.now(), 9 * DAY_MS) })
  const fare = (await findTripFacts(shop.deps.db, trip.tripId))?.seatPrice ?? 0
  const reference = await shop.topUp(ana, fare)
  const transactionId = shop.payer(reference, fare, { delivery: 'none' })
  shop.wompi.settle(transactionId, 'APPROVED')
  await shop.wompi.post(shop.wompi.eventBody(transactionId))
  await shop.runJobs()
  const stops = { fromStopId: trip.stop(BOGOTA), toStopId: trip.stop(CALI) }
  const { body } = await shop.post(ana, `/trips/${trip.tripId}/bookings`, stops)
  const { booking } = body as unknown as { booking: { id: string } }
  expect(await shop.balance(ana)).toBe(0)
  async function takenBack() {
    shop.wompi.settle(transactionId, 'VOIDED')
    await shop.wompi.post(shop.wompi.eventBody(transactionId))
    await shop.runJobs()
  }
  const statusOf = async () => {
    const answer = await shop.get(ana, `/bookings/${booking.id}`)
    return (answer.body as unknown as { booking: { status: string } }).booking.status
  }
  return { ana, trip, fare, booking, takenBack, statusOf }
}

it('a top-up taken back after the journey leaves a case; the driver keeps the fare', async () => {
  const { ana, trip, fare, booking, takenBack, statusOf } = await aSpentTopUp()
  shop.clock.set(trip.facts.departsAt)
  await shop.post(ana, `/bookings/${booking.id}/aboard`, {})
  const earned = await shop.balance(trip.driver)
  await takenBack()
  expect(await statusOf()).toBe('checked_in')
  expect([await shop.balance(ana), await shop.balance(trip.driver)]).toEqual([0, earned])
  expect(await shop.cases()).toEqual([
    {
      kind: 'reversal_uncovered',
      details: { missingPesos: fare, takenPesos: 0 },
      closed: false,
    },
  ])
  await expectConsistent(shop.deps)
})

it('held money is not touched, and the booking stands', async () => {
  const { ana, fare, takenBack, statusOf } = await aSpentTopUp()
  const before = (await shop.cases()).length
  await takenBack()
  expect(await statusOf()).toBe('confirmed')
  expect((await shop.get(ana, '/wallet/balance')).body).toMatchObject({ balance: 0, held: fare })
  expect((await shop.cases()).slice(before)).toMatchObject([{ kind: 'reversal_uncovered' }])
  await takenBack()
  expect(await shop.cases()).toHaveLength(before + 1)
  await expectConsistent(shop.deps)
})
