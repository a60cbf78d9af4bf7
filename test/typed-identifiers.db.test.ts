import { beforeAll, describe, expect, it } from 'vitest'
import { findContact, provePhone, searchPeople } from '#server/modules/people/users/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'

// Every field reads an identifier the same way, however it is typed.

const PHONE = '+573107654321'
const WRITTEN = [
  '\u202A+57 310 765 4321\u202C',
  '310\u2011765\u20114321',
  '0057 310 7654321',
  'tel:+573107654321',
  '３１０７６５４３２１',
  '\u200E310 765 4321',
]
const LANDLINES = ['(601) 555 1234', '12345']
const WANTED = /^Escribe un celular de 10 dígitos/

let test: BookingsApp
let ana: TestUser
let owner: TestUser

beforeAll(async () => {
  test = await openBookingsApp()
  ana = await aUser(test.deps, { phone: null })
  owner = await aUser(test.deps)
  const phone = { userId: owner.userId, phone: PHONE }
  await inTransaction(test.deps.db, (tx) => provePhone(tx, test.deps, phone))
})

const patch = async (user: TestUser, body: Record<string, unknown>) =>
  (await test.call(user, 'PATCH', '/users/me', body)).body as {
    user?: { profile: Record<string, string | null> }
    fields?: Record<string, string>
    code?: string
  }

describe('a phone number', () => {
  it.each(WRITTEN)(
    'is the same in the profile, the desk search and a code: %j',
    async (written) => {
      const user = await aUser(test.deps, { phone: null })
      expect((await patch(user, { phone_number: written })).user?.profile.phone_number).toBe(PHONE)
      const found = await searchPeople(test.deps.db, test.deps, { text: written, limit: 50 })
      expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining([owner.userId, user.userId]))
      const other = await aUser(test.deps)
      await asOwner(test.deps.databaseUrl, 'delete from rate_limits')
      const asked = await test.call(other, 'POST', '/me/phone/code', { phone_number: written })
      expect(asked.body.fields).toBeUndefined()
      const named = { name: 'Mamá', phone: written, email: 'Mama@correo.test' }
      await test.call(other, 'PUT', '/me/trusted-contact', named)
      const kept = await test.call(other, 'GET', '/me/trusted-contact')
      expect(kept.body).toMatchObject({ contact: { phone: PHONE } })
    },
  )

  it.each(LANDLINES)('of a landline or too short is refused: %s', async (written) => {
    expect((await patch(ana, { phone_number: written })).fields?.phone_number).toMatch(WANTED)
    const code = await test.call(ana, 'POST', '/me/phone/code', { phone_number: written })
    const named = { name: 'Mamá', phone: written }
    const contact = await test.call(ana, 'PUT', '/me/trusted-contact', named)
    for (const { body } of [code, contact]) {
      expect(Object.values((body.fields ?? {}) as object)[0] ?? body.code).toMatch(
        /10 dígitos|phone_channel_off/,
      )
    }
  })
})

describe('a document number', () => {
  it('reads one document number however it is typed, and sends only the digits', async () => {
    const keys = new Set<string>()
    for (const typed of [
      'CC 52.123.456',
      'C.C. No. 52123456 de Bogotá',
      '0052123456',
      '52123456',
    ]) {
      const user = await aUser(test.deps)
      await patch(user, { identification_type: 'CC', identification_number: typed })
      expect(await findContact(test.deps.db, test.deps, user.userId)).toMatchObject({
        legalId: '52123456',
        legalIdType: 'CC',
      })
      const { rows } = await asOwner(
        test.deps.databaseUrl,
        `select encode(identification_index, 'hex') as key from users where id = $1`,
        [user.userId],
      )
      keys.add(rows[0].key)
    }
    expect(keys.size).toBe(1)
    const found = await searchPeople(test.deps.db, test.deps, { text: 'cc 52.123.456', limit: 50 })
    expect(found).toHaveLength(4)
  })

  it('with letters is no cédula, and is a passport', async () => {
    const typed = { identification_number: 'AB 123456' }
    const refused = await patch(ana, { identification_type: 'CC', ...typed })
    expect(refused.fields).toEqual({
      identification_number: 'Escribe solo los números de la cédula.',
    })
    const taken = await patch(ana, { identification_type: 'PAS', ...typed })
    expect(taken.user?.profile.identification_number).toBe('AB123456')
  })
})

it('an amount with a fraction is refused with its own code', async () => {
  const { status, body } = await test.call(ana, 'POST', '/payments/create', { amount: 20_000.5 })
  expect([status, body]).toMatchObject([
    400,
    { code: 'amount_not_whole', fields: { amount: expect.stringContaining('pesos enteros') } },
  ])
})

it('a name is stored with one apostrophe, and is the same with another one', async () => {
  const stored = await patch(ana, { first_name: 'Ma.Fernanda', last_name: 'D´Angelo' })
  expect(stored.user?.profile).toMatchObject({ full_name: 'Ma. Fernanda D’Angelo' })
  const version = async () =>
    (
      await asOwner(test.deps.databaseUrl, 'select name_version from users where id = $1', [
        ana.userId,
      ])
    ).rows[0].name_version
  const before = await version()
  await patch(ana, { last_name: "D'Angelo" })
  expect(await version()).toBe(before)
})
