import { beforeAll, describe, expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { supportSteps } from '#test/support-steps.ts'

let test: BookingsApp
let support: TestUser

beforeAll(async () => {
  test = await openBookingsApp()
  support = await aUser(test.deps, { roles: ['passenger', 'support'] })
})

const contextOf = (userId: string, who = support) =>
  test.call(who, 'GET', `/admin/people/${userId}/context`)

describe('the context of a person beside a ticket', () => {
  it('shows balance, journeys and open cases of a passenger, and records the view', async () => {
    const trip = await test.newTrip()
    const passenger = await test.aPassenger()
    const { id } = await test.booked(passenger, trip)
    const ticketId = await supportSteps(test).opened(passenger)
    const { status, body } = await contextOf(passenger.userId)
    expect(status).toBe(200)
    expect(body.person).toMatchObject({
      id: passenger.userId,
      expelled: false,
      age: null,
      standing: { rating: null, tripsDriven: 0, tripsRidden: 0 },
      sanctions: [],
      withdrawals: [],
      wallet: { available: expect.any(Number), held: expect.any(Number), debt: 0 },
      journeys: [{ kind: 'booking', id, from: 'Ibagué', to: 'Cali', isAhead: true }],
      openCases: [{ kind: 'ticket', id: ticketId, about: 'money' }],
    })
    expect(body.person.wallet.held).toBeGreaterThan(0)
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select actor_id from audit_entries where action = 'person.viewed' and subject_id = $1`,
      [passenger.userId],
    )
    expect(rows).toEqual([{ actor_id: support.userId }])
  })

  it('shows whole years of a verified person, and sanctions in force', async () => {
    const { userId } = await aUser(test.deps)
    const born = 'update users set birth_date = $2, identity_verified_at = $3 where id = $1'
    const now = test.clock.now()
    const { databaseUrl } = test.deps
    const age = async () => (await contextOf(userId)).body.person.age
    // Eighteen tomorrow, in Bogotá.
    await asOwner(databaseUrl, born, [userId, '2008-11-21', now])
    expect(await age()).toBe(17)
    await asOwner(databaseUrl, born, [userId, '2008-11-20', now])
    expect(await age()).toBe(18)
    await asOwner(databaseUrl, born, [userId, '2008-11-20', null])
    expect(await age()).toBe(null)
    const sanctioned = `insert into sanction_events (id, sanction_id, user_id, kind, at, ends_at,
        reason, cause) values ($1::uuid, $1::uuid, $2, 'suspended', $3, $4, 'x', $1)`
    for (const [id, days] of [
      ['01890000-0000-7000-8000-0000000000d1', -1],
      ['01890000-0000-7000-8000-0000000000d2', 3],
    ] as const) {
      const ends = addMs(now, days * DAY_MS)
      await asOwner(databaseUrl, sanctioned, [id, userId, addMs(now, -5 * DAY_MS), ends])
    }
    const { sanctions } = (await contextOf(userId)).body.person
    expect(sanctions).toEqual([{ kind: 'suspended', endsAt: addMs(now, 3 * DAY_MS).toISOString() }])
  })

  it('says what bars a person now, and nothing of a suspension that is over', async () => {
    const { userId } = await aUser(test.deps)
    const now = test.clock.now()
    const write = `insert into user_standing (user_id, expelled, suspended_until, sanctioned_at)
      values ($1, false, $2, $3) on conflict (user_id) do update set suspended_until = $2`
    const shown = async (until: string) => {
      await asOwner(test.deps.databaseUrl, write, [userId, until, addMs(now, -5 * DAY_MS)])
      const page = await test.call(support, 'GET', `/admin/people/${userId}`)
      return [(await contextOf(userId)).body.person, page.body.person].map((person) => {
        const { expelled, paused, suspendedUntil } = person
        return { expelled, paused, suspendedUntil }
      })
    }
    const none = { expelled: false, paused: false, suspendedUntil: null }
    const later = addMs(now, DAY_MS).toISOString()
    const both = <Bars>(bars: Bars) => [bars, bars]
    expect(await shown(addMs(now, -DAY_MS).toISOString())).toEqual(both(none))
    expect(await shown(later)).toEqual(both({ ...none, suspendedUntil: later }))
    expect(await shown('infinity')).toEqual(both({ ...none, paused: true }))
  })

  it('shows the trip of a driver as the next one, and once it departed as the last', async () => {
    const first = await test.newTrip()
    const { driver } = first
    const driven = async () => (await contextOf(driver.userId)).body.person.journeys
    expect(await driven()).toMatchObject([
      { kind: 'trip', id: first.tripId, from: 'Bogotá', to: 'Cali', isAhead: true },
    ])
    const departed = 'update trips set departs_at = $2 where id = $1'
    const past = new Date(test.clock.now().getTime() - HOUR_MS)
    await asOwner(test.deps.databaseUrl, departed, [first.tripId, past])
    expect(await driven()).toMatchObject([{ id: first.tripId, isAhead: false }])
  })

  it('refuses the context of a ticket without the permission to see people', async () => {
    const verifier = await aUser(test.deps, { roles: ['passenger', 'verifier'] })
    const { status, body } = await contextOf(support.userId, verifier)
    expect([status, body.code]).toEqual([403, 'forbidden'])
  })
})
