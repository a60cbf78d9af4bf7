import { beforeAll, expect, it } from 'vitest'
import { findDebt } from '#server/modules/bank/ledger/index.ts'
import { quoteTrip } from '#server/modules/roads/pricing/index.ts'
import { findTripFacts } from '#server/modules/travel/trips/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { aUser, aVerifiedDriver, type TestUser } from '#test/factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { aRoadNetwork, aTrip, BOGOTA, CALI } from '#test/trip-factories.ts'
import { openPaymentsApp, type PaymentsApp } from '#test/wompi.ts'

let shop: PaymentsApp

beforeAll(async () => {
  shop = await openPaymentsApp()
  await aRoadNetwork(shop.deps)
})

/** A passenger whose only money is one top-up, which is spent on a seat. */
async function aSpentTopUp<Who extends TestUser = TestUser>(who?: Who) {
  const ana = who ?? (await aUser(shop.deps))
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

it('opens a case when a top-up is voided after the trip; the driver keeps the fare', async () => {
  const { ana, trip, fare, booking, takenBack, statusOf } = await aSpentTopUp()
  shop.clock.set(trip.facts.departsAt)
  const { body: ticket } = await shop.get(ana, `/bookings/${booking.id}/ticket`)
  const { code } = ticket as unknown as { code: string }
  await shop.post(trip.driver, `/trips/${trip.tripId}/check-in`, { code })
  const earned = await shop.balance(trip.driver)
  await takenBack()
  expect(await statusOf()).toBe('checked_in')
  expect([await shop.balance(ana), await shop.balance(trip.driver)]).toEqual([0, earned])
  expect(await shop.cases()).toEqual([
    { kind: 'reversal_uncovered', details: { owedPesos: fare, takenPesos: 0 }, closed: false },
  ])
  expect(await findDebt(shop.deps.db, ana.userId)).toBe(fare)
  await expectConsistent(shop.deps)
})

it('leaves held money and the booking untouched when a top-up is voided', async () => {
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

it('pays the debt of a voided top-up from the refund of a cancelled booking', async () => {
  const { ana, trip, fare, booking, takenBack } = await aSpentTopUp()
  await takenBack()
  const cancelled = await shop.post(ana, `/bookings/${booking.id}/cancel`, {})
  expect(cancelled.status).toBe(200)
  expect(await shop.balance(ana)).toBe(0)
  expect(await findDebt(shop.deps.db, ana.userId)).toBe(0)
  const stops = { fromStopId: trip.stop(BOGOTA), toStopId: trip.stop(CALI) }
  const again = await shop.post(ana, `/trips/${trip.tripId}/bookings`, stops)
  expect([again.status, again.body.code]).toEqual([409, 'insufficient_funds'])
  await shop.runRecurring('finance.tell-debts-paid')
  expect((await shop.cases()).at(-1)).toMatchObject({ kind: 'reversal_uncovered', closed: true })
  const subjects = shop.mail.control.messages(ana.email).map(({ subject }) => subject)
  expect(subjects).toContain('Tu recarga fue anulada y quedó un saldo pendiente')
  expect(subjects.filter((subject) => subject === 'Tu saldo pendiente está pagado')).toHaveLength(1)
  expect(fare).toBeGreaterThan(0)
  await expectConsistent(shop.deps)
})

it('pays an open debt first from a new top-up, and shows it in the wallet before', async () => {
  const { ana, fare, takenBack } = await aSpentTopUp()
  await takenBack()
  expect((await shop.get(ana, '/wallet/balance')).body).toMatchObject({ balance: 0, debt: fare })
  const reference = await shop.topUp(ana, fare + 15_000)
  shop.wompi.settle(shop.payer(reference, fare + 15_000), 'APPROVED')
  await shop.settleAll()
  expect((await shop.get(ana, '/wallet/balance')).body).toMatchObject({ balance: 15_000, debt: 0 })
  const { transactions } = (await shop.get(ana, '/wallet/transactions')).body
  expect(transactions.map(({ amount, description }) => [amount, description])).toContainEqual([
    -fare,
    'Pago de tu saldo pendiente',
  ])
  await expectConsistent(shop.deps)
})

it('refuses direct payment on trips of a driver with a debt, but not wallet payment', async () => {
  const driver = await aVerifiedDriver(shop.deps)
  const { trip: model, fare, takenBack } = await aSpentTopUp(driver)
  await takenBack()
  const departsAt = addMs(shop.clock.now(), 20 * DAY_MS)
  const stops = model.facts.places
    .filter(({ placeId }) => [BOGOTA, CALI].includes(placeId))
    .map(({ placeId }) => ({ placeId }))
  const { quote } = await quoteTrip(shop.deps, {
    stops: stops.map(({ placeId }) => placeId),
    departsAt,
    seats: 3,
  })
  const offer = {
    vehicleId: driver.vehicleId,
    stops,
    departsAt: departsAt.toISOString(),
    seats: 3,
    seatPrice: quote.seat.recommended,
  }
  const direct = await shop.post(driver, '/trips', { ...offer, paymentModes: ['directo'] })
  expect([direct.status, direct.body.code]).toEqual([409, 'debt_open'])
  expect(direct.body).toMatchObject({ details: { debtPesos: fare } })
  const published = await shop.post(driver, '/trips', { ...offer, paymentModes: ['billetera'] })
  expect(published.status).toBe(201)
  const { id } = (published.body as unknown as { trip: { id: string } }).trip
  const edit = await shop.call(driver, 'PATCH', `/trips/${id}`, {
    paymentModes: ['billetera', 'directo'],
  })
  expect([edit.status, edit.body.code]).toEqual([409, 'debt_open'])
})
