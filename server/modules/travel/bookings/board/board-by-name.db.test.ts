import { beforeAll, describe, expect, it } from 'vitest'
import { NAME_TRIES } from '#contract/booking-limits.ts'
import { withdrawableOf } from '#server/modules/bank/ledger/index.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, FUNDS, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aUser, aVerifiedDriver } from '#test/factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { BOGOTA, CALI } from '#test/trip-factories.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

let numbers = 1_000_000
/** A number whose last four digits nobody else has. */
const nextNumber = () => {
  numbers += 1
  return String(numbers)
}

type Options = {
  number?: string
  firstName?: string
  driver?: Awaited<ReturnType<typeof aVerifiedDriver>>
}

/** The driver stands at the first stop, where Ana María waits without a phone. */
async function aScene(options: Options = {}) {
  test.clock.set(TEST_NOW)
  const driver = options.driver ?? (await aVerifiedDriver(test.deps))
  const trip = await test.newTrip({ driver })
  const wait = async (number = nextNumber(), firstName = 'Ana María') => {
    const document = ['CC', number] as ['CC', string]
    const who = await aUser(test.deps, { firstName, lastName: 'Ruiz', verified: true, document })
    await aFundedWallet(test.deps, who.userId, FUNDS)
    const booking = await test.booked(who, trip, { from: BOGOTA, to: CALI })
    return { who, booking, lastFour: number.slice(-4) }
  }
  const ana = await wait(options.number, options.firstName)
  const drive = (path: string, body = {}) =>
    test.call(driver, 'POST', `/trips/${trip.tripId}/${path}`, body)
  const arrive = async () => {
    test.clock.set(trip.facts.departsAt)
    await drive('start')
    expect((await drive('arrivals', { stopId: trip.stop(BOGOTA) })).status).toBe(200)
  }
  const byName = (firstName: string, lastFour: string, who = driver) =>
    test.call(who, 'POST', `/trips/${trip.tripId}/check-in/name`, { firstName, lastFour })
  return { driver, trip, wait, ...ana, drive, arrive, byName }
}

const NOT_MATCHED = 'name_not_matched'

