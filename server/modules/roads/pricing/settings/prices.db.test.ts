import { beforeAll, describe, expect, it } from 'vitest'
import { findTripFacts } from '#server/modules/travel/trips/index.ts'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import { type Body, type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { sharePhone } from '#test/same-human.ts'
import { BOGOTA, CALI } from '#test/trip-factories.ts'
import { quoteTrip } from '../quote-trip.ts'

let test: BookingsApp
let jorge: TestUser
let marta: TestUser

beforeAll(async () => {
  test = await openBookingsApp()
  jorge = await aUser(test.deps, { firstName: 'Jorge', roles: ['passenger', 'finance'] })
  marta = await aUser(test.deps, { firstName: 'Marta', roles: ['passenger', 'admin'] })
})

const dayIn = (days: number) => bogotaDate(addMs(test.clock.now(), days * DAY_MS))

const fuel = (validFrom: string, pesos: number) => ({
  kind: 'fuel',
  subjectId: BOGOTA,
  validFrom,
  pesos,
  source: 'Resolución de prueba, noviembre de 2026',
})

const propose = (by: TestUser, body: Body) => test.call(by, 'POST', '/admin/prices/proposals', body)
const decide = (by: TestUser, id: string, outcome = 'confirmed') =>
  test.call(by, 'POST', `/admin/prices/proposals/${id}/decide`, { outcome })

type Waiting = { id: string; pesos: number; can: { confirm: boolean } }

/** Enters a price as Jorge and returns the id of the proposal. */
async function proposed(body: Body): Promise<string> {
  const { status, body: answer } = await propose(jorge, body)
  expect([status, answer.code]).toEqual([201, undefined])
  return answer.waiting.find(({ pesos }: Waiting) => pesos === body.pesos).id
}

const quoteFor = async (days: number) => {
  const departsAt = addMs(test.clock.now(), days * DAY_MS)
  return (await quoteTrip(test.deps, { stops: [BOGOTA, CALI], departsAt, seats: 3 })).quote
}

const rowsOf = async (subject: string) => {
  const { body } = await test.call(jorge, 'GET', '/admin/prices')
  const tables = [...body.fuel, ...body.tolls] as { subjectId: string; rows: object[] }[]
  return tables.find(({ subjectId }) => subjectId === subject)?.rows ?? []
}

describe('a price entered by a member of the team', () => {
  it('counts a confirmed price from its first day; published trips keep theirs', async () => {
    const trip = await test.newTrip({ stops: [BOGOTA, CALI] })
    const [before, later] = [await quoteFor(7), await quoteFor(20)]
    const id = await proposed(fuel(dayIn(10), 30_000))
    expect(await quoteFor(20)).toEqual(later)
    expect((await decide(jorge, id)).body.code).toBe('price_same_person')
    expect((await decide(marta, id)).status).toBe(200)
    expect(await quoteFor(7)).toEqual(before)
    const dear = await quoteFor(20)
    expect(dear.basis.fuelPesosPerGallon).toBe(30_000)
    expect(dear.seat.max).toBeGreaterThan(later.seat.max)
    expect(await findTripFacts(test.deps.db, trip.tripId)).toEqual(trip.facts)
    expect(await rowsOf(BOGOTA)).toContainEqual(
      expect.objectContaining({ validFrom: dayIn(10), pesos: 30_000, state: 'coming' }),
    )
    expect((await decide(marta, id)).body.code).toBe('not_found')
  })

  it('refuses a price confirmation from another account of the same person', async () => {
    const double = await aUser(test.deps, { roles: ['passenger', 'finance'] })
    await sharePhone(test.deps.databaseUrl, jorge, double)
    const id = await proposed(fuel(dayIn(40), 22_000))
    expect((await decide(double, id)).body.code).toBe('same_human')
    const waiting = async (who: TestUser) => {
      const { items } = (await test.call(who, 'GET', '/admin/signatures')).body
      return items.map((item: { id: string }) => item.id)
    }
    expect(await waiting(jorge)).not.toContain(id)
    expect(await waiting(marta)).toContain(id)
    expect((await decide(marta, id)).status).toBe(200)
    expect(await waiting(marta)).not.toContain(id)
  })

  it('changes the toll of a station from the day of a confirmed price', async () => {
    const { body } = await test.call(jorge, 'GET', '/admin/prices')
    const station = body.tolls[0].subjectId
    const toll = { kind: 'toll', subjectId: station, validFrom: dayIn(0), pesos: 19_900 }
    const id = await proposed({ ...toll, source: 'Tarifas de la ANI, noviembre' })
    expect((await decide(marta, id)).status).toBe(200)
    expect(await rowsOf(station)).toContainEqual(
      expect.objectContaining({ pesos: 19_900, state: 'current' }),
    )
  })

  it('refuses a price for a past day, an unknown place or a day that has one', async () => {
    expect((await propose(jorge, fuel(dayIn(-1), 16_000))).body.code).toBe('price_in_past')
    const nowhere = { ...fuel(dayIn(5), 16_000), subjectId: '99999' }
    expect((await propose(jorge, nowhere)).body.code).toBe('not_found')
    const id = await proposed(fuel(dayIn(30), 17_000))
    expect((await propose(marta, fuel(dayIn(30), 17_500))).body.code).toBe('price_exists')
    expect((await decide(jorge, id, 'rejected')).status).toBe(200)
    const again = await proposed(fuel(dayIn(30), 17_500))
    expect((await decide(marta, again)).status).toBe(200)
    const third = await proposed(fuel(dayIn(30), 18_500))
    expect((await decide(marta, third)).body.code).toBe('price_exists')
  })

  it('refuses to confirm a price after its first day is over', async () => {
    const id = await proposed(fuel(dayIn(1), 21_000))
    const start = test.clock.now()
    test.clock.advance(2 * DAY_MS)
    expect((await decide(marta, id)).body.code).toBe('price_in_past')
    test.clock.set(start)
  })

  it("lets only finance and admins enter prices, and records it in the team's trail", async () => {
    const helper = await aUser(test.deps, { roles: ['passenger', 'support'] })
    expect((await test.call(helper, 'GET', '/admin/prices')).body.code).toBe('forbidden')
    const text = `select distinct action from staff_actions where subject_kind = 'price' order by 1`
    const { rows } = await asOwner(test.deps.databaseUrl, text)
    expect(rows.map(({ action }) => action)).toEqual([
      'price.confirmed',
      'price.proposed',
      'price.rejected',
    ])
  })
})

describe("the database's rules for prices", () => {
  it('refuses in the database a price confirmed by its proposer, changed, or past', async () => {
    const id = await proposed(fuel(dayIn(40), 22_000))
    const run = (text: string) => asOwner(test.deps.databaseUrl, text)
    const own = `update price_proposals set outcome = 'confirmed', decided_by = proposed_by,
      decided_at = now() where id = '${id}'`
    await expect(run(own)).rejects.toThrow('price_proposals_second_person')
    const other = `update price_proposals set pesos = 1 where id = '${id}'`
    await expect(run(other)).rejects.toThrow('never changes')
    const past = `insert into price_proposals (id, kind, subject_id, valid_from, pesos, source,
        proposed_by, proposed_at)
      select gen_random_uuid(), kind, subject_id, '2020-01-01', pesos, source, proposed_by,
        proposed_at from price_proposals where id = '${id}'`
    await expect(run(past)).rejects.toThrow('price_proposals_not_past')
  })
})
