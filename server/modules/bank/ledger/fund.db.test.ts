import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { aUser } from '#test/factories.ts'
import { type FundApp, openFundApp } from '#test/fund-factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { BOGOTA, CALI, GIRARDOT, IBAGUE } from '#test/trip-factories.ts'
import { guaranteeFund } from './chart.ts'
import { payFundShares } from './fund.ts'
import { ensureWallet } from './wallet-account.ts'
import { withdrawableOf } from './withdrawable.ts'

let test: FundApp

beforeAll(async () => {
  test = await openFundApp()
  expect(await test.settle('open', 2_000_000)).toBe(200)
})

describe('what the fund pays for another car', () => {
  it('pays the difference, for travelling only, once', async () => {
    const alone = await openFundApp()
    await alone.settle('open', 2_000_000)
    const scene = await alone.failed()
    const had = await alone.available(scene.ana)
    expect(await alone.coverOf(scene.id, scene.fare)).toBe(7_000)
    expect([await alone.pay(scene.id, scene.fare), await alone.pay(scene.id, scene.fare)]).toEqual([
      7_000, 0,
    ])
    expect(await alone.available(scene.ana)).toBe(had + 7_000)
    expect(await alone.balance()).toBe(2_000_000 - 7_000)
    const withdrawable = async () => {
      const asked = { userId: scene.ana.userId, now: alone.clock.now() }
      return (await withdrawableOf(alone.deps.db, asked)).pesos
    }
    expect(await withdrawable()).toBe(0)
    alone.clock.advance(91 * DAY_MS)
    expect(await withdrawable()).toBe(had)
    // A cover without a rescue that was taken is money that nobody can explain.
    const found = await findMismatches(alone.deps)
    expect(found.map(({ check }) => check)).toContain('fund')
  })

  it('4.6 case 4: pays nothing when the new fare is lower', async () => {
    const { id, fare } = await test.failed({ before: 1_000_000 })
    expect(await test.coverOf(id, fare)).toBe(0)
  })

  it('4.6 case 6: pays nothing for a fare that was paid to the driver', async () => {
    const { id, fare } = await test.failed()
    await test.rows("update bookings set payment_mode = 'directo' where id = $1", [id])
    expect(await test.coverOf(id, fare)).toBe(0)
    await test.rows("update bookings set payment_mode = 'billetera' where id = $1", [id])
    expect(await test.coverOf(id, fare)).toBe(7_000)
  })

  it('4.6 case 8: counts the price when the driver failed, and none without one', async () => {
    const { id, fare } = await test.failed()
    expect(await test.coverOf(id, fare + 9_000)).toBe(7_000)
    const none = await test.failed({ offered: null })
    expect(await test.coverOf(none.id, none.fare)).toBe(0)
  })

  it('pays at most 30 % of the old fare and 30,000 pesos, as two people set them', async () => {
    const { id, fare } = await test.failed({ before: 20_000 })
    expect(await test.coverOf(id, fare)).toBe(6_000)
    expect(await test.settle('cover_max', 4_000)).toBe(200)
    expect(await test.coverOf(id, fare)).toBe(4_000)
    expect(await test.settle('cover_max', 30_000)).toBe(200)
    expect(await test.coverOf(id, fare)).toBe(6_000)
  })

  it('4.6 case 9: covers two failures of a person in 90 days, and no third', async () => {
    const first = await test.taken(await test.failed())
    expect(first.cover).toBe(7_000)
    const second = await test.taken(await test.failed({ ana: first.ana, days: 9 }))
    expect(second.cover).toBe(7_000)
    expect((await test.taken(await test.failed({ ana: first.ana, days: 11 }))).cover).toBe(0)
  })

  it('4.6 case 9: covers the failure of another car that was taken minutes before', async () => {
    const first = await test.taken(await test.failed())
    await test.call(first.other.driver, 'POST', `/trips/${first.other.tripId}/cancel`, {})
    const third = await test.newTrip()
    test.clock.set(addMs(test.clock.now(), 3 * HOUR_MS))
    await test.rows(
      `insert into rescues (booking_id, person_id, status, offer, fare_before, fare_offered,
         created_at, expires_at, closed_at)
       values ($1, $2, 'expired', $3, $4, $5, $6, $6, $6)`,
      [
        ...[first.booking.id, first.ana.userId, JSON.stringify([{ tripId: third.tripId }])],
        ...[first.fare - 7_000, first.fare, test.clock.now()],
      ],
    )
    expect(await test.coverOf(first.booking.id, first.fare)).toBe(7_000)
    await expectConsistent(test.deps)
  })

  it('case 6: pays nothing onto the driver who failed, or between the same hands', async () => {
    const again = await test.failed()
    const own = JSON.stringify([{ tripId: again.old.tripId }])
    await test.rows('update rescues set offer = $2 where booking_id = $1', [again.id, own])
    expect(await test.coverOf(again.id, again.fare)).toBe(0)
    await test.rows("update rescues set offer = '[]' where booking_id = $1", [again.id])
    expect(await test.coverOf(again.id, again.fare)).toBe(0)
    for (const pair of ['failing and new', 'passenger and new', 'failing and passenger']) {
      const { id, fare, ana, old, other } = await test.failed()
      const people = { failing: old.driver, new: other.driver, passenger: ana }
      const [one, two] = pair.split(' and ').map((who) => people[who as keyof typeof people])
      expect(await test.coverOf(id, fare), pair).toBe(7_000)
      if (!one || !two) throw new Error(pair)
      await test.rows(
        `update users set phone_proved_at = now(), phone_index = sha256(convert_to($1, 'UTF8'))
         where id = $2`,
        [pair, one.userId],
      )
      await test.sharePhone(one, two)
      expect(await test.coverOf(id, fare), pair).toBe(0)
    }
  })

  it('trip published, or edited and kept, after the failure: pays nothing', async () => {
    const { id, fare, other } = await test.failed()
    expect(await test.coverOf(id, fare)).toBe(7_000)
    await test.rows('update trips set revision = 1 where id = $1', [other.tripId])
    expect(await test.coverOf(id, fare)).toBe(0)
    const late = await test.failed()
    expect(await test.coverOf(late.id, late.fare)).toBe(7_000)
    const anHourAfter = addMs(test.clock.now(), -2 * HOUR_MS)
    await test.rows('update trips set created_at = $2 where id = $1', [
      late.other.tripId,
      anHourAfter,
    ])
    expect(await test.coverOf(late.id, late.fare)).toBe(0)
  })

  it('pays nothing for a seat booked two hours before the failure, or too late', async () => {
    const { id, fare } = await test.failed()
    const late = addMs(test.clock.now(), -HOUR_MS)
    await test.rows('update bookings set created_at = $2 where id = $1', [id, late])
    expect(await test.coverOf(id, fare)).toBe(0)
    const other = await test.failed()
    const ended = `update rescues set status = 'expired', closed_at = $2 where booking_id = $1`
    await test.rows(ended, [other.id, test.clock.now()])
    test.clock.advance(2 * HOUR_MS - 1)
    expect(await test.coverOf(other.id, other.fare)).toBe(7_000)
    test.clock.advance(1)
    expect(await test.coverOf(other.id, other.fare)).toBe(0)
  })
})

