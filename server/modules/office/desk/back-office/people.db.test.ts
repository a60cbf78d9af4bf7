import { beforeAll, describe, expect, it } from 'vitest'
import { markProved } from '#server/modules/people/access/auth/auth.queries.ts'
import { createUser, phoneIndex, sealPhone } from '#server/modules/people/users/index.ts'
import { updatePhoneProved } from '#server/modules/people/users/phone.queries.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { createLogger } from '#server/platform/log.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { aTicket } from '#test/owned-things.ts'

const PHONE = '+573158642097'
const CEDULA = '1093847561'

let test: BookingsApp
let support: TestUser
let finance: TestUser
let admin: TestUser
/** User with every datum that must be masked. */
let ana: TestUser
const logged: string[] = []

beforeAll(async () => {
  test = await openBookingsApp({
    before(deps) {
      deps.log = createLogger('debug', { write: (line) => void logged.push(line) })
    },
  })
  support = await aUser(test.deps, { firstName: 'Pilar', roles: ['passenger', 'support'] })
  finance = await aUser(test.deps, { roles: ['passenger', 'finance'] })
  admin = await aUser(test.deps, { roles: ['passenger', 'admin'] })
  ana = await aUser(test.deps, {
    firstName: 'María Ángela',
    lastName: 'Peñaranda',
    email: 'maria.angela@correo.test',
  })
  await test.call(ana, 'PATCH', '/users/me', {
    identification_type: 'CC',
    identification_number: CEDULA,
  } as never)
  await inTransaction(test.deps.db, (tx) =>
    updatePhoneProved(tx, {
      id: ana.userId,
      sealed: sealPhone(test.deps.secrets, ana.userId, PHONE),
      index: phoneIndex(test.deps.secrets, PHONE),
      at: test.clock.now(),
    }),
  )
})

const find = (text: string, who = support) => test.call(who, 'POST', '/admin/people/find', { text })
const show = (userId: string, who = support) => test.call(who, 'GET', `/admin/people/${userId}`)
const reveal = (userId: string, field: string, why: object, who = support) =>
  test.call(who, 'POST', `/admin/people/${userId}/reveal`, { field, why })
const BECAUSE = { reason: 'Llamó por un objeto perdido.' }

describe('the search for people', () => {
  it.each([
    ['the beginnings of names, without accents', 'angela PENA'],
    ['the whole address', ' Maria.Angela@correo.test'],
    ['the telephone, as it is written', '315 864 2097'],
    ['the document number, with dots', '1.093.847.561'],
  ])('finds a person by %s', async (_name, text) => {
    const { status, body } = await find(text)
    expect(status).toBe(200)
    expect(body.items).toEqual([
      {
        id: ana.userId,
        name: 'María P.',
        email: 'm•••@correo.test',
        phone: '••• ••• 2097',
        verified: false,
        isDriver: false,
        isTeam: false,
        memberSince: test.clock.now().toISOString(),
      },
    ])
    expect(body.more).toBe(false)
  })

  it('finds a person by username and by id', async () => {
    const { id } = await inTransaction(test.deps.db, (tx) =>
      createUser(tx, test.deps, { email: 'otra@correo.test', username: 'Rosalía.7' }),
    )
    const found = async (text: string) =>
      (await find(text)).body.items.map((each: { id: string }) => each.id)
    expect(await found('@rosalia_7')).toEqual([id])
    expect(await found(id)).toEqual([id])
    expect(await found('nadie que se llame así')).toEqual([])
    expect(await found("' or 1=1 -- & | !")).toEqual([])
  })

  it('reports when a search for people has more results than it shows', async () => {
    for (let count = 0; count < 21; count += 1) {
      await inTransaction(test.deps.db, (tx) =>
        createUser(tx, test.deps, { email: `z${count}@correo.test`, firstName: 'Zoraida' }),
      )
    }
    const { body } = await find('zorai')
    expect([body.items.length, body.more]).toEqual([20, true])
  })
})

