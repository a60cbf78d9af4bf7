import { beforeAll, describe, expect, it } from 'vitest'
import { displayCode } from '#contract/display-code.ts'
import { phoneIndex, sealPhone } from '#server/modules/people/users/index.ts'
import { updatePhoneProved } from '#server/modules/people/users/phone.queries.ts'
import { HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { createLogger } from '#server/platform/log.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aFundedWallet, aUser, type TestUser } from '#test/factories.ts'
import { aTicket } from '#test/owned-things.ts'
import type { TestTrip } from '#test/trip-factories.ts'
import { openWithdrawalsApp } from '#test/withdrawal-factories.ts'

type Row = Record<string, string>
type Kind =
  | ('vehicles' | 'people' | 'trips' | 'bookings')
  | ('payments' | 'withdrawals' | 'tickets' | 'claims')
type Found = Record<Kind, Row[]>

const PHONE = '+573158642097'
const NOTHING: Found = {
  ...{ vehicles: [], people: [], trips: [], bookings: [] },
  ...{ payments: [], withdrawals: [], tickets: [], claims: [] },
}

let test: BookingsApp
let support: TestUser
let verifier: TestUser
let ana: TestUser
let trip: TestTrip
let booking: Row
let plate: string
let ticket: Row
const logged: string[] = []

beforeAll(async () => {
  test = await openBookingsApp({
    before(deps) {
      deps.log = createLogger('debug', { write: (line) => void logged.push(line) })
    },
  })
  support = await aUser(test.deps, { firstName: 'Pilar', roles: ['passenger', 'support'] })
  verifier = await aUser(test.deps, { roles: ['passenger', 'verifier'] })
  trip = await test.newTrip()
  ana = await aUser(test.deps, { firstName: 'Anabel', lastName: 'Quiñones' })
  await aFundedWallet(test.deps, ana.userId, 500_000)
  const { id } = await test.booked(ana, trip)
  const one = async (sql: string, value: string) =>
    (await asOwner(test.deps.databaseUrl, sql, [value])).rows[0]
  booking = await one('select id, code from bookings where id = $1', id)
  const car = 'select v.plate from trips t join vehicles v on v.id = t.vehicle_id where t.id = $1'
  plate = (await one(car, trip.tripId)).plate
  const { ticketId } = await aTicket(test, ana)
  ticket = await one('select id, number from support_tickets where id = $1', ticketId)
  await inTransaction(test.deps.db, (tx) =>
    updatePhoneProved(tx, {
      id: ana.userId,
      sealed: sealPhone(test.deps.secrets, ana.userId, PHONE),
      index: phoneIndex(test.deps.secrets, PHONE),
      at: test.clock.now(),
    }),
  )
})

const find = async (text: string, who = support) =>
  (await test.call(who, 'POST', '/admin/find', { text })).body as unknown as Found

/** Ids of the results by kind, without kinds that have none. */
async function idsOf(text: string, who = support): Promise<Record<string, string[]>> {
  const found = Object.entries(await find(text, who))
  return Object.fromEntries(
    found.filter(([, rows]) => rows.length > 0).map(([kind, rows]) => [kind, rows.map(idOf)]),
  )
}
const idOf = ({ id }: Row) => String(id)

const searches = async () => {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select actor_id as "by", subject_id as about, details from audit_entries
     where action = 'people.searched' order by at, id`,
  )
  return rows
}

describe('the search of the desk', () => {
  it('finds by a plate the car with its driver, and trips ahead before past ones', async () => {
    const typed = `${plate.slice(0, 3).toLowerCase()} ${plate.slice(3)}`
    const { vehicles, people, trips } = await find(typed)
    expect(vehicles).toMatchObject([{ plate, driver: { id: trip.driver.userId } }])
    expect(people.map(idOf)).toEqual([trip.driver.userId])
    expect(trips.map(idOf)).toEqual([trip.tripId])
    const copy = `insert into trips select (jsonb_populate_record(t, jsonb_build_object(
        'id', gen_random_uuid(), 'status', $2::text, 'departs_at', t.departs_at + $3::interval,
        'arrives_at', t.arrives_at + $3::interval))).* from trips t where id = $1
      returning id`
    const moved = async (by: string, status = 'published') =>
      (await asOwner(test.deps.databaseUrl, copy, [trip.tripId, status, by])).rows[0].id as string
    const past = await moved('-20 days', 'completed')
    const off = await moved('3 days', 'cancelled')
    const later = [await moved('20 days'), await moved('21 days'), await moved('22 days')]
    const found = [trip.tripId, ...later, off]
    expect((await find(typed)).trips.map(idOf)).toEqual(found)
    const person = await test.call(support, 'GET', `/admin/people/${trip.driver.userId}`)
    expect(person.body.person.trips.items.map(idOf)).toEqual(found)
    expect(found).not.toContain(past)
    // A car that is an hour late is what somebody looks for.
    const lateMs = test.clock.now().getTime() - trip.facts.arrivesAt.getTime() - HOUR_MS
    const late = await moved(`${lateMs} milliseconds`)
    expect((await find(typed)).trips.map(idOf)).toEqual([late, trip.tripId, ...later])
    const added = [past, off, late, ...later]
    await asOwner(test.deps.databaseUrl, 'delete from trips where id = any($1)', [added])
  })

  it('finds a trip by its display code and its id', async () => {
    const code = displayCode(trip.tripId)
    for (const text of [trip.tripId, code, `${code}.`, `\u200E${trip.tripId}\u200B`]) {
      expect(await idsOf(text), text).toEqual({ trips: [trip.tripId] })
    }
  })

  it('finds a booking by ticket code, display code and id', async () => {
    for (const text of [String(booking.code), displayCode(idOf(booking)), idOf(booking)]) {
      expect(await idsOf(text.toLowerCase()), text).toEqual({ bookings: [booking.id] })
    }
  })

  it('finds a ticket by its number', async () => {
    expect(await idsOf(`#${ticket.number}`)).toEqual({ tickets: [ticket.id] })
  })

  it.each([
    ['the beginnings of their names', 'anab quin'],
    ['the whole telephone', '315 864 2097'],
  ])('finds a person with their tickets by %s, with masked contact data', async (_name, text) => {
    expect(await idsOf(text)).toEqual({ people: [ana.userId], tickets: [ticket.id] })
    expect(JSON.stringify(await find(text))).not.toMatch(/8642097|@correo\.test.*@/)
  })

  it('finds nobody by a part of a telephone or of an address', async () => {
    for (const text of ['315864209', '8642097', ana.email.slice(1), ana.email.slice(0, -2)]) {
      expect(await find(text), text).toEqual(NOTHING)
    }
  })

  it('records each look-up by telephone or address without its text', async () => {
    const before = (await searches()).length
    await find('3158642097')
    await find('nadie@correo.test')
    await find('Anabel')
    const by = support.userId
    expect((await searches()).slice(before)).toEqual([
      { by, about: ana.userId, details: { by: 'phone', found: 1 } },
      { by, about: support.userId, details: { by: 'email', found: 0 } },
    ])
    expect(logged.join('')).not.toMatch(/3158642097|nadie@correo|Anabel/)
  })

  it('finds nothing for a verifier, and is refused to a passenger', async () => {
    for (const text of ['Anabel', plate, String(booking.code), '3158642097']) {
      expect(await find(text, verifier)).toEqual(NOTHING)
    }
    const { status } = await test.call(ana, 'POST', '/admin/find', { text: plate })
    expect(status).toBe(403)
  })
})

