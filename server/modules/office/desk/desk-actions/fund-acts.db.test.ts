import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { guaranteeFund, withdrawableOf } from '#server/modules/bank/ledger/index.ts'
import { advanceDue } from '#server/modules/travel/bookings/settle/advance-booking.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type ConnectionsApp, openConnectionsApp, type Pair } from '#test/connection-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, aVerifiedDriver, type TestUser } from '#test/factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { sharePhone } from '#test/same-human.ts'
import { CALI, IBAGUE } from '#test/trip-factories.ts'
import { proposePays } from './fund-acts.ts'

/** Pesos for a seat, which a car with one more seat may ask too. */
const LOW = 30_000

let test: ConnectionsApp
let finance: TestUser
let second: TestUser

beforeAll(async () => {
  test = await openConnectionsApp()
  finance = await aUser(test.deps, { firstName: 'Marta', roles: ['passenger', 'finance'] })
  second = await aUser(test.deps, { firstName: 'Jorge', roles: ['passenger', 'finance'] })
})

const rows = async (text: string, values: unknown[] = []) =>
  (await asOwner(test.deps.databaseUrl, text, values)).rows

/** Money of the company in the fund, signed by two. */
async function fill(pesos: number) {
  const [{ id }] = await rows(
    `insert into price_proposals (id, kind, subject_id, valid_from, pesos, source, proposed_by,
       proposed_at, decided_by, decided_at, outcome)
     values ($1, 'fund', 'open', $2::timestamptz::date + 1, $3, 'Acta de la junta', $4,
       $2::timestamptz, $5, $2::timestamptz, 'confirmed')
     returning id`,
    [newId(), test.clock.now(), pesos, finance.userId, second.userId],
  )
  const moved = await rows(
    `select ledger_move(derived_id('fund.open', $1), 'transfer',
       '00000000-0000-7000-8000-000000000006', $2, $3, 'fund_open', 'price', $1, null, $4) as o`,
    [id, guaranteeFund, pesos, test.clock.now()],
  )
  expect(moved).toEqual([{ o: 'created' }])
}

/** Both parts booked, and the first driver cancels `before` the second pick-up. */
async function broken({ before = 10 * HOUR_MS, second: two = {}, body = {} } = {}) {
  const pair = await test.newPair({}, two)
  const ana = await test.aPassenger()
  const booked = await test.bookedBoth(ana, pair, body)
  test.clock.set(addMs(pair[1].facts.departsAt, -before))
  const path = `/trips/${pair[0].tripId}/cancel`
  expect((await test.call(pair[0].driver, 'POST', path, {})).status).toBeLessThan(300)
  await test.runJobs()
  return { pair, ana, booked }
}

/** The second trip is over a day after its arrival, whether or not its driver started it. */
const departs = async ([, two]: Pair, { drives = true } = {}) => {
  const start = 'insert into journeys (trip_id, started_at) values ($1, $2)'
  if (drives) await rows(start, [two.tripId, two.facts.departsAt])
  test.clock.set(addMs(two.facts.arrivesAt, DAY_MS))
  await advanceDue(test.deps)
  await proposePays(test.deps)
}
/** The two prove the same telephone. */
async function becomeOne(one: TestUser, other: TestUser) {
  await rows('update users set phone_proved_at = now(), phone_index = $2 where id = $1', [
    ...[one.userId, createHash('sha256').update(newId()).digest()],
  ])
  await sharePhone(test.deps.databaseUrl, one, other)
}
const actOf = async (userId: string) =>
  (
    await rows(
      `select id, kind, pesos::int, outcome from money_acts
       where user_id = $1 and booking_id is not null order by proposed_at desc`,
      [userId],
    )
  )[0]
const decide = async (who: TestUser, id: string, verb = 'sign', seen: object = {}) =>
  (
    await test.call(who, 'POST', `/admin/desk-actions/money/${id}/${verb}`, {
      ...{ reason: 'Revisé los hechos de los dos carros.', ...seen },
    })
  ).body.code

