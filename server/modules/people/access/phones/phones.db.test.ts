import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTextSandbox, type TextSandbox } from '#sandbox/text/text-sandbox.ts'
import { setPhonePolicy } from '#server/modules/people/users/index.ts'
import { HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, freshToken, TEST_PASSWORD, type TestUser } from '#test/factories.ts'

let test: TestApp
let phones: TextSandbox
let ana: TestUser
let last = 0

beforeAll(async () => {
  test = await openTestApp({
    extensions: [(app) => phones.plugin(app)],
    before(deps) {
      const { whatsapp, sms } = deps.secrets
      if (!whatsapp || !sms) throw new Error('the sandbox has no keys')
      phones = createTextSandbox({ whatsapp, sms })
    },
  })
  const origin = await test.app.listen({ port: 0, host: '127.0.0.1' })
  test.deps.urls.whatsapp = `${origin}/sandbox/text/whatsapp`
  test.deps.urls.sms = `${origin}/sandbox/text/sms`
  await setPhonePolicy(test.deps, true)
})

beforeEach(async () => {
  test.clock.advance(25 * HOUR_MS)
  phones.control.answer(null)
  phones.control.clear()
  ana = await aUser(test.deps, { phone: null })
})

const aNumber = () => {
  last += 1
  return `+5731${String(last).padStart(8, '0')}`
}

async function call(
  user: TestUser,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  ip = '203.0.113.7',
) {
  const token = await freshToken(test.deps, user)
  const answer = await test.app.inject({
    method,
    url: `/api${path}`,
    remoteAddress: ip,
    headers: { authorization: `Bearer ${token}` },
    ...(body ? { payload: body } : {}),
  })
  return { status: answer.statusCode, body: answer.json() }
}

const ask = (user: TestUser, phone_number: string, more: object = {}, ip?: string) =>
  call(user, 'POST', '/me/phone/code', { phone_number, ...more }, ip)

async function codeAt(phone: string): Promise<string | undefined> {
  await test.runJobs()
  return phones.control.messages(phone)[0]?.text.match(/\b\d{6}\b/)?.[0]
}

async function proved(user: TestUser, phone: string): Promise<void> {
  expect((await ask(user, phone)).status).toBe(200)
  const code = (await codeAt(phone)) ?? 'no code'
  expect((await call(user, 'POST', '/me/phone/confirm', { code })).status).toBe(200)
}

const proofOf = async (user: TestUser) => {
  const { user: shown } = (await call(user, 'GET', '/auth/me')).body
  return { proof: shown.phone_proof, phone: shown.profile.phone_number }
}

describe('a phone number', () => {
  it.each(['whatsapp', 'sms'] as const)(
    'proves a phone number by a code sent by %s',
    async (channel) => {
      const phone = aNumber()
      const asked = await ask(ana, phone.slice(3), { channel })
      expect(asked.body).toMatchObject({ channel, channels: ['whatsapp', 'sms'] })
      expect(await proofOf(ana)).toEqual({ proof: 'needed', phone: null })
      const code = await codeAt(phone)
      expect(phones.control.messages(phone)).toMatchObject([{ channel }])
      const confirmed = await call(ana, 'POST', '/me/phone/confirm', { code })
      expect(confirmed.body.user.phone_proof).toBe('proved')
      expect(await proofOf(ana)).toEqual({ proof: 'proved', phone })
    },
  )

  it('stores a phone number only encrypted, before and after it is proved', async () => {
    const phone = aNumber()
    await ask(ana, phone)
    const dump = async (table: string) => {
      const { rows } = await asOwner(test.deps.databaseUrl, `select t::text from ${table} t`)
      return JSON.stringify(rows)
    }
    const national = phone.slice(3)
    for (const table of ['jobs', 'phone_codes']) expect(await dump(table)).not.toContain(national)
    const code = (await codeAt(phone)) ?? ''
    expect(await dump('phone_codes')).not.toContain(code)
    await call(ana, 'POST', '/me/phone/confirm', { code })
    for (const table of ['users', 'audit_entries', 'rate_limits', 'notifications']) {
      expect(await dump(table), table).not.toContain(national)
    }
  })

  it.each(['6012345678', '+12025550123', '30012', 'hola'])(
    'refuses %s, which is not a Colombian mobile number',
    async (n) => {
      expect((await ask(ana, n)).body.fields.phone_number).toContain('10 dígitos')
    },
  )

  it('does not reveal that another account proved a number, and notifies its owner', async () => {
    const phone = aNumber()
    await proved(ana, phone)
    phones.control.clear()
    const thief = await aUser(test.deps, { phone: null })
    const fresh = await ask(thief, aNumber())
    const same = await ask(thief, phone)
    expect(Object.keys(same.body)).toEqual(Object.keys(fresh.body))
    expect(same.status).toBe(200)
    await ask(thief, phone)
    expect(await codeAt(phone)).toBeUndefined()
    const told = (await call(ana, 'GET', '/notifications')).body.notifications
    expect(told.map(({ kind }: { kind: string }) => kind)).toEqual(['phone_wanted'])
    expect(await proofOf(thief)).toEqual({ proof: 'needed', phone: null })
  })

  it('replaces or removes a proved number only after step-up, and notifies its owner', async () => {
    await proved(ana, aNumber())
    const next = aNumber()
    expect((await ask(ana, next)).body.code).toBe('step_up_required')
    expect((await call(ana, 'DELETE', '/me/phone')).body.code).toBe('step_up_required')
    const edit = await call(ana, 'PATCH', '/users/me', { phone_number: next })
    expect(edit.body.code).toBe('phone_locked')
    const proof = await call(ana, 'POST', '/auth/step-up', { password: TEST_PASSWORD })
    expect(proof.status).toBe(200)
    await proved(ana, next)
    expect(await proofOf(ana)).toEqual({ proof: 'proved', phone: next })
    const told = (await call(ana, 'GET', '/notifications')).body.notifications
    expect(told.map(({ kind }: { kind: string }) => kind)).toContain('phone_changed')
    expect((await call(ana, 'DELETE', '/me/phone')).status).toBe(200)
    expect(await proofOf(ana)).toEqual({ proof: 'needed', phone: null })
  })
})

