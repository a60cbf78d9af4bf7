import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { sealingKeys } from '#server/platform/crypto.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { asOwner } from '#test/db.ts'
import { reseal } from '#test/reseal.ts'
import { Browser, openSignInApp, type SignInApp } from '#test/sign-in.ts'
import { accessData as oauthData } from '../data.ts'
import { forgetIdentities } from './apple-tokens.ts'

let test: SignInApp
let subject: string
let last = 0

beforeAll(async () => {
  test = await openSignInApp()
})

beforeEach(async () => {
  test.oidc.setAway('apple', false)
  test.clock.advance(24 * 3_600_000)
  last += 1
  subject = `00120${last}.apple.${last}`
  const [first] = test.oidc.identities.apple
  if (!first) throw new Error('an identity of Apple')
  const email = `persona-${last}@icloud.test`
  test.oidc.identities.apple.push({ ...first, subject, email, emailVerified: true })
})

const query = async (text: string, values: unknown[] = []) =>
  (await asOwner(test.deps.databaseUrl, text, values)).rows

/** Signs in with Apple; returns the id of the account. */
async function signIn(): Promise<string> {
  const browser = new Browser((url) => url.pathname === '/auth/callback')
  const state = new URLSearchParams({ state: 'abcdefghijklmnopqrstuvwxyz' })
  const chooser = await browser.open(`${test.site}/api/auth/login/apple?${state}`)
  await browser.press(chooser, subject)
  const [row] = await query('select user_id from identities where subject = $1', [subject])
  return row.user_id
}

const close = (userId: string) =>
  inTransaction(test.deps.db, (tx) => oauthData.tables.identities.erase.run(tx, test.deps, userId))

it('revokes the Apple tokens of an account that closes', async () => {
  const userId = await signIn()
  await close(userId)
  expect(await query('select * from identities where user_id = $1', [userId])).toEqual([])
  await test.runJobs()
  expect(test.oidc.revoked()).toContain(subject)
  expect(await query(`select * from jobs where name = 'oauth.revoke-apple'`)).toEqual([])
})

it('stores an Apple token only encrypted, in its row and in the queue', async () => {
  const userId = await signIn()
  const [{ refresh_sealed: sealed }] = await query(
    'select refresh_sealed from identities where user_id = $1',
    [userId],
  )
  expect(sealed.length).toBeGreaterThan(40)
  await close(userId)
  const [{ payload }] = await query(`select payload from jobs where name = 'oauth.revoke-apple'`)
  expect(Object.keys(payload)).toEqual(['sealed'])
  await test.runJobs()
})

it('retries to revoke an Apple token while Apple does not answer', async () => {
  const userId = await signIn()
  test.oidc.setAway('apple', true)
  await close(userId)
  await test.runJobs()
  expect(test.oidc.revoked()).not.toContain(subject)
  test.oidc.setAway('apple', false)
  test.clock.advance(60_000)
  await test.runJobs()
  expect(test.oidc.revoked()).toContain(subject)
})

it('closes an account without Apple token, also when it is closed twice', async () => {
  const userId = await signIn()
  await query('update identities set refresh_sealed = null where user_id = $1', [userId])
  await close(userId)
  await close(userId)
  expect(await query(`select * from jobs where name = 'oauth.revoke-apple'`)).toEqual([])
})

it('re-encrypts an Apple token with a new key, and can decrypt it', async () => {
  const userId = await signIn()
  const { secrets } = test.deps
  const { bytes } = secrets.dataKey.current
  const rotated = { ...secrets, dataKey: sealingKeys(randomBytes(32), [bytes]) }
  const all = await reseal({ db: test.deps.db, secrets: rotated }, 'identities.refresh_sealed')
  expect(all.renewed).toBe(all.read)
  expect(
    (await reseal({ db: test.deps.db, secrets: rotated }, 'identities.refresh_sealed')).renewed,
  ).toBe(0)
  const deps = { clock: test.deps.clock, secrets: rotated }
  await inTransaction(test.deps.db, (tx) => forgetIdentities(tx, deps, userId))
  expect(await query('select * from identities where user_id = $1', [userId])).toEqual([])
  await query(`delete from jobs where name = 'oauth.revoke-apple'`)
})