describe('the page of a person', () => {
  it('shows the masked data of a person and records who viewed them', async () => {
    const trip = await test.newTrip()
    const passenger = await test.aPassenger()
    await test.booked(passenger, trip)
    const driver = (await show(trip.driver.userId)).body.person
    expect(driver).toMatchObject({
      isDriver: true,
      trips: { total: 1, items: [{ id: trip.tripId, from: 'Bogotá', to: 'Cali', sold: 1 }] },
      bookings: { total: 0 },
      can: { reveal: true },
    })
    expect(driver.vehicles).toHaveLength(1)
    expect(driver.documents.length).toBeGreaterThan(3)
    const { person } = (await show(passenger.userId)).body
    expect(person).toMatchObject({
      fullName: 'Ana Ruiz',
      bookings: { total: 1, items: [{ tripId: trip.tripId, from: 'Ibagué', to: 'Cali' }] },
      wallet: { debt: 0, held: expect.any(Number) },
      sessions: { total: 1, items: [{ open: true }] },
      standing: { rating: null },
    })
    expect(person.wallet.held).toBeGreaterThan(0)
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select actor_id from audit_entries where action = 'person.viewed' and subject_id = $1`,
      [passenger.userId],
    )
    expect(rows).toEqual([{ actor_id: support.userId }])
  })

  it('sends no complete email, phone or document number of a person', async () => {
    for (const who of [support, finance, admin]) {
      const { status, body } = await show(ana.userId, who)
      expect(status).toBe(200)
      expect(body.person.identification).toEqual({ type: 'CC', masked: '•••• 7561' })
      const text = JSON.stringify(body)
      for (const secret of [ana.email, PHONE.slice(3), CEDULA]) expect(text).not.toContain(secret)
    }
  })

  it('answers not found for an unknown person', async () => {
    expect((await show(newId())).body.code).toBe('person_not_found')
  })
})

describe('revealing a datum', () => {
  it.each([
    ['email', 'maria.angela@correo.test'],
    ['phone', PHONE],
    ['identification', CEDULA],
  ])(
    'reveals the complete %s after recording the reason, and logs no value',
    async (field, value) => {
      const { status, body } = await reveal(ana.userId, field, BECAUSE)
      expect([status, body]).toEqual([200, { value }])
      const { rows } = await asOwner(
        test.deps.databaseUrl,
        `select r.actor_id, r.field, r.reason, s.reason as told from data_reveals r
       join staff_actions s on s.subject_id = r.user_id::text and s.action = 'person.revealed'
         and s.actor_id = r.actor_id and s.at = r.at
       where r.user_id = $1 and r.field = $2 limit 1`,
        [ana.userId, field],
      )
      const { reason } = BECAUSE
      expect(rows).toEqual([{ actor_id: support.userId, field, reason, told: reason }])
      expect(logged.join('')).not.toContain(value)
    },
  )

  it('requires a reason, or a ticket or report of the person, to reveal a datum', async () => {
    for (const why of [{}, { reason: 'Corta' }, { reason: ' '.repeat(20) }, { ...BECAUSE, x: 1 }]) {
      expect((await reveal(ana.userId, 'phone', why)).body.code).toBe('invalid_request')
    }
    const { ticketId } = await aTicket(test, ana)
    const other = await aTicket(test, await aUser(test.deps))
    expect((await reveal(ana.userId, 'phone', { ticketId })).body).toEqual({ value: PHONE })
    const foreign = [{ ticketId: other.ticketId }, { ticketId: newId() }, { caseId: newId() }]
    for (const why of foreign) {
      expect((await reveal(ana.userId, 'phone', why)).body.code).toBe('reveal_subject_not_found')
    }
  })

  it('refuses reveals to finance, of oneself, and of the team except to admins', async () => {
    expect((await reveal(ana.userId, 'email', BECAUSE, finance)).body.code).toBe('forbidden')
    expect((await reveal(support.userId, 'email', BECAUSE)).body.code).toBe('forbidden')
    expect((await reveal(finance.userId, 'email', BECAUSE)).body.code).toBe('forbidden')
    expect((await reveal(admin.userId, 'email', BECAUSE, admin)).body.code).toBe('forbidden')
    expect((await reveal(finance.userId, 'email', BECAUSE, admin)).status).toBe(200)
    const can = async (id: string, who: TestUser) => (await show(id, who)).body.person.can.reveal
    expect(await can(finance.userId, support)).toBe(false)
    expect(await can(finance.userId, admin)).toBe(true)
    expect(await can(ana.userId, finance)).toBe(false)
  })

  it('neither reveals nor records a datum that the person never gave', async () => {
    const { userId } = await aUser(test.deps, { phone: null })
    expect((await reveal(userId, 'phone', BECAUSE)).body.code).toBe('nothing_to_reveal')
    expect((await reveal(newId(), 'phone', BECAUSE)).body.code).toBe('person_not_found')
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select from data_reveals where user_id = $1',
      [userId],
    )
    expect(rows).toEqual([])
  })

  it('limits reveals to twenty an hour', async () => {
    const busy = await aUser(test.deps, { roles: ['passenger', 'support'] })
    for (let count = 0; count < 20; count += 1) {
      expect((await reveal(ana.userId, 'email', BECAUSE, busy)).status).toBe(200)
    }
    expect((await reveal(ana.userId, 'email', BECAUSE, busy)).body.code).toBe('rate_limited')
  })

  it('lists reveals in the data export of the person', async () => {
    const eva = await aUser(test.deps)
    await reveal(eva.userId, 'email', BECAUSE)
    await markProved(test.deps.db, eva.sessionId, test.clock.now())
    expect((await test.call(eva, 'POST', '/me/export')).status).toBe(201)
    await test.runJobs()
    const answer = await test.call(eva, 'GET', '/me/export?format=json')
    expect(JSON.stringify(answer.body)).toContain(BECAUSE.reason)
  })
})