it('finds top-ups and withdrawals by reference for finance, and not for support', async () => {
  const shop = await openWithdrawalsApp()
  const helper = await aUser(shop.deps, { roles: ['passenger', 'support'] })
  const saver = await shop.aSaver(200_000)
  const { body } = await shop.ask(saver, 50_000)
  const made = await shop.post(saver, '/payments/create', { amount: 20_000 })
  const { reference } = (made.body as unknown as { data: Row }).data
  const findFor = async (who: TestUser, text: string) =>
    (await shop.post(who, '/admin/find', { text })).body as unknown as Found
  const [finance] = shop.finance
  const taken = body.withdrawal.reference
  expect((await findFor(finance, taken.toLowerCase())).withdrawals).toMatchObject([
    { id: body.withdrawal.id, closed: false, amount: 50_000, person: { id: saver.userId } },
  ])
  const sent = `insert into payout_transactions (transaction_id, withdrawal_id, status,
    amount_in_cents, created_at, updated_at) values ('Tx-77-Ab12', $1, 'pending', 1, now(), now())`
  await asOwner(shop.deps.databaseUrl, sent, [body.withdrawal.id])
  expect((await findFor(finance, 'Tx-77-Ab12')).withdrawals).toMatchObject([
    { id: body.withdrawal.id },
  ])
  const one = await shop.get(finance, `/admin/withdrawals?reference=${taken}`)
  expect(one.body).toMatchObject({ items: [{ reference: taken }], total: 1 })
  for (const text of [reference, displayCode(String(reference))]) {
    expect((await findFor(finance, String(text))).payments).toMatchObject([{ reference }])
    expect(await findFor(helper, String(text))).toEqual(NOTHING)
  }
  expect(await findFor(helper, taken)).toEqual(NOTHING)
})