describe('a cover whose fare is given back', () => {
  it('4.6 case 13: returns whole with a whole refund, half with half of it', async () => {
    const whole = await test.taken(await test.failed())
    const [fund, had] = [await test.balance(), await test.available(whole.ana)]
    await test.act(whole.ana, whole.booking, 'cancel')
    expect(await test.balance()).toBe(fund + 7_000)
    expect(await test.available(whole.ana)).toBe(had + whole.fare - 7_000)
    const half = await test.taken(await test.failed())
    const left = await test.balance()
    test.toPickUp(half.booking, -HOUR_MS)
    const { body } = await test.act(half.ana, half.booking, 'cancel')
    expect(body.booking.refunded).toBe(half.fare / 2)
    expect(await test.balance()).toBe(left + 3_500)
    await expectConsistent(test.deps)
  })

  it('returns with its share when the passenger moves to a cheaper segment', async () => {
    const scene = await test.taken(await test.failed({ body: { from: BOGOTA, to: CALI } }))
    const fund = await test.balance()
    const { body } = await test.call(scene.ana, 'POST', `/bookings/${scene.booking.id}/segment`, {
      fromStopId: scene.other.stop(IBAGUE),
      toStopId: scene.other.stop(CALI),
      expectedPrice: undefined,
    })
    expect(body.code).toBe(undefined)
    const kept = Math.floor((7_000 * body.booking.price) / scene.fare)
    expect(await test.balance()).toBe(fund + 7_000 - kept)
    await test.act(scene.ana, scene.booking, 'cancel')
    expect(await test.balance()).toBe(fund + 7_000)
    await expectConsistent(test.deps)
  })

  it('case 7: returns with the seats that are given back, then with the rest', async () => {
    const scene = await test.taken(await test.failed({ body: { seats: 2 } }))
    const fund = await test.balance()
    const gave = await test.act(scene.ana, scene.booking, 'give-back', { seats: 1 })
    expect(gave.body.code).toBe(undefined)
    expect(await test.balance()).toBe(fund + 3_500)
    await test.act(scene.ana, scene.booking, 'cancel')
    expect(await test.balance()).toBe(fund + 7_000)
    await expectConsistent(test.deps)
  })

  it('4.6 case 14: returns before a debt that was opened meanwhile is repaid', async () => {
    const scene = await test.taken(await test.failed())
    const fund = await test.balance()
    await test.rows(
      `with r as (insert into ledger_accounts (id, kind, owner_id, currency, balanced, created_at,
           debits_posted)
         values (derived_id('ledger.receivable.COP', $1), 'receivable', $1::uuid, 'COP', true,
           now(), 900000))
       update ledger_accounts set owes = true where id = derived_id('ledger.wallet.COP', $1)`,
      [scene.ana.userId],
    )
    await test.act(scene.ana, scene.booking, 'cancel')
    expect(await test.balance()).toBe(fund + 7_000)
    expect(await test.available(scene.ana)).toBe(0)
  })

  it('stays in the fare of who travels, and returns when a dispute gives it back', async () => {
    const scene = await test.taken(await test.failed())
    const fund = await test.balance()
    test.toPickUp(scene.booking, 0)
    await test.board(scene.other.driver, scene.booking)
    expect(await test.balance()).toBe(fund)
    await test.rows(
      `with b as (update bookings set denied_at = $2, status = 'cancelled_by_driver'
         where id = $1 returning id)
       insert into disputes (booking_id, opened_at, outcome, resolved_at, opened_by,
         statement)
       select id, $2, 'passenger', $2, $3, 'No viajé en ese carro' from b`,
      [scene.booking.id, test.clock.now(), scene.ana.userId],
    )
    const returned = 'select outcome from ledger_return_fare($1, $2)'
    expect(await test.rows(returned, [scene.booking.id, test.clock.now()])).toEqual([
      { outcome: 'created' },
    ])
    expect(await test.balance()).toBe(fund + 7_000)
  })

  it('case 11: returns to the fund, not to the company, when the account is closed', async () => {
    const scene = await test.failed()
    await test.pay(scene.id, scene.fare)
    const fund = await test.balance()
    await test.rows(
      `insert into account_closings (id, user_id, asked_at, due_at, started_at)
       values ($1, $2, now(), now() + interval '1 day', now())`,
      [test.newId(), scene.ana.userId],
    )
    const lapse = 'select ledger_lapse_credits($1, $2)::int as pesos'
    const values = [scene.ana.userId, test.clock.now()]
    expect(await test.rows(lapse, values)).toEqual([{ pesos: 7_000 }])
    expect(await test.rows(lapse, values)).toEqual([{ pesos: 0 }])
    expect(await test.balance()).toBe(fund + 7_000)
  })
})