describe('a second driver whose passenger lost the first car', () => {
  it('gets half of the fare less commission once signed, to take out in 24 h', async () => {
    const { pair, booked } = await broken({ second: { seatPrice: LOW } })
    const driver = pair[1].driver
    expect(await actOf(driver.userId)).toBe(undefined)
    await test.edit(pair[1], { seats: 4 })
    await departs(pair)
    await proposePays(test.deps)
    const half = Math.floor(booked.second.price / 2)
    const act = await actOf(driver.userId)
    const pesos = half - Math.floor((half + 5) / 10)
    expect(act).toMatchObject({ kind: 'connection_pay', pesos, outcome: null })
    const had = await test.available(driver)
    const shown = `/admin/desk-actions/user/${driver.userId}`
    expect((await test.call(finance, 'GET', shown)).body.actions).toContain('credit')
    expect(await decide(finance, act.id)).toBe('fund_short')
    await fill(1_000_000)
    const { body: waiting } = await test.call(finance, 'GET', '/admin/signatures')
    const item = waiting.items.find((each: { id: string }) => each.id === act.id)
    expect(item).toMatchObject({ by: 'Cupo', kind: 'connection_pay', subjectId: driver.userId })
    expect(await test.messages(driver)).not.toContain('fund_paid')
    expect(await decide(finance, act.id)).toBe(undefined)
    expect(await decide(second, act.id)).toBe('money_act_over')
    expect(await test.available(driver)).toBe(had + pesos)
    await test.runJobs()
    expect(await test.messages(driver)).toContain('fund_paid')
    const out = async () =>
      (await withdrawableOf(test.deps.db, { userId: driver.userId, now: test.clock.now() })).pesos
    expect(await out()).toBe(0)
    test.clock.advance(DAY_MS)
    expect(await out()).toBe(had + pesos)
    await proposePays(test.deps)
    expect(await actOf(driver.userId)).toMatchObject({ id: act.id })
    await expectConsistent(test.deps)
  })

  it('can only be refused once the driver has closed the account', async () => {
    const { pair } = await broken()
    await departs(pair)
    const { userId } = pair[1].driver
    await rows(
      `insert into account_closings (id, user_id, asked_at, due_at, started_at)
       values ($1, $2, now(), now() + interval '1 day', now())`,
      [newId(), userId],
    )
    const act = await actOf(userId)
    expect(await decide(finance, act.id)).toBe('person_not_found')
    const { body } = await test.call(finance, 'GET', `/admin/desk-actions/user/${userId}`)
    expect(body.money[0].can).toEqual({ sign: false, refuse: true, unpaid: false })
    expect(await decide(finance, act.id, 'refuse')).toBe(undefined)
  })

  it('takes two signatures above 40,000 pesos, of two people', async () => {
    const { pair } = await broken({ body: { seats: 3 } })
    await departs(pair)
    const act = await actOf(pair[1].driver.userId)
    expect(act.pesos).toBeGreaterThan(40_000)
    const had = await test.available(pair[1].driver)
    const shown = `/admin/desk-actions/user/${pair[1].driver.userId}`
    const { money: before } = (await test.call(second, 'GET', shown)).body
    expect(before[0]).toMatchObject({ by: 'Cupo', firstBy: null, last: { sign: false } })
    expect(await decide(finance, act.id, 'sign', { isLast: true })).toBe('case_changed')
    expect(await decide(finance, act.id, 'sign', { isLast: false })).toBe(undefined)
    expect(await test.available(pair[1].driver)).toBe(had)
    const { open } = (await test.call(finance, 'GET', '/admin/fund')).body
    const waiting = open.find(({ id }: { id: string }) => id === act.id)
    expect(waiting.firstBy).toMatchObject({ id: finance.userId })
    expect(await decide(finance, act.id)).toBe('money_act_own')
    const twin = await aUser(test.deps, { roles: ['passenger', 'finance'] })
    await becomeOne(finance, twin)
    expect(await decide(twin, act.id)).toBe('same_human')
    expect(await decide(second, act.id, 'sign', { isLast: false })).toBe('case_changed')
    expect(await test.available(pair[1].driver)).toBe(had)
    const { money } = (await test.call(second, 'GET', shown)).body
    expect(money[0]).toMatchObject({ by: 'Cupo', firstBy: 'Marta G.', last: { sign: true } })
    expect(await decide(second, act.id, 'sign', { isLast: true })).toBe(undefined)
    expect(await test.available(pair[1].driver)).toBe(had + act.pesos)
  })

  it('gets nothing when the seat was sold again, the car was paused or had not left', async () => {
    // A car of three seats, and one whose driver offered a fourth seat after the loss.
    for (const seats of [3, 4]) {
      const { pair } = await broken({ second: { seatPrice: LOW } })
      const [, two] = pair
      await test.edit(two, { seats })
      for (let seat = 0; seat < 3; seat += 1) {
        await test.booked(await test.aPassenger(), two, { from: IBAGUE, to: CALI })
      }
      await departs(pair)
      expect(await actOf(two.driver.userId)).toBe(undefined)
    }
    const paused = await broken()
    await rows(
      `insert into trip_pauses (trip_id, paused_at, cause, lacking, ended_at, outcome)
       values ($1, $2, 'conduct', '{}', $2, 'resumed')`,
      [paused.pair[1].tripId, test.clock.now()],
    )
    await departs(paused.pair)
    expect(await actOf(paused.pair[1].driver.userId)).toBe(undefined)
    const waits = await broken()
    await proposePays(test.deps)
    expect(await actOf(waits.pair[1].driver.userId)).toBe(undefined)
  })

  it('gets it for no more seats than left empty when two lost the first car', async () => {
    const pair = await test.newPair({}, { seats: 2 })
    for (const each of [await test.aPassenger(), await test.aPassenger()]) {
      await test.bookedBoth(each, pair)
    }
    test.clock.set(addMs(pair[1].facts.departsAt, -10 * HOUR_MS))
    await test.call(pair[0].driver, 'POST', `/trips/${pair[0].tripId}/cancel`, {})
    await test.runJobs()
    await test.booked(await test.aPassenger(), pair[1], { from: IBAGUE, to: CALI })
    await departs(pair)
    await fill(1_000_000)
    const { id } = await actOf(pair[1].driver.userId)
    expect(await decide(finance, id)).toBe(undefined)
    await proposePays(test.deps)
    const acts = 'select id from money_acts where user_id = $1'
    expect(await rows(acts, [pair[1].driver.userId])).toEqual([{ id }])
  })

  it('gets nothing more than a day before, or when both drivers are the same hands', async () => {
    const early = await broken({ before: 30 * HOUR_MS })
    await departs(early.pair)
    expect(await actOf(early.pair[1].driver.userId)).toBe(undefined)
    for (const hands of [1, 2]) {
      const { pair, ana } = await broken()
      await becomeOne(pair[0].driver, hands === 1 ? pair[1].driver : ana)
      await departs(pair)
      expect(await actOf(pair[1].driver.userId)).toBe(undefined)
    }
  })

  it('gets nothing for a trip that nobody started and on which nobody got on', async () => {
    const { pair } = await broken()
    await departs(pair, { drives: false })
    expect(await actOf(pair[1].driver.userId)).toBe(undefined)
  })

  it('gets it for a change missed by a recorded arrival, at most two a month', async () => {
    const driver = await aVerifiedDriver(test.deps)
    // In the first round no arrival is recorded: only the passenger says that the car was late.
    for (const [no, expected] of [0, 1, 2, 2].entries()) {
      const departsAt = addMs(new Date('2026-11-26T13:00:00Z'), no * DAY_MS)
      const pair = await test.newPair({ departsAt }, { driver })
      const ana = await test.aPassenger()
      const booked = await test.bookedBoth(ana, pair)
      test.toPickUp(booked.first, 0)
      await test.board(pair[0].driver, booked.first)
      const pickUp = pair[1].facts.departsAt
      if (no > 0) await test.arrived(pair, addMs(pickUp, -5 * MINUTE_MS))
      test.clock.set(pickUp)
      expect((await test.missed(ana, booked.id)).status).toBe(200)
      test.clock.advance(11 * MINUTE_MS)
      await test.runJobs()
      await departs(pair)
      const acts = 'select id, outcome from money_acts where user_id = $1 order by proposed_at'
      const known = await rows(acts, [driver.userId])
      expect(known.length).toBe(expected)
      const last = known.at(-1)
      await fill(100_000)
      if (last?.outcome === null) expect(await decide(finance, last.id)).toBe(undefined)
    }
  })
})

