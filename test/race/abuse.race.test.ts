import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { DIRECT_OPEN_MAX } from '#contract/booking-limits.ts'
import { walletTotals } from '#server/modules/bank/ledger/index.ts'
import { cancelOpenBookings } from '#server/modules/travel/bookings/cancel/cancel-trip.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, FUNDS, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aVerifiedDriver, type TestUser } from '#test/factories.ts'
import { BOGOTA, CALI, GIRARDOT, type TestTrip, type TripOptions } from '#test/trip-factories.ts'
import { expectConsistent } from './invariants.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp({ poolSize: 20, callsOfOnePerson: 50 })
})

const MODES: TripOptions = { paymentModes: ['billetera', 'directo'] }

type Answer = Awaited<ReturnType<BookingsApp['call']>>

function outcomes(answers: Answer[]): Record<string, number> {
  const found: Record<string, number> = {}
  for (const { status, body } of answers) {
    const name = status < 300 ? 'ok' : String(body.code)
    found[name] = (found[name] ?? 0) + 1
  }
  return found
}

async function aRichDriver(pesos: number) {
  test.clock.set(TEST_NOW)
  const driver = await aVerifiedDriver(test.deps)
  await aFundedWallet(test.deps, driver.userId, pesos)
  return driver
}

describe('money that has not arrived yet', () => {
  it('prevents a driver from spending money that is only held for the wallet', async () => {
    const trip = await test.newTrip()
    await test.booked(await test.aPassenger(), trip, { from: BOGOTA, seats: 3 })
    expect((await walletTotals(test.deps.db, trip.driver.userId)).incoming).toBeGreaterThan(0)
    const other = await test.newTrip({ departsAt: addMs(TEST_NOW, 2 * DAY_MS) })
    expect((await test.book(trip.driver, other)).body.code).toBe('insufficient_funds')
    await expectConsistent(test.deps)
  })

  it("never takes more commissions for direct seats than the driver's wallet has", async () => {
    const driver = await aRichDriver(10_000)
    const trips = [
      await test.newTrip({ driver, ...MODES, seats: 4 }),
      await test.newTrip({
        driver,
        ...MODES,
        seats: 4,
        departsAt: addMs(TEST_NOW, 3 * DAY_MS),
      }),
    ]
    const buyers = await Promise.all(Array.from({ length: 8 }, () => test.aPassenger(0)))
    const answers = await Promise.all(
      buyers.map((buyer, n) =>
        test.book(buyer, trips[n % 2] as TestTrip, {
          from: BOGOTA,
          to: CALI,
          paymentMode: 'directo',
        }),
      ),
    )
    const { ok = 0, driver_balance_low: refused = 0 } = outcomes(answers)
    expect(ok + refused).toBe(8)
    expect(ok).toBeGreaterThan(0)
    expect(refused).toBeGreaterThan(0)
    expect(await test.available(driver)).toBeGreaterThanOrEqual(0)
    await expectConsistent(test.deps)
  })
})

describe('direct seats without payment in advance', () => {
  it("limits a person's direct seats, however fast they are requested", async () => {
    const ana = await test.aPassenger(0)
    const trips: TestTrip[] = []
    for (let n = 0; n < DIRECT_OPEN_MAX + 4; n += 1) {
      const departsAt = addMs(TEST_NOW, (n + 1) * DAY_MS)
      trips.push(await test.newTrip({ driver: await aRichDriver(500_000), ...MODES, departsAt }))
    }
    const answers = await Promise.all(
      trips.map((trip) => test.book(ana, trip, { paymentMode: 'directo' })),
    )
    expect(outcomes(answers)).toEqual({ ok: DIRECT_OPEN_MAX, too_many_open_bookings: 4 })
    const refused = trips[answers.findIndex(({ status }) => status !== 201)] as TestTrip
    const kept = answers.find(({ status }) => status === 201)?.body.booking
    await test.call(ana, 'POST', `/bookings/${kept.id}/cancel`)
    await test.booked(ana, refused, { paymentMode: 'directo' })
    await expectConsistent(test.deps)
  })

  it('leaves no row after a refusal without a key', async () => {
    const trip = await test.newTrip()
    const poor = await test.aPassenger(0)
    const rows = async () =>
      (
        await asOwner(
          test.deps.databaseUrl,
          `select (select count(*) from ledger_refusals)::int as refusals,
             (select count(*) from idempotency_keys)::int as keys,
             (select count(*) from bookings)::int as bookings,
             (select count(*) from jobs)::int as jobs`,
        )
      ).rows
    const before = await rows()
    const answers = await Promise.all(Array.from({ length: 20 }, () => test.book(poor, trip)))
    expect(outcomes(answers)).toEqual({ insufficient_funds: 20 })
    expect(await rows()).toEqual(before)
  })

  it("keeps other passengers on the driver's list during repeated book and cancel", async () => {
    const trip = await test.newTrip()
    const [ana, eva] = [await test.aPassenger(), await test.aPassenger()]
    const real = await test.booked(ana, trip, { from: GIRARDOT })
    const noise = await test.booked(eva, trip, { from: BOGOTA })
    await test.call(eva, 'POST', `/bookings/${noise.id}/cancel`)
    await asOwner(
      test.deps.databaseUrl,
      `insert into bookings (id, trip_id, passenger_id, driver_id, from_seq, to_seq, seats,
         fare_pesos, commission_bp, payment_mode, status, hold_id, code, picks_up_at,
         drops_off_at, created_at, closed_at)
       select gen_random_uuid(), trip_id, passenger_id, driver_id, from_seq, to_seq, seats,
         fare_pesos, commission_bp, 'directo', status, null, 'n-' || n, picks_up_at, drops_off_at,
         created_at, closed_at
       from bookings, generate_series(1, 600) as n where id = $1`,
      [noise.id],
    )
    const { body } = await test.call(trip.driver, 'GET', `/trips/${trip.tripId}/bookings`)
    expect(body.bookings).toHaveLength(500)
    expect(body.bookings.map(({ id }: { id: string }) => id)).toContain(real.id)
    await asOwner(
      test.deps.databaseUrl,
      `delete from bookings where code like 'n-%' and trip_id = $1`,
      [trip.tripId],
    )
  })
})

