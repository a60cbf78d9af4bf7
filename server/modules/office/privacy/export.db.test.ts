import { beforeAll, describe, expect, it } from 'vitest'
import { registry } from '#server/modules.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { asOwner } from '#test/db.ts'
import { freshToken, type TestUser } from '#test/factories.ts'
import { aFullPerson, openPrivacyApp, type PrivacyApp, SECRETS } from '#test/privacy-factories.ts'

let test: PrivacyApp
let person: TestUser
type Exported = { table: string; title: string; rows: Record<string, unknown>[] }
let data: Map<string, Exported>
/** Number of rows that name the person at the time of the request, by table. */
const counted = new Map<string, number>()

const inject = async (user: TestUser, method: 'GET' | 'POST', path: string) => {
  const headers = { authorization: `Bearer ${await freshToken(test.deps, user)}` }
  const payload = method === 'POST' ? { payload: {} } : {}
  return await test.app.inject({ method, url: `/api${path}`, headers, ...payload })
}

beforeAll(async () => {
  test = await openPrivacyApp()
  person = await aFullPerson(test)
  expect((await inject(person, 'POST', '/me/export')).json().code).toBe('step_up_required')
  await test.proved(person)
  expect((await inject(person, 'POST', '/me/export')).statusCode).toBe(201)
  expect((await inject(person, 'POST', '/me/export')).json().code).toBe('export_pending')
  for (const [name, { of = [] }] of registry) {
    // Jobs delete rows of `live_events` before they make the export.
    if (of.length === 0 || name === 'live_events') continue
    const where = of.map((column) => `${column} = $1`).join(' or ')
    const text = `select count(*)::int as n from ${name} where ${where}`
    const { rows } = await asOwner(test.deps.databaseUrl, text, [person.userId])
    counted.set(name, rows[0].n)
  }
  await test.runJobs()
  const json = await inject(person, 'GET', '/me/export?format=json')
  expect(json.headers['content-disposition']).toContain('cupo-mis-datos.json')
  data = new Map(json.json().data.map((table: Exported) => [table.table, table]))
})

const rowsOf = (table: string) => data.get(table)?.rows ?? []

describe('the copy of a person who gave everything', () => {
  it('exports every row that names the person, with every column of the registry', async () => {
    const missing: string[] = []
    for (const [name, { take, open }] of registry) {
      const exported = rowsOf(name)
      if (exported.length < (counted.get(name) ?? 0)) missing.push(name)
      const columns = open ? [] : take
      for (const row of exported.slice(0, 1)) {
        missing.push(...columns.filter((each) => !(each in row)).map((each) => `${name}.${each}`))
      }
    }
    expect(missing).toEqual([])
  })

  it('exports the data that the person typed, also those stored encrypted', () => {
    const [user] = rowsOf('users')
    expect(user).toMatchObject({
      first_name: SECRETS.firstName,
      username: SECRETS.username,
      phone_number: SECRETS.phone,
      identification_number: SECRETS.number,
      email: person.email,
    })
    const bodies = rowsOf('conversation_messages').map(({ mine, from, body }) => [mine, from, body])
    expect(bodies).toContainEqual([true, 'Zulema Q.', { text: SECRETS.message }])
    expect(bodies).toContainEqual([false, 'Carlos R.', { text: 'Listo, gracias.' }])
    for (const table of ['documents', 'vehicles', 'bookings', 'trips', 'ratings', 'trip_alerts']) {
      expect(rowsOf(table).length, table).toBeGreaterThan(0)
    }
    for (const table of ['ledger_transfers', 'payments', 'conduct_cases', 'blocks', 'consents']) {
      expect(rowsOf(table).length, table).toBeGreaterThan(0)
    }
  })

  it('exports no secrets and no data of other people', async () => {
    const text = JSON.stringify([...data.values()])
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select id, email from users where id <> $1',
      [person.userId],
    )
    for (const { id, email } of rows) expect(text.includes(id) || text.includes(email)).toBe(false)
    expect(text).not.toMatch(/password_hash|_sealed|refresh_hash|argon2/)
  })

  it('exports the ticket code of a booking to its passenger, not to its driver', async () => {
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select id, code, passenger_id = $1 as mine from bookings
       where $1 in (passenger_id, driver_id)`,
      [person.userId],
    )
    const shown = new Map(rowsOf('bookings').map(({ id, code }) => [id, code]))
    expect(rows.map(({ mine }) => mine).sort()).toEqual([false, true])
    for (const { id, code, mine } of rows) expect(shown.get(id)).toBe(mine ? code : undefined)
  })

  it('offers the export as a PDF, tells the person once, and refuses it to others', async () => {
    const pdf = await inject(person, 'GET', '/me/export?format=pdf')
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select count(*)::int as told from notifications
       where user_id = $1 and kind = 'export_ready'`,
      [person.userId],
    )
    expect(rows[0].told).toBe(1)
    const other = await test.aPassenger(0)
    expect((await inject(other, 'GET', '/me/export?format=json')).json().code).toBe(
      'export_not_ready',
    )
  })

  it('stores the export encrypted, and deletes it after seven days', async () => {
    const stored = async () => {
      const text = `select json_sealed from data_exports where user_id = $1`
      return (await asOwner(test.deps.databaseUrl, text, [person.userId])).rows
    }
    const [row] = await stored()
    expect(row.json_sealed.includes(SECRETS.firstName)).toBe(false)
    const ready = test.clock.now()
    test.clock.set(addMs(ready, 7 * DAY_MS + 1_000))
    expect((await inject(person, 'GET', '/me/export?format=json')).statusCode).toBe(404)
    await test.runRecurring('purge-old-data')
    expect(await stored()).toEqual([])
    test.clock.set(ready)
  })
})