describe('what the fund gets', () => {
  it('gets 15 % of the commission of each day, once, and a day later what was missed', async () => {
    const fresh = await openFundApp()
    const trip = await fresh.newTrip({ stops: [BOGOTA, GIRARDOT] })
    const ana = await fresh.aPassenger()
    const booking = await fresh.booked(ana, trip, { from: BOGOTA, to: GIRARDOT })
    fresh.toPickUp(booking, 0)
    await fresh.board(trip.driver, booking)
    expect(await payFundShares(fresh.deps)).toBe(0)
    fresh.clock.advance(2 * DAY_MS)
    const commission = Math.round(booking.price / 10)
    expect(await payFundShares(fresh.deps)).toBe(Math.floor((commission * 15) / 100))
    expect(await payFundShares(fresh.deps)).toBe(0)
    expect(await fresh.balance()).toBe(Math.floor((commission * 15) / 100))
    await expectConsistent(fresh.deps)
  })

  it('refuses a setting outside its limits, and a movement without a cause', async () => {
    const body = {
      kind: 'fund',
      subjectId: 'share',
      validFrom: '2026-12-30',
      source: 'Acta de junta',
    }
    for (const pesos of [0, 51]) {
      const answer = await test.call(test.jorge, 'POST', '/admin/prices/proposals', {
        ...body,
        pesos,
      })
      expect(answer.status).toBe(400)
    }
    for (const [code, kind, cause] of [
      ['fund_open', 'price', test.newId()],
      ['fund_share', 'fund_day', '2026-11-01'],
      ['rescue_credit', 'rescue', test.newId()],
    ]) {
      const [row] = await test.rows(
        `select ledger_move(derived_id($1, $3), 'transfer', $4, $5, 1000, $2, $6, $3, null, $7)
           as o`,
        [
          ...[String(code).replace('_', '.'), code, cause],
          ...(code === 'rescue_credit'
            ? [
                '00000000-0000-7000-8000-000000000007',
                (await test.rows("select id from ledger_accounts where kind = 'wallet' limit 1"))[0]
                  .id,
              ]
            : [
                `00000000-0000-7000-8000-00000000000${code === 'fund_open' ? 6 : 2}`,
                '00000000-0000-7000-8000-000000000007',
              ]),
          ...[kind, test.clock.now()],
        ],
      )
      expect(row.o, code).toBe('refused:cause_unsuitable')
    }
  })
})

