// The decision to book is made on facts that were read before: a changed fact is answered
// `changed`, seats and money are taken only if there are enough.
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { commissionOn } from '#contract/commission.ts'
import { revenueCommission, walletId } from '#server/modules/bank/ledger/index.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { type Db, inTransaction, type Tx } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'
import { aFundedWallet, aUser, aVerifiedDriver, type TestUser } from '#test/factories.ts'
import { aRoadNetwork, aTrip, CALI, IBAGUE, type TestTrip } from '#test/trip-factories.ts'
import type { Booking } from '../booking.ts'
import { holdIdOf, holdsMoney } from '../settle/settle-booking.ts'
import {
  callBookSeats,
  type DecidedCall,
  listCallFacts,
  rowOf,
  storeRefusal,
} from './book-seat.queries.ts'
import { bookSeat } from './book-seat.ts'
import { decideBooking } from './decide-booking.ts'

const FUNDS = 500_000

let deps: TestDeps
let ana: TestUser
let eva: TestUser
let trip: TestTrip
let otherTrip: TestTrip
/** Eva's booking of the trip; its row is copied. */
let model: Booking

beforeAll(async () => {
  deps = await testDeps({ owner: true })
  await aRoadNetwork(deps)
  const driver = await aVerifiedDriver(deps)
  await aFundedWallet(deps, driver.userId, FUNDS)
  trip = await aTrip(deps, { driver, paymentModes: ['billetera', 'directo'] })
  otherTrip = await aTrip(deps, {
    driver,
    departsAt: addMs(deps.clock.now(), 20 * DAY_MS),
  })
  ana = await aUser(deps)
  eva = await aUser(deps)
  for (const { userId } of [ana, eva]) await aFundedWallet(deps, userId, FUNDS)
  const { booking } = await bookSeat(deps, eva, {
    tripId: trip.tripId,
    seats: 1,
    paymentMode: 'billetera',
    fromStopId: trip.stop(IBAGUE),
    toStopId: trip.stop(CALI),
  })
  model = booking
})

/** Runs `work` in a transaction and undoes it. */
async function undone<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const undo = { of: undefined as T | undefined }
  await inTransaction(deps.db, async (tx) => {
    undo.of = await work(tx)
    throw undo
  }).catch((error) => {
    if (error !== undo) throw error
  })
  return undo.of as T
}

/** Changes rows without triggers and foreign keys. */
async function change(tx: Tx, statement: RawBuilder<unknown>): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(tx)
  await statement.execute(tx)
  await sql`set local session_replication_role = origin`.execute(tx)
}

/** A call of Ana, with the facts that the decision to book was made on. */
async function decided(tx: Tx, mode: Booking['paymentMode'] = 'billetera'): Promise<DecidedCall> {
  const now = deps.clock.now()
  const plan = { ...model, id: newId(), passengerId: ana.userId, paymentMode: mode, code: 'W7W7W7' }
  const booking = { ...plan, holdId: holdsMoney(plan) ? holdIdOf(plan) : null }
  const { id: bookingId, passengerId } = booking
  const call = {
    booking,
    key: { passengerId, key: 'una-clave', hash: 'hash', bookingId, holdId: holdIdOf(plan) },
    revision: trip.facts.revision,
    keepId: null,
    job: { name: 'bookings.advance', runAt: now },
    guard: undefined,
    now,
  }
  const [known] = await listCallFacts(tx as unknown as Db, [call])
  if (!known) throw new Error('person and trip exist')
  const { facts, seen } = known
  expect(decideBooking({ booking, revision: call.revision, facts, now })).toBe('book')
  return { ...call, seen }
}

async function book(tx: Tx, call: DecidedCall): Promise<string | undefined> {
  const [made] = await callBookSeats(tx as unknown as Db, [call], { waits: true })
  return made?.answer
}

async function written(tx: Tx): Promise<unknown> {
  const { rows } = await sql`select
    (select json_agg(seats_left order by trip_id) from trip_seats) as seats,
    (select json_agg(to_jsonb(a) order by id) from ledger_accounts a) as wallets,
    (select count(*) from idempotency_keys) as keys,
    (select count(*) from ledger_refusals) as refusals,
    (select count(*) from ledger_transfers) as transfers,
    (select count(*) from bookings) as bookings,
    (select count(*) from jobs) as jobs`.execute(tx)
  return rows[0]
}