describe('an idempotency key', () => {
  it('ignores a key of another call or person, also a month later', async () => {
    const trip = await test.newTrip({ departsAt: addMs(TEST_NOW, 40 * DAY_MS) })
    const [ana, eva] = [await test.aPassenger(), await test.aPassenger()]
    const key = `clave-${newId()}`
    const booking = await test.booked(ana, trip, { key })
    expect((await test.call(ana, 'POST', '/payments/create', { key, amount: 50_000 })).status).toBe(
      200,
    )
    expect((await test.book(ana, trip, { key, seats: 2 })).status).toBe(422)
    expect((await test.book(ana, await test.newTrip(), { key })).status).toBe(422)
    expect((await test.booked(eva, trip, { key })).id).not.toBe(booking.id)
    test.clock.set(addMs(TEST_NOW, 25 * HOUR_MS))
    await test.runRecurring('purge-old-data')
    expect((await test.booked(ana, trip, { key })).id).toBe(booking.id)
    expect(await test.available(ana)).toBe(FUNDS - booking.price)
    // The row of the key is purged after 30 days; ids derived from the key stay the same.
    test.clock.set(addMs(TEST_NOW, 31 * DAY_MS))
    await test.runRecurring('purge-old-data')
    expect((await test.booked(ana, trip, { key })).id).toBe(booking.id)
    expect((await test.book(ana, trip, { key, seats: 2 })).status).toBe(422)
    await expectConsistent(test.deps)
  })
})

describe('a trip that is being cancelled', () => {
  it('boards nobody who says "a bordo" during the cancellation of a trip', async () => {
    const trip = await test.newTrip({ departsAt: addMs(TEST_NOW, HOUR_MS) })
    const ana = await test.aPassenger()
    const [trips, outbox] = [await session(), await session()]
    // Makes the cancellation wait for the trip's row, after it has read the bookings.
    await trips.query('begin')
    await trips.query('select from trips where id = $1 for no key update', [trip.tripId])
    const cancelling = test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`)
    await waitingFor('update trips')
    const booking = await test.booked(ana, trip, { from: BOGOTA })
    // Makes the cancellation wait for its job, after it has read the boarded passengers.
    await outbox.query('begin')
    await outbox.query(
      `insert into jobs (id, name, payload, key, run_at, created_at)
       values ($1, 'test', '{}', $2, now(), now())`,
      [newId(), `bookings.cancel-trip:${trip.tripId}`],
    )
    await trips.query('commit')
    await waitingFor('insert into jobs')
    const { code } = (await test.call(ana, 'GET', `/bookings/${booking.id}/ticket`)).body
    const path = `/trips/${trip.tripId}/check-in`
    const boarding = test.call(trip.driver, 'POST', path, { code })
    await Promise.race([boarding, waitingFor('check_ins(')])
    await outbox.query('rollback')
    expect((await cancelling).status).toBe(200)
    expect((await boarding).body.code).toBe('ticket_revoked')
    const { body } = await test.call(ana, 'GET', `/bookings/${booking.id}`)
    expect(body.booking.status).toBe('trip_cancelled')
    expect(await test.available(ana)).toBe(FUNDS)
    await Promise.all([trips.end(), outbox.end()])
    await expectConsistent(test.deps)
  })

  it('refunds the other passengers when one booking of a trip cannot be refunded', async () => {
    const trip = await test.newTrip({ seats: 4 })
    const people = await Promise.all(Array.from({ length: 4 }, () => test.aPassenger()))
    const bookings = await Promise.all(people.map((one) => test.booked(one, trip)))
    const first = [...bookings].sort((a, b) => (a.id < b.id ? -1 : 1))[0]
    const breakHold = (id: string | null) =>
      asOwner(test.deps.databaseUrl, 'update bookings set hold_id = $2 where id = $1', [
        first.id,
        id,
      ])
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select hold_id from bookings where id = $1',
      [first.id],
    )
    await breakHold(newId())
    const answer = await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`)
    expect(answer.status).toBe(200)
    const unlucky = bookings.findIndex(({ id }) => id === first.id)
    const money = await Promise.all(people.map((one) => test.available(one)))
    expect(money.map((pesos, n) => pesos === FUNDS || n === unlucky)).toEqual(Array(4).fill(true))
    const open = { tripId: trip.tripId, byTeam: false }
    await expect(cancelOpenBookings(test.deps, open)).rejects.toThrow(AggregateError)
    await breakHold(rows[0].hold_id)
    await cancelOpenBookings(test.deps, open)
    expect(await test.available(people[unlucky] as TestUser)).toBe(FUNDS)
    await expectConsistent(test.deps)
  })
})

async function session(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: test.deps.databaseUrl })
  await client.connect()
  return client
}

/** Waits until a statement with this text waits for a lock. */
async function waitingFor(text: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await asOwner(
          test.deps.databaseUrl,
          `select 1 from pg_stat_activity where datname = current_database()
             and wait_event_type = 'Lock' and query like '%' || $1 || '%'`,
          [text],
        )
        return rows.length
      },
      { timeout: 6_000 },
    )
    .toBeGreaterThan(0)
}
