import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { commissionOn } from '#contract/commission.ts'
import type { EarningSum, TripEarnings } from '#contract/wallet.ts'
import { walletId } from '#server/modules/bank/ledger/index.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { derivedId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import {
  aFundedWallet,
  aVerifiedDriver,
  freshToken,
  type TestDriver,
  type TestUser,
} from '#test/factories.ts'
import { hearDriver } from '#test/hearing-steps.ts'
import { DRIVER_FUNDS, modes, openPolicyApp, type PolicyApp } from '#test/policy-factories.ts'
import { BOGOTA, CALI, type TestTrip } from '#test/trip-factories.ts'
import { firstDays } from './show-earnings.ts'

type Earnings = Record<'week' | 'month', EarningSum & { since: string }> &
  Record<'toCome' | 'disputed', EarningSum> & {
    trips: TripEarnings[]
    totalPages: number
    weeks: { since: string; net: number }[]
  }
type Booked = { id: string; price: number; from: { at: string } }

const pesosText = (value: number) => `$\u00A0${value.toLocaleString('es-CO')}`
const nothing = { net: 0, gross: 0, commission: 0, cash: 0 }
const statement = 'Yo no viajé: el conductor anotó mi código y se fue.'
const note = 'Revisamos los registros del viaje.'

let test: PolicyApp

beforeAll(async () => {
  test = await openPolicyApp()
})

/** Expected sum of a gross amount, of which `cash` is paid directly. */
function sum(gross: number, cash = 0): EarningSum {
  const commission = commissionOn(gross, 1_000)
  return { net: gross - commission, gross, commission, cash }
}

async function earnings(driver: TestUser, query = ''): Promise<Earnings> {
  const { status, body } = await test.call(driver, 'GET', `/wallet/earnings${query}`)
  expect(status).toBe(200)
  return body
}

async function aDriver(): Promise<TestDriver> {
  test.clock.set(TEST_NOW)
  const driver = await aVerifiedDriver(test.deps)
  await aFundedWallet(test.deps, driver.userId, DRIVER_FUNDS)
  return driver
}

const aTripOf = (driver: TestDriver, days: number): Promise<TestTrip> =>
  test.newTrip({
    driver,
    departsAt: addMs(TEST_NOW, days * DAY_MS),
    paymentModes: ['billetera', 'directo'],
  })

async function aSeat(trip: TestTrip, paymentMode: (typeof modes)[number] = 'billetera') {
  const passenger = await test.aPassenger()
  const stops = { from: BOGOTA, to: CALI }
  const booking: Booked = await test.booked(passenger, trip, { ...stops, paymentMode })
  return { passenger, booking }
}

async function decide(bookingId: string, outcome: 'passenger' | 'driver') {
  await hearDriver(test.deps.databaseUrl, bookingId)
  await test.call(test.helper, 'POST', `/admin/disputes/${bookingId}/resolve`, { outcome, note })
}