/** Another booking: a copy of Eva's, of Ana unless `row` says otherwise. */
const copy = (row: Record<string, unknown>) =>
  sql`insert into bookings select (jsonb_populate_record(b, ${JSON.stringify({
    id: newId(),
    passenger_id: ana.userId,
    code: newId().slice(-6).toUpperCase(),
    hold_id: null,
    payment_mode: 'directo',
    ...row,
  })}::jsonb)).* from bookings b where id = ${model.id}`

const soon = () => addMs(deps.clock.now(), DAY_MS)
const standing = (userId: string, expelled: boolean, until: Date | 'infinity' | null) =>
  sql`insert into user_standing (user_id, expelled, suspended_until)
    values (${userId}, ${expelled}, ${until})`

const changes: Record<string, () => RawBuilder<unknown>> = {
  'the address is no longer confirmed': () =>
    sql`update users set email_confirmed_at = null where id = ${ana.userId}`,
  'the name is removed': () => sql`update users set first_name = '' where id = ${ana.userId}`,
  'the phone is removed': () => sql`update users
    set phone_sealed = null, phone_index = null, phone_proved_at = null where id = ${ana.userId}`,
  'the account is being closed': () => sql`insert into account_closings
    (id, user_id, asked_at, due_at)
    values (${newId()}, ${ana.userId}, ${deps.clock.now()}, ${soon()})`,
  'the passenger is expelled': () => standing(ana.userId, true, null),
  'the passenger is suspended': () => standing(ana.userId, false, soon()),
  'the driver is paused': () => standing(trip.driver.userId, false, 'infinity'),
  'the passenger blocks the driver': () =>
    sql`insert into blocks values (${ana.userId}, ${trip.driver.userId}, ${soon()})`,
  'another passenger of the trip blocks the passenger': () =>
    sql`insert into blocks values (${eva.userId}, ${ana.userId}, ${soon()})`,
  'the passenger owes money': () => sql`insert into ledger_accounts
    (id, kind, owner_id, currency, balanced, debits_posted, created_at)
    values (${newId()}, 'receivable', ${ana.userId}, 'COP', true, 5000, ${soon()})`,
  'sales are closed': () => sql`update trip_seats set open = false where trip_id = ${trip.tripId}`,
  'the trip is edited': () =>
    sql`update trip_seats set revision = revision + 1 where trip_id = ${trip.tripId}`,
  'the trip becomes one for verified people': () => sql`update trips
    set preferences = preferences || '{"verifiedOnly": true}' where id = ${trip.tripId}`,
  'the passenger books another trip at that time': () => copy({ trip_id: otherTrip.tripId }),
  'the passenger books the same trip': () => copy({}),
  'the key is used by another request': () => sql`insert into new_idempotency_keys
    values (${ana.userId}, 'bookings.book', 'una-clave', 'other', ${model.id}, ${soon()})`,
}