it('replays 90 days of a wallet that the fund paid before, which has matured', async () => {
  const { userId } = await aUser(test.deps)
  const now = test.clock.now()
  const wallet = await inTransaction(test.deps.db, (tx) => ensureWallet(tx, userId, now))
  await test.rows(
    `insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
       cause_kind, cause_id, created_at, happened_at)
     values ($1::uuid, 'transfer', $2, $3, 5000, 'COP', 'connection_pay', 'money_act', $1::text,
       $4, $4)`,
    [test.newId(), guaranteeFund, wallet, addMs(now, -2 * 365 * DAY_MS)],
  )
  await test.rows('update ledger_accounts set credits_posted = 5000 where id = $1', [wallet])
  const lots = await test.rows('select since from ledger_wallet_lots($1, $2)', [userId, now])
  expect(lots).toEqual([{ since: addMs(now, -90 * DAY_MS) }])
  expect((await withdrawableOf(test.deps.db, { userId, now })).pesos).toBe(5000)
})

it('compares two people without reading the documents of others', async () => {
  const { ana } = await test.failed()
  const [one, other] = [await aUser(test.deps), await aUser(test.deps)]
  await test.rows(
    `insert into documents (id, owner_id, kind, status, storage_key, content_type, sha256,
       created_at)
     select gen_random_uuid(), $1, 'identity_front', 'superseded', n, 'image/webp',
       sha256(n::text::bytea), now() from generate_series(1, 500) as n`,
    [ana.userId],
  )
  const read = await inTransaction(test.deps.db, async (tx) => {
    await sql`select fund_same_hands(${one.userId}, ${other.userId})`.execute(tx)
    const tables = sql<{ rows: number }>`
      select seq_tup_read::int as rows from pg_stat_xact_user_tables where relname = 'documents'`
    return (await tables.execute(tx)).rows
  })
  expect(read).toEqual([{ rows: 0 }])
})

describe('a fund that is short', () => {
  it('4.6 case 5: pays no cover when it has less than 20 average ones', async () => {
    const short = await openFundApp()
    const { id, fare } = await short.failed()
    expect([await short.coverOf(id, fare), await short.pay(id, fare)]).toEqual([0, 0])
    expect(await short.settle('open', 299_999)).toBe(200)
    expect(await short.coverOf(id, fare)).toBe(0)
    expect(await short.settle('open', 10_000)).toBe(200)
    expect(await short.coverOf(id, fare)).toBe(7_000)
  })

  it("pays in a month at most the month's share and half of the balance", async () => {
    const small = await openFundApp()
    await small.settle('open', 310_000)
    await small.settle('cover_percent', 50)
    await small.settle('cover_max', 14_000)
    const paid: number[] = []
    for (let n = 0; n < 14; n += 1) {
      const scene = await small.failed({ before: 30_000, offered: 44_000 })
      paid.push(await small.pay(scene.id, 44_000))
    }
    // 20 average covers are 280,000: the third would leave less.
    expect(paid.reduce((sum, pesos) => sum + pesos, 0)).toBe(14_000 * paid.filter(Boolean).length)
    expect(await small.balance()).toBeGreaterThanOrEqual(280_000 - 14_000)
    expect(paid.at(-1)).toBe(0)
  })
})