describe('a passenger whom nobody could take on', () => {
  async function stranded(ana?: TestUser) {
    const pair = await test.newPair()
    const who = ana ?? (await test.aPassenger())
    const booked = await test.bookedBoth(who, pair)
    test.toPickUp(booked.first, 0)
    await test.board(pair[0].driver, booked.first)
    test.clock.set(addMs(pair[1].facts.departsAt, -HOUR_MS))
    // No other car can be booked, and nobody is asked.
    const own = pair.map(({ tripId }) => tripId)
    await rows('update trip_seats set open = false where trip_id <> all ($1::uuid[])', [own])
    const path = `/trips/${pair[1].tripId}/cancel`
    expect((await test.call(pair[1].driver, 'POST', path, {})).status).toBeLessThan(300)
    await test.runJobs()
    const found = await rows('select status from rescues where booking_id = $1', [booked.second.id])
    expect(found).toEqual([{ status: 'none' }])
    return { who, booked, pair }
  }

  it('gets the part that was travelled after six hours', async () => {
    const { who, booked } = await stranded()
    test.clock.advance(6 * HOUR_MS - 1)
    await proposePays(test.deps)
    expect(await actOf(who.userId)).toBe(undefined)
    test.clock.advance(1)
    await proposePays(test.deps)
    const act = await actOf(who.userId)
    expect(act).toMatchObject({ kind: 'stranded_aid', pesos: booked.first.price })
    const had = await test.available(who)
    expect(await decide(finance, act.id)).toBe(undefined)
    expect(await test.available(who)).toBe(had + act.pesos)
    await test.runJobs()
    const find = `select body from notifications where user_id = $1 and kind = 'fund_paid'`
    const [{ body }] = await rows(find, [who.userId])
    expect(body.replaceAll('\u00A0', ' ')).toContain('hasta $ 40.000')
  })

  it('gets nothing while she says that she did not get on the first car', async () => {
    const given = { statement: 'Yo no me subí a ese carro.' }
    const deny = (who: TestUser, of: { id: string }) => test.act(who, of, 'dispute', given)
    const before = await stranded()
    expect((await deny(before.who, before.booked.first)).status).toBe(200)
    test.clock.advance(6 * HOUR_MS)
    await proposePays(test.deps)
    expect(await actOf(before.who.userId)).toBe(undefined)
    const { who, booked } = await stranded()
    test.clock.advance(6 * HOUR_MS)
    await proposePays(test.deps)
    expect((await deny(who, booked.first)).status).toBe(200)
    expect(await decide(finance, (await actOf(who.userId)).id)).toBe('case_changed')
  })

  it('gets nothing when both drivers are the same hands', async () => {
    const { who, pair } = await stranded()
    await becomeOne(pair[0].driver, pair[1].driver)
    test.clock.advance(6 * HOUR_MS)
    await proposePays(test.deps)
    expect(await actOf(who.userId)).toBe(undefined)
  })

  it('gets nothing when another car took her on', async () => {
    const { who } = await stranded()
    const other = await test.newTrip()
    await test.booked(who, other, {})
    const atOnce = `update bookings set created_at = (select created_at from rescues r
      where r.person_id = $1) where passenger_id = $1 and trip_id = $2`
    await rows(atOnce, [who.userId, other.tripId])
    test.clock.set(addMs(other.facts.departsAt, DAY_MS))
    await proposePays(test.deps)
    expect(await actOf(who.userId)).toBe(undefined)
  })

  it('comes after pay that is proposed when the fund is short, and can be refused', async () => {
    const refused = async () =>
      (await test.call(finance, 'GET', '/admin/fund')).body.fund.refused as number
    const { who } = await stranded()
    test.clock.advance(6 * HOUR_MS)
    await proposePays(test.deps)
    const act = await actOf(who.userId)
    const before = await refused()
    const [{ left }] = await rows(
      'select (credits_posted - debits_posted)::int as left from ledger_accounts where id = $1',
      [guaranteeFund],
    )
    const [{ id }] = await rows(
      `insert into money_acts (id, kind, user_id, booking_id, pesos, cause, withdrawable, reason,
         proposed_at) select $1, 'connection_pay', driver_id, id, $2, 'connection_pay', false,
         'Un cupo que salió vacío.', $3
       from bookings order by id limit 1 returning id`,
      [newId(), left, test.clock.now()],
    )
    expect(await decide(finance, act.id)).toBe('fund_short')
    expect(await decide(finance, id, 'refuse')).toBe(undefined)
    expect(await decide(finance, act.id, 'refuse')).toBe(undefined)
    expect(await actOf(who.userId)).toMatchObject({ outcome: 'refused' })
    expect(await refused()).toBe(before + 2)
  })
})