describe('a call of book_seats', () => {
  it.each(Object.entries(changes))('answers changed and writes nothing when %s', async (_, by) => {
    await undone(async (tx) => {
      const call = await decided(tx)
      await change(tx, by())
      const before = await written(tx)
      expect(await book(tx, call)).toBe('changed')
      expect(await storeRefusal(tx as unknown as Db, call)).toBe(false)
      expect(await written(tx)).toEqual(before)
    })
  })

  it.each([
    [
      'another booking in directo',
      () => {
        const at = addMs(deps.clock.now(), 90 * DAY_MS)
        const times = { picks_up_at: at, drops_off_at: addMs(at, HOUR_MS) }
        return copy({ trip_id: otherTrip.tripId, ...times })
      },
    ],
    [
      'a returned seat of the trip',
      () => copy({ status: 'cancelled_by_passenger', closed_at: deps.clock.now() }),
    ],
  ])('answers changed in directo, and books in billetera, after %s', async (_, by) => {
    for (const [mode, answer] of [
      ['directo', 'changed'],
      ['billetera', 'booked'],
    ] as const) {
      await undone(async (tx) => {
        const call = await decided(tx, mode)
        await change(tx, by())
        expect(await book(tx, call)).toBe(answer)
      })
    }
  })

  it.each([
    [
      'seats_unavailable',
      'billetera',
      'the last seat is sold',
      () => sql`update trip_seats
      set seats_left = array_fill(0::smallint, array[cardinality(seats_left)])`,
    ],
    [
      'insufficient_funds',
      'billetera',
      'the money is spent',
      () => sql`update ledger_accounts
      set debits_posted = credits_posted where owner_id = ${ana.userId}`,
    ],
    [
      'driver_balance_low',
      'directo',
      'the driver spent the money',
      () => sql`update ledger_accounts
      set debits_posted = credits_posted - debits_pending where owner_id = ${trip.driver.userId}`,
    ],
    [
      'insufficient_funds',
      'billetera',
      'there is no wallet',
      () => sql`delete from ledger_accounts
      where owner_id = ${ana.userId}`,
    ],
    [
      'booked',
      'billetera',
      'another passenger books a seat',
      () => sql`update trip_seats
      set seats_left = array_fill(1::smallint, array[cardinality(seats_left)])`,
    ],
  ] as const)('answers %s in %s when %s meanwhile', async (answer, mode, _, by) => {
    await undone(async (tx) => {
      const call = await decided(tx, mode)
      await change(tx, by())
      const before = await written(tx)
      expect(await book(tx, call)).toBe(answer)
      if (answer !== 'booked') expect(await written(tx)).toEqual(before)
    })
  })

  it('stores a refusal for lack of money only while the money is missing', async () => {
    await undone(async (tx) => {
      const call = await decided(tx)
      const before = await written(tx)
      expect(await storeRefusal(tx as unknown as Db, call)).toBe(false)
      expect(await written(tx)).toEqual(before)
      await change(
        tx,
        sql`update ledger_accounts set debits_posted = credits_posted
        where owner_id = ${ana.userId}`,
      )
      expect(await storeRefusal(tx as unknown as Db, call)).toBe(true)
      const [known] = await listCallFacts(tx as unknown as Db, [call])
      expect(known?.facts.earlier).toBe('insufficient_funds')
    })
  })
})

it('ledger_hold_of derives the same payer, payee and pesos as the app', async () => {
  const bookings = fc.record({
    farePesos: fc.integer({ min: 0, max: 5_000_000 }),
    commissionBp: fc.integer({ min: 0, max: 10_000 }),
    paymentMode: fc.constantFrom('billetera' as const, 'directo' as const),
    status: fc.constantFrom('requested' as const, 'confirmed' as const),
  })
  await fc.assert(
    fc.asyncProperty(bookings, async (drawn) => {
      const booking = { ...model, ...drawn, id: newId() }
      const { booking: row } = rowOf({
        booking,
        key: { passengerId: ana.userId, key: null, hash: '', bookingId: '', holdId: '' },
        revision: 0,
        keepId: null,
        job: { name: '', runAt: deps.clock.now() },
        guard: undefined,
        now: deps.clock.now(),
      })
      const json = JSON.stringify(row)
      const derived = sql`
        select h.* from ledger_hold_of(jsonb_populate_record(null::bookings, ${json})) as h`
      const { rows } = await derived.execute(deps.db)
      const { farePesos, commissionBp, passengerId, driverId } = booking
      const held =
        booking.paymentMode === 'billetera'
          ? {
              debit: walletId(passengerId),
              credit: walletId(driverId),
              pesos: farePesos,
              code: 'fare',
            }
          : {
              debit: walletId(driverId),
              credit: revenueCommission,
              pesos: commissionOn(farePesos, commissionBp),
              code: 'commission',
            }
      const nothing = { id: null, debit: null, credit: null, pesos: null, code: null }
      const expected = holdsMoney(booking) ? { id: holdIdOf(booking), ...held } : nothing
      expect(rows).toEqual([expected])
    }),
    { numRuns: 200 },
  )
})
