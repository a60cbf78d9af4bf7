import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { findUser } from '#server/modules/people/users/index.ts'
import { DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { postJson } from '#test/http-client.ts'

let test: TestApp
let mail: MailSandbox

beforeAll(async () => {
  mail = await openMailSandbox()
  test = await openTestApp({ urls: { smtp: mail.url }, extensions: [mail.plugin] })
  return () => mail.close()
})

beforeEach(() => mail.control.clear())

const post = async (user: TestUser, path: string, payload: object) =>
  await postJson(test.app, `/auth${path}`, payload, { token: await freshToken(test.deps, user) })

const tryCode = async (user: TestUser, code: string, which = 'address') => {
  const answer = await post(user, '/mail-code', { which, code })
  return answer.json().code ?? answer.statusCode
}

/** The newest mail to that address: its digits, and the secret of its link. */
async function mailed(address: string): Promise<{ code: string; token: string; text: string }> {
  await test.runJobs()
  const { text = '', html = '' } = mail.control.messages(address)[0] ?? {}
  const code = /código: (\d{3} \d{3})/.exec(text)?.[1] ?? ''
  expect(html).toContain(code)
  const token = /\?token=([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? ''
  return { code: code.replace(' ', ''), token, text }
}

/** An account with an address that nobody has proved, and the mail about it. */
async function unproved(email?: string) {
  const user = await aUser(test.deps, { emailConfirmed: false, ...(email ? { email } : {}) })
  return { user, ...(await resend(user)) }
}

async function resend(user: TestUser) {
  test.clock.advance(MINUTE_MS)
  await post(user, '/confirm-address/resend', {})
  return await mailed(user.email)
}

const isProved = async ({ userId }: TestUser) =>
  (await findUser(test.deps.db, userId)).email_confirmed_at !== null

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

it('proves the address of a sign-up by the mailed code, once, and voids its link', async () => {
  const { user, code, token, text } = await unproved()
  expect(text).toContain('El código vence en: 30 minutos')
  expect(await tryCode(user, code)).toBe(200)
  expect(await isProved(user)).toBe(true)
  expect(await tryCode(user, code)).toBe('mail_code_wrong')
  expect((await post(user, '/confirm-address', { token })).json().code).toBe('link_invalid')
})

it('accepts no code of another account, of an earlier mail, or after 30 minutes', async () => {
  const first = await unproved()
  const second = await unproved()
  expect(await tryCode(second.user, first.code)).toBe('mail_code_wrong')
  const newer = await resend(first.user)
  if (newer.code !== first.code)
    expect(await tryCode(first.user, first.code)).toBe('mail_code_wrong')
  expect(await tryCode(first.user, newer.code, 'change')).toBe('mail_code_wrong')
  test.clock.advance(30 * MINUTE_MS)
  expect(await tryCode(first.user, newer.code)).toBe('mail_code_wrong')
  expect(await isProved(first.user)).toBe(false)
  expect((await post(first.user, '/confirm-address', { token: newer.token })).statusCode).toBe(200)
})

it('leaves only the link after five wrong codes', async () => {
  const { user, code, token } = await unproved()
  for (let n = 0; n < 5; n += 1) expect(await tryCode(user, other(code))).toBe('mail_code_wrong')
  expect(await tryCode(user, code)).toBe('mail_code_wrong')
  expect((await post(user, '/confirm-address', { token })).statusCode).toBe(200)
})

it('counts wrong codes of one address over all accounts that claim it', async () => {
  const email = `buscado-${newId()}@correo.test`
  const claims = []
  for (let n = 0; n < 5; n += 1) claims.push(await unproved(email))
  for (const { user, code } of claims.slice(0, 4))
    for (let n = 0; n < 5; n += 1) expect(await tryCode(user, other(code))).toBe('mail_code_wrong')
  const last = claims[4]
  if (!last) throw new Error('five claims')
  expect(await tryCode(last.user, last.code)).toBe('rate_limited')
  test.clock.advance(DAY_MS)
  const { code } = await resend(last.user)
  expect(await tryCode(last.user, code)).toBe(200)
})

it('lets one of five parallel calls use a code', async () => {
  const { user, code } = await unproved()
  const answers = await Promise.all(Array.from({ length: 5 }, () => tryCode(user, code)))
  expect(answers.filter((answer) => answer === 200)).toHaveLength(1)
})

it('changes the address by the code of the new one, and mails the old one an undo', async () => {
  const user = await aUser(test.deps)
  const email = `nueva-${newId()}@correo.test`
  await post(user, '/change-email', { email, password: user.password })
  const { code } = await mailed(email)
  expect(await tryCode(user, other(code), 'change')).toBe('mail_code_wrong')
  expect(await tryCode(user, code, 'change')).toBe(200)
  expect((await findUser(test.deps.db, user.userId)).email).toBe(email)
  await test.runJobs()
  expect(mail.control.messages(user.email)[0]?.text).toContain('/deshacer-correo?token=')
})

it('stores the code only as a digest', async () => {
  const { user, code } = await unproved()
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select l::text as row, length(code_hash) as digest from account_links l
     where user_id = $1`,
    [user.userId],
  )
  expect(rows).toEqual([{ row: expect.not.stringContaining(code), digest: 32 }])
})