describe('a phone code', () => {
  it('accepts a phone code once, from one person, for ten minutes and five tries', async () => {
    const phone = aNumber()
    await ask(ana, phone)
    const code = (await codeAt(phone)) ?? ''
    const confirm = (user: TestUser, text: string) =>
      call(user, 'POST', '/me/phone/confirm', { code: text })
    const other = await aUser(test.deps, { phone: null })
    expect((await confirm(other, code)).body.code).toBe('phone_code_wrong')
    const wrong = code === '000000' ? '000001' : '000000'
    for (const _ of [1, 2, 3, 4, 5]) {
      expect((await confirm(ana, wrong)).body.code).toBe('phone_code_wrong')
    }
    expect((await confirm(ana, code)).body.code).toBe('phone_code_wrong')
    await ask(ana, phone)
    phones.control.clear()
    test.clock.advance(10 * MINUTE_MS)
    await ask(ana, phone)
    const next = (await codeAt(phone)) ?? ''
    test.clock.advance(10 * MINUTE_MS)
    expect((await confirm(ana, next)).body.code).toBe('phone_code_wrong')
    await ask(ana, phone)
    const good = (await codeAt(phone)) ?? ''
    const both = await Promise.all([confirm(ana, good), confirm(ana, good)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
  })

  it('does not send a phone code that expired in the queue', async () => {
    const phone = aNumber()
    phones.control.answer(503)
    await ask(ana, phone)
    await test.runJobs()
    phones.control.answer(null)
    test.clock.advance(HOUR_MS)
    expect(await codeAt(phone)).toBeUndefined()
  })

  it('limits phone codes per person, per number and per network', async () => {
    const phone = aNumber()
    for (const _ of [1, 2, 3, 4, 5])
      expect((await ask(ana, phone, {}, '198.51.100.1')).status).toBe(200)
    expect((await ask(ana, aNumber(), {}, '198.51.100.2')).body.code).toBe('rate_limited')
    const other = await aUser(test.deps, { phone: null })
    expect((await ask(other, phone, {}, '198.51.100.3')).body.code).toBe('rate_limited')
    expect((await ask(other, aNumber(), {}, '198.51.100.3')).status).toBe(200)
    const people = await Promise.all(
      Array.from({ length: 8 }, () => aUser(test.deps, { phone: null })),
    )
    const answers: number[] = []
    for (const person of people) {
      for (const _ of [1, 2, 3, 4])
        answers.push((await ask(person, aNumber(), {}, '198.51.100.4')).status)
    }
    expect(answers.filter((status) => status === 200)).toHaveLength(30)
  })

  it('stops calling a failing message provider after at most eight calls', async () => {
    phones.control.answer(500)
    const before = phones.control.calls()
    const people = await Promise.all(
      Array.from({ length: 8 }, () => aUser(test.deps, { phone: null })),
    )
    for (const person of people) await ask(person, aNumber())
    for (const _ of [1, 2, 3]) await test.runRecurring('purge-old-data')
    expect(phones.control.calls() - before).toBeLessThanOrEqual(8)
    const asked = phones.control.calls()
    await test.runRecurring('purge-old-data')
    expect(phones.control.calls()).toBe(asked)
    phones.control.answer(null)
    test.clock.set(TEST_NOW)
  })
})