/** Net pesos that the ledger posted to the driver for bookings, without open disputes. */
async function postedTo({ userId }: TestUser): Promise<number> {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select coalesce(sum(case when t.credit_account = any($1) then t.amount else -t.amount end),
       0)::int as pesos
     from ledger_transfers t join bookings b on b.id::text = t.cause_id and b.driver_id = $2
     where t.kind in ('post', 'transfer') and t.code <> 'debt_repayment'
       and (t.credit_account = any($1) or t.debit_account = any($1))
       and not exists (select from disputes d where d.booking_id = b.id and d.resolved_at is null)`,
    [[walletId(userId), derivedId('ledger.receivable.COP', userId)], userId],
  )
  return rows[0].pesos
}

describe('GET /wallet/earnings', () => {
  it('answers zeros and no trips to a person who has never driven', async () => {
    test.clock.set(TEST_NOW)
    const found = await earnings(await test.aPassenger())
    expect(found).toEqual({
      week: { since: '2026-11-16', ...nothing },
      month: { since: '2026-11-01', ...nothing },
      weeks: [
        ...['2026-09-28', '2026-10-05', '2026-10-12', '2026-10-19', '2026-10-26'],
        ...['2026-11-02', '2026-11-09', '2026-11-16'],
      ].map((since) => ({ since, net: 0 })),
      toCome: nothing,
      disputed: nothing,
      trips: [],
      totalPages: 1,
      page: 1,
    })
  })

  it('counts a fare, half a fare of a late cancellation and a direct payment, net', async () => {
    const driver = await aDriver()
    const trip = await aTripOf(driver, 1)
    const [boards, cancels, pays] = [
      await aSeat(trip),
      await aSeat(trip),
      await aSeat(trip, 'directo'),
    ]
    const { price } = boards.booking
    const before = (await earnings(driver)).trips[0]
    expect(before).toMatchObject({ toCome: sum(3 * price, price), earned: nothing })
    test.toPickUp(boards.booking, -HOUR_MS)
    await test.act(cancels.passenger, cancels.booking, 'cancel')
    await test.board(driver, boards.booking)
    await test.board(driver, pays.booking)
    const earned = sum(price + price / 2 + price, price)
    const found = await earnings(driver)
    expect(found).toMatchObject({ week: earned, month: earned, toCome: nothing, disputed: nothing })
    expect(found.trips).toMatchObject([
      { tripId: trip.tripId, earned, toCome: nothing, disputed: nothing },
    ])
    expect(found.week.net - found.week.cash).toBe(await postedTo(driver))
    expect(await test.available(driver)).toBe(DRIVER_FUNDS + (await postedTo(driver)))
    expect(found.weeks.map(({ net }) => net)).toEqual([0, 0, 0, 0, 0, 0, 0, earned.net])
    // Sunday's last moment in Bogotá is of the week, and Monday's first one of the next.
    test.clock.set(new Date('2026-11-23T05:00:00.000Z'))
    const token = await freshToken(test.deps, driver)
    const later = await earnings({ ...driver, token })
    expect(later.weeks.slice(-2)).toEqual([
      { since: '2026-11-16', net: earned.net },
      { since: '2026-11-23', net: 0 },
    ])
  })

  it('shows the same net money in the history, the balance and the trip', async () => {
    const driver = await aDriver()
    const trip = await aTripOf(driver, 1)
    test.clock.advance(MINUTE_MS)
    const { passenger, booking } = await aSeat(trip)
    const { net, commission } = sum(booking.price)
    const history = async (who: TestUser) =>
      (await test.call(who, 'GET', '/wallet/transactions')).body.transactions
    const detail = `(${pesosText(booking.price)} menos ${pesosText(commission)} de comisión)`
    const waiting = await history(driver)
    expect(waiting).toMatchObject([
      {
        ...{ transaction_type: 'ingreso_viaje', amount: net, status: 'pending' },
        description: `Ingreso por viaje, por confirmar ${detail} · Bogotá → Cali`,
      },
      { transaction_type: 'recarga' },
    ])
    // The passenger's top-up has the same time, so the order of the two lines is random.
    const named = { bookingId: booking.id, tripId: trip.tripId, from: 'Bogotá', to: 'Cali' }
    expect(waiting[0].trip).toMatchObject({ ...named, as: 'driver' })
    expect(waiting[1].trip).toBeNull()
    const held = {
      ...{ transaction_type: 'reserva', amount: -booking.price, status: 'pending' },
      trip: expect.objectContaining({ ...named, as: 'passenger' }),
    }
    expect(await history(passenger)).toContainEqual(expect.objectContaining(held))
    test.toPickUp(booking, 0)
    await test.board(driver, booking)
    const lines = await history(driver)
    expect(lines).toMatchObject([
      {
        ...{ transaction_type: 'ingreso_viaje', amount: net, status: 'completed' },
        description: `Ingreso por viaje ${detail} · Bogotá → Cali`,
      },
      { transaction_type: 'recarga' },
    ])
    const amounts = lines.map(({ amount }: { amount: number }) => amount)
    expect(amounts[0] + amounts[1]).toBe(await test.available(driver))
    expect((await earnings(driver)).trips[0]?.earned.net).toBe(net)
    await test.act(passenger, booking, 'dispute', { statement })
    const balance = await test.call(driver, 'GET', '/wallet/balance')
    expect(balance.body.disputed).toBe(net)
  })

  it('moves a denied fare from earned to disputed, and to nothing once returned', async () => {
    const driver = await aDriver()
    const trip = await aTripOf(driver, 1)
    const [denies, stays] = [await aSeat(trip), await aSeat(trip)]
    test.toPickUp(denies.booking, 0)
    await test.board(driver, denies.booking)
    await test.board(driver, stays.booking)
    test.clock.advance(HOUR_MS)
    await test.act(denies.passenger, denies.booking, 'dispute', { statement })
    const one = sum(denies.booking.price)
    expect(await earnings(driver)).toMatchObject({ week: one, disputed: one })
    await decide(denies.booking.id, 'passenger')
    const after = await earnings(driver)
    expect(after).toMatchObject({ week: one, disputed: nothing, trips: [{ earned: one }] })
    expect(after.week.net).toBe(await postedTo(driver))
  })

  it('counts the fare of an absent passenger as in question, a direct one not', async () => {
    const driver = await aDriver()
    const trip = await aTripOf(driver, 1)
    const [comes, absent, direct] = [
      await aSeat(trip),
      await aSeat(trip),
      await aSeat(trip, 'directo'),
    ]
    test.toPickUp(comes.booking, 0)
    await test.board(driver, comes.booking)
    test.toPickUp(comes.booking, 16 * MINUTE_MS)
    await test.act(driver, absent.booking, 'no-show')
    await test.act(driver, direct.booking, 'no-show')
    const one = sum(absent.booking.price)
    expect(await earnings(driver)).toMatchObject({ toCome: nothing, disputed: one, week: one })
  })

  it('counts a week from Monday and a month from its first day in Bogotá', async () => {
    const driver = await aDriver()
    const trip = await aTripOf(driver, 1)
    const { booking } = await aSeat(trip)
    test.toPickUp(booking, 0)
    await test.board(driver, booking)
    const one = sum(booking.price)
    // Sunday 22 November 23:59:59 in Bogotá, then Monday.
    test.clock.set(new Date('2026-11-23T04:59:59.000Z'))
    expect(await earnings(driver)).toMatchObject({ week: one, month: one })
    test.clock.advance(1_000)
    expect(await earnings(driver)).toMatchObject({ week: nothing, month: one })
    test.clock.set(new Date('2026-12-01T05:00:00.000Z'))
    const found = await earnings(driver)
    expect(found).toMatchObject({ month: { since: '2026-12-01', ...nothing } })
    expect(found.trips).toMatchObject([{ earned: one }])
  })

  it('lists ten trips per page, the latest departure first', async () => {
    const driver = await aDriver()
    const trips: string[] = []
    for (let days = 1; days <= 11; days += 1) {
      const trip = await aTripOf(driver, days)
      await aSeat(trip)
      trips.unshift(trip.tripId)
    }
    const idsOf = ({ trips: listed }: Earnings) => listed.map(({ tripId }) => tripId)
    const first = await earnings(driver)
    expect([idsOf(first), first.totalPages]).toEqual([trips.slice(0, 10), 2])
    expect(idsOf(await earnings(driver, '?page=2'))).toEqual(trips.slice(10))
  })
})

const ENDINGS = ['open', 'board', 'late cancel', 'early cancel', 'no-show', 'denied'] as const
const seat = fc.record({
  mode: fc.constantFrom(...modes),
  end: fc.constantFrom(...ENDINGS, 'no-show objected', 'returned', 'upheld'),
})
type Shown = { driverEarns: number; driverMoneyPart: 'earned' | 'to_come' | 'in_question' }
type Seat = Awaited<ReturnType<typeof aSeat>> & { end: string }

/** Ends seats of a trip in the order of time: cancelled, boarded, claimed, disputed, decided. */
async function endSeats(driver: TestDriver, seats: readonly Seat[]): Promise<void> {
  const each = async (ends: string[], act: (seat: Seat) => Promise<unknown>) => {
    for (const one of seats) if (ends.includes(one.end)) await act(one)
  }
  await each(['early cancel'], ({ passenger, booking }) => test.act(passenger, booking, 'cancel'))
  const [{ booking: first }] = seats as [Seat]
  test.toPickUp(first, -HOUR_MS)
  await each(['late cancel'], ({ passenger, booking }) => test.act(passenger, booking, 'cancel'))
  test.toPickUp(first, 0)
  const scanned = ['board', 'denied', 'returned', 'upheld']
  await each(scanned, ({ booking }) => test.board(driver, booking))
  test.toPickUp(first, 31 * MINUTE_MS)
  const missed = ['no-show', 'no-show objected']
  await each(missed, ({ booking }) => test.act(driver, booking, 'no-show'))
  const contested = ['denied', 'returned', 'upheld', 'no-show objected']
  await each(contested, ({ passenger, booking }) =>
    test.act(passenger, booking, 'dispute', { statement }),
  )
  await each(['returned'], ({ booking }) => decide(booking.id, 'passenger'))
  await each(['upheld'], ({ booking }) => decide(booking.id, 'driver'))
}

it('has net sums that equal the ledger, however the bookings of a trip end', async () => {
  const world = fc.array(seat, { minLength: 3, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(world, async (plan) => {
      const driver = await aDriver()
      const trip = await aTripOf(driver, 3)
      const seats: Seat[] = []
      for (const { mode, end } of plan) seats.push({ ...(await aSeat(trip, mode)), end })
      await endSeats(driver, seats)
      const found = await earnings(driver)
      expect(found.month.net - found.month.cash).toBe(await postedTo(driver))
      const { earned, toCome, disputed } = found.trips[0] as TripEarnings
      const { since, ...month } = found.month
      expect({ since, earned, toCome, disputed }).toEqual({
        ...{ since: '2026-11-01', earned: month },
        ...{ toCome: found.toCome, disputed: found.disputed },
      })
      const path = `/trips/${trip.tripId}/bookings`
      const shown = await test.call(driver, 'GET', path)
      expect(shown.status).toBe(200)
      const panel = { earned: 0, to_come: 0, in_question: 0 }
      for (const { driverEarns, driverMoneyPart } of shown.body.bookings as Shown[]) {
        panel[driverMoneyPart] += driverEarns
      }
      expect(panel).toEqual({
        ...{ earned: earned.net, to_come: toCome.net },
        ...{ in_question: disputed.net },
      })
    }),
    { numRuns: 12 },
  )
})

it('begins the week of earnings on Monday, also on a Sunday', () => {
  expect(firstDays(new Date('2026-11-22T17:00:00.000Z')).week).toBe('2026-11-16')
  expect(firstDays(new Date('2026-11-23T17:00:00.000Z')).week).toBe('2026-11-23')
})