describe('boarding by name and document', () => {
  it.each(['Ana María', 'ana maria ', 'ANA'])('boards %j and pays as a scan does', async (name) => {
    const { arrive, byName, lastFour, booking, who } = await aScene()
    await arrive()
    const { status, body } = await byName(name, lastFour)
    expect([status, body.booking?.status]).toEqual([200, 'checked_in'])
    expect(await test.available(who)).toBe(FUNDS - booking.price)
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select b.checked_in_by, e.details from bookings b
       join booking_events e on e.booking_id = b.id and e.event = 'checked_in' where b.id = $1`,
      [booking.id],
    )
    expect(rows).toEqual([{ checked_in_by: 'name', details: { by: 'name' } }])
    await expectConsistent(test.deps)
  })

  it('boards nobody before the driver recorded the arrival, and counts no try', async () => {
    const { arrive, byName, lastFour, trip } = await aScene()
    test.clock.set(trip.facts.departsAt)
    for (let tries = 0; tries < 6; tries += 1) {
      expect((await byName('Ana', lastFour)).body.code).toBe('name_before_arrival')
    }
    await arrive()
    expect((await byName('Ana', lastFour)).status).toBe(200)
  })

  it('answers alike to a wrong name, wrong figures, and an unverified passenger', async () => {
    const { arrive, byName, lastFour, who } = await aScene()
    await arrive()
    const wrongName = await byName('Eva', lastFour)
    const wrongFigures = await byName('Ana', '0000')
    await asOwner(
      test.deps.databaseUrl,
      'update users set identity_verified_at = null where id = $1',
      [who.userId],
    )
    const unverified = await byName('Ana', lastFour)
    for (const { status, body } of [wrongName, wrongFigures, unverified]) {
      expect([status, body.code, body.error]).toEqual([409, NOT_MATCHED, wrongName.body.error])
    }
  })

  it('knows nobody by an accent without a letter, also where the account has none', async () => {
    const { arrive, byName, lastFour, who } = await aScene()
    await arrive()
    const nameless = "update users set first_name = '' where id = $1"
    await asOwner(test.deps.databaseUrl, nameless, [who.userId])
    // A lone accent is no letter, so that nothing is left of it.
    expect((await byName('\u0301', lastFour)).body.code).toBe(NOT_MATCHED)
  })

  it('closes after five tries of a trip, also for the right data', async () => {
    const { arrive, byName, lastFour, booking, who } = await aScene()
    await arrive()
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await byName('Ana', '0000')).body.code).toBe(NOT_MATCHED)
    }
    expect((await byName('Ana', lastFour)).body.code).toBe('name_boarding_closed')
    // The passenger's own word is still possible.
    expect((await test.act(who, booking, 'aboard')).status).toBe(200)
  })

  it('boards at most two passengers of a trip', async () => {
    const { arrive, byName, lastFour, wait } = await aScene()
    const [eva, leo] = [await wait(undefined, 'Eva'), await wait(undefined, 'Leo')]
    await arrive()
    expect((await byName('Ana', lastFour)).status).toBe(200)
    expect((await byName('Eva', eva.lastFour)).status).toBe(200)
    expect((await byName('Leo', leo.lastFour)).body.code).toBe('name_boarding_closed')
  })

  it('answers the same boarding when its answer was lost, and counts no try', async () => {
    const { arrive, byName, lastFour, wait, who, booking } = await aScene()
    const eva = await wait(undefined, 'Eva')
    await arrive()
    for (let presses = 0; presses < NAME_TRIES + 2; presses += 1) {
      const { status, body } = await byName('Ana', lastFour)
      expect([status, body.booking?.id]).toEqual([200, booking.id])
    }
    expect((await byName('Eva', eva.lastFour)).status).toBe(200)
    // Both boardings of the trip are used, and nobody else waits.
    expect((await byName('Eva', eva.lastFour)).body.booking?.id).toBe(eva.booking.id)
    expect(await test.available(who)).toBe(FUNDS - booking.price)
    const statement = 'No subí a ese carro, estaba en mi casa.'
    await test.act(who, booking, 'dispute', { statement })
    expect((await byName('Ana', lastFour)).status).toBe(409)
    await expectConsistent(test.deps)
  })

  it('boards nobody when two people fit, for a stranger, or the driver themselves', async () => {
    const { arrive, byName, lastFour, wait } = await aScene()
    await wait(`9${nextNumber().slice(1, 3)}${lastFour}`, 'Ana')
    await arrive()
    expect((await byName('Ana', lastFour)).body.code).toBe(NOT_MATCHED)
    const stranger = await aVerifiedDriver(test.deps)
    expect((await byName('Ana', lastFour, stranger)).body.code).toBe('trip_not_found')

    const number = nextNumber()
    const driver = await aVerifiedDriver(test.deps, { verified: true, document: ['CE', number] })
    const self = await aScene({ driver, number })
    await self.arrive()
    expect((await self.byName('Ana', self.lastFour)).body.code).toBe(NOT_MATCHED)
  })

  it('tells the passenger in every channel, who can deny it and win the fare back', async () => {
    const { arrive, byName, lastFour, booking, who } = await aScene()
    await arrive()
    await byName('Ana', lastFour)
    await test.runJobs()
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      "select kind, body from notifications where user_id = $1 and kind like 'boarded%'",
      [who.userId],
    )
    expect(rows).toMatchObject([{ kind: 'boarded_by_name' }])
    expect(rows[0].body).toMatch(
      /registró que subiste a las \d+:\d\d\s[ap]\.\sm\. con tu nombre y los últimos números/,
    )
    const path = `/bookings/${booking.id}`
    const seen = (await test.call(who, 'GET', path)).body.booking
    const until = addMs(test.clock.now(), DAY_MS).toISOString()
    expect(seen).toMatchObject({ can: { deny: true }, denial: { until } })
    const statement = 'No subí a ese carro, estaba en mi casa.'
    expect((await test.call(who, 'POST', `${path}/dispute`, { statement })).status).toBe(200)
    expect((await test.call(who, 'GET', path)).body.booking.state).toBe('checked_in_denied')
    const helper = await aUser(test.deps, { roles: ['passenger', 'support'] })
    const { body } = await test.call(helper, 'GET', '/admin/disputes')
    const listed = body.items.find((each: { bookingId: string }) => each.bookingId === booking.id)
    expect(listed).toMatchObject({ deniedByName: true })
  })

  it('lets the driver withdraw a young fare after seven days, as without a scan', async () => {
    const { arrive, byName, lastFour, driver } = await aScene()
    await arrive()
    await byName('Ana', lastFour)
    const at = test.clock.now()
    const now = addMs(at, 6 * DAY_MS)
    const { next } = await withdrawableOf(test.deps.db, { userId: driver.userId, now })
    const afterMs = (next?.at.getTime() ?? 0) - addMs(at, 7 * DAY_MS).getTime()
    expect([afterMs >= 0, afterMs <= MINUTE_MS]).toEqual([true, true])
  })

  it('boards nobody after the ticket has ended', async () => {
    const { arrive, byName, lastFour, who, booking } = await aScene()
    await test.act(who, booking, 'cancel')
    await arrive()
    expect((await byName('Ana', lastFour)).body.code).toBe('name_before_arrival')
  })
})