describe('the pages of the fund', () => {
  it('adds up to the peso with the ledger, for everybody and for the team', async () => {
    const { body } = await test.call(finance, 'GET', '/admin/fund')
    type Line = { isIn: boolean; pesos: number; code: string }
    const net = (lines: Line[]) =>
      lines.reduce((sum, { isIn, pesos }) => sum + (isIn ? pesos : -pesos), 0)
    const [{ posted }] = await rows(
      `select sum(case credit_account when $1 then amount else -amount end)::int as posted
       from ledger_transfers where $1 in (debit_account, credit_account)`,
      [guaranteeFund],
    )
    expect(body.fund.balance).toBe(posted)
    expect(body.fund.opening + net(body.fund.lines)).toBe(posted)
    expect(net(body.months)).toBe(posted)
    expect(body.fund.lines.map(({ code }: Line) => code)).toContain('fund_open')
    const paid = body.months.filter(({ isIn }: Line) => !isIn)
    const received = body.receivers.reduce((sum: number, one: Line) => sum + one.pesos, 0)
    expect(received).toBe(-net(paid))
    expect(body.settings).toEqual({ share: 15, coverPercent: 30, coverMax: 30_000 })
    const shown = await test.app.inject({ method: 'GET', url: '/api/impact/fund' })
    expect(shown.json()).toEqual(body.fund)
  })
})
