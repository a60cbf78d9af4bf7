import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PayoutAccount } from '#contract/withdrawal-accounts.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import {
  anAccount,
  BANK_ACCOUNT,
  openWithdrawalsApp,
  verifyIdentity,
  type WithdrawalsApp,
} from '#test/withdrawal-factories.ts'
import { sendWithdrawals } from './send-withdrawals.ts'

let shop: WithdrawalsApp
let elena: TestUser

beforeAll(async () => {
  shop = await openWithdrawalsApp()
})

beforeEach(async () => {
  elena = await aUser(shop.deps, { firstName: 'Elena', lastName: 'Cano' })
})

type Answer = { status: number; body: { code: string; account: PayoutAccount } }

const add = async (body: object, user = elena) =>
  (await shop.addAccount(user, body)) as unknown as Answer

async function list(user = elena) {
  const { body } = await shop.get(user, '/payout-accounts')
  return body as unknown as { items: PayoutAccount[]; identityVerified: boolean; holder: string }
}

describe('POST /payout-accounts', () => {
  it('adds an account of a verified person, masked and usable a day later', async () => {
    await verifyIdentity(shop, elena)
    const { status, body } = await add(BANK_ACCOUNT)
    expect(status).toBe(201)
    expect(body.account).toMatchObject({
      title: 'Bancolombia · Ahorros',
      masked: '•••• 8901',
      holder: 'Elena Cano',
      preferred: true,
      usable: false,
    })
    expect(JSON.stringify(await list())).not.toContain(BANK_ACCOUNT.number)
    expect(await shop.told(elena)).toEqual(['payout_account_added'])
    shop.clock.advance(DAY_MS)
    expect((await list()).items).toMatchObject([{ usable: true }])
  })

  it('encrypts the number of a payout account for its own row', async () => {
    await verifyIdentity(shop, elena)
    const { body } = await add(BANK_ACCOUNT)
    const { rows } = await asOwner(
      shop.deps.databaseUrl,
      'select *, payout_accounts::text as whole from payout_accounts where id = $1',
      [body.account.id],
    )
    const text = JSON.stringify(rows[0]) + String((rows[0] as { sealed: Buffer }).sealed)
    expect(text).not.toContain(BANK_ACCOUNT.number)
    expect(text).not.toContain('Cano')
  })

  it('refuses a payout account without a verified identity or without step-up', async () => {
    expect((await add(BANK_ACCOUNT)).body.code).toBe('identity_unverified')
    const other = await aUser(shop.deps)
    await verifyIdentity(shop, other)
    const unproved = await shop.post(other, '/payout-accounts', BANK_ACCOUNT)
    expect(unproved.body.code).toBe('step_up_required')
  })

  it('returns the same account for the same number, and accepts five at most', async () => {
    await verifyIdentity(shop, elena)
    const first = await add(BANK_ACCOUNT)
    expect((await add(BANK_ACCOUNT)).body.account.id).toBe(first.body.account.id)
    for (let each = 0; each < 4; each += 1) await add(anAccount())
    expect((await add(anAccount())).body.code).toBe('payout_accounts_full')
    expect((await list()).items).toHaveLength(5)
  })

  it.each([
    [{ kind: 'nequi', number: '3001234567' }, 'Nequi', '•••• 4567'],
    [{ kind: 'daviplata', number: '3119876543' }, 'Daviplata', '•••• 6543'],
  ])('accepts the payout account %o', async (body, title, masked) => {
    await verifyIdentity(shop, elena)
    expect((await add(body)).body.account).toMatchObject({ title, masked })
  })

  it.each([
    { kind: 'nequi', number: '6011234567' },
    { ...BANK_ACCOUNT, bank: '9999' },
    { ...BANK_ACCOUNT, number: '=1+1' },
    { ...BANK_ACCOUNT, number: '123' },
    { ...BANK_ACCOUNT, number: '00000000' },
  ])('refuses the payout account %o', async (body) => {
    await verifyIdentity(shop, elena)
    expect((await add(body)).body.code).toBe('invalid_request')
  })

  it('disables a payout account when the person changes the national id', async () => {
    const saver = await shop.aSaver()
    await asOwner(
      shop.deps.databaseUrl,
      'update users set identification_version = identification_version + 1 where id = $1',
      [saver.userId],
    )
    expect((await list(saver)).items).toMatchObject([{ usable: false }])
    expect((await shop.ask(saver, 50_000)).body.code).toBe('identity_unverified')
  })
})

it('replaces an account added under another identity, which then waits a day again', async () => {
  await verifyIdentity(shop, elena)
  const before = (await add(BANK_ACCOUNT)).body.account
  shop.clock.advance(DAY_MS)
  expect((await list()).items).toMatchObject([{ id: before.id, usable: true }])
  await asOwner(
    shop.deps.databaseUrl,
    'update users set identification_version = identification_version + 1 where id = $1',
    [elena.userId],
  )
  const { status, body } = await add(BANK_ACCOUNT)
  expect([status, body.account.usable]).toEqual([201, false])
  expect(body.account.id).not.toBe(before.id)
  expect((await list()).items).toMatchObject([{ id: body.account.id }])
})

it('prefers the account that its owner chose, and refuses one of another person', async () => {
  const saver = await shop.aSaver()
  const { id } = (await add(anAccount(), saver)).body.account
  const prefer = (user: TestUser) => shop.post(user, `/payout-accounts/${id}/prefer`, {})
  const preferred = async () =>
    (await list(saver)).items.flatMap((each) => (each.preferred ? each.id : []))
  expect((await prefer(elena)).body.code).toBe('payout_account_not_found')
  expect(await preferred()).toEqual([saver.accountId])
  expect((await prefer(saver)).body.account).toMatchObject({ id, preferred: true })
  expect(await preferred()).toEqual([id])
})

describe('Bre-B key as payout account', () => {
  const named = (key = '@Elena1') => ({ keyType: 'alphanumeric', key })
  const breb = (holder: string) => ({ kind: 'breb', ...named(), holder })
  const resolve = (key?: string) => shop.post(elena, '/payout-accounts/resolve', named(key))

  it('shows the holder of a Bre-B key before the key is added', async () => {
    await verifyIdentity(shop, elena)
    shop.payouts.setKey('@elena1', { name: 'ELENA C***' })
    expect((await resolve()).body).toEqual({ holder: 'ELENA C***', bank: 'Banco de prueba' })
    const { body } = await add(breb('ELENA C***'))
    expect(body.account).toMatchObject({ title: 'Llave Bre-B', holder: 'ELENA C***' })
  })

  it('refuses a Bre-B key of another person without revealing the name', async () => {
    await verifyIdentity(shop, elena)
    shop.payouts.setKey('@elena1', { name: 'PED*** RAM***' })
    const refused = await resolve()
    expect(refused.body.code).toBe('payout_holder_differs')
    expect(JSON.stringify(refused.body)).not.toContain('Pedro')
    shop.payouts.setKey('@elena1', { name: 'ELE*** CAN***' })
    expect((await add(breb('Elena C.'))).body.code).toBe('payout_holder_differs')
    expect((await resolve('@nadie')).body.code).toBe('payout_key_unknown')
  })

  it('says so when the directory of keys fails, which does not pause other payouts', async () => {
    const user = await aUser(shop.deps, { firstName: 'Elena', lastName: 'Cano' })
    await verifyIdentity(shop, user)
    shop.payouts.setKey('@elena1', { name: 'ELE*** CAN***' })
    for (const key of [
      ...Array(3).fill(['timeout@test.com', 'error@test.com']).flat(),
      '@elena1',
    ]) {
      const { body } = await shop.post(user, '/payout-accounts/resolve', named(key))
      if (key === '@elena1') expect(body).toMatchObject({ holder: 'ELE*** CAN***' })
      else expect(body.code).toBe('payouts_unavailable')
    }
  })
})

describe('removing and denying an account', () => {
  it('removes a payout account without open withdrawals, and prefers the next one', async () => {
    const saver = await shop.aSaver()
    const second = await add(anAccount(), saver)
    const asked = await shop.ask(saver, 50_000)
    const remove = () => shop.call(saver, 'DELETE', `/payout-accounts/${saver.accountId}`)
    expect((await remove()).body.code).toBe('payout_account_in_use')
    await shop.post(saver, `/withdrawals/${asked.body.withdrawal.id}/cancel`, {})
    expect((await remove()).status).toBe(200)
    expect((await remove()).status).toBe(200)
    const { items } = await list(saver)
    expect(items).toMatchObject([{ id: second.body.account.id, preferred: true }])
  })

  it('removes a denied account, cancels its withdrawals and ends other sessions', async () => {
    const saver = await shop.aSaver()
    const { body } = await shop.ask(saver, 50_000)
    const { email, password } = saver
    const thief = await shop.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password },
    })
    expect(thief.statusCode).toBe(200)
    const denied = await shop.post(saver, `/payout-accounts/${saver.accountId}/deny`, {})
    expect(denied.body).toMatchObject({ removed: true, cancelled: 1, sessionsEnded: 1 })
    expect((await shop.withdrawal(body.withdrawal.id)).status).toBe('cancelled')
    expect(await shop.balance(saver)).toBe(1_000_000)
    expect((await list(saver)).items).toEqual([])
    shop.clock.advance(HOUR_MS)
    expect((await shop.ask(saver, 50_000)).body.code).toBe('payout_account_not_found')
  })

  it('tells how much had left for a denied account already', async () => {
    const saver = await shop.aSaver()
    await shop.approved(saver, 50_000)
    await sendWithdrawals(shop.deps)
    const denied = await shop.post(saver, `/payout-accounts/${saver.accountId}/deny`, {})
    expect(denied.body).toMatchObject({ removed: true, cancelled: 0, sentPesos: 50_000 })
    await shop.runJobs()
    const mail = shop.mail.control
      .messages(saver.email)
      .find(({ subject }) => /Quitaste/.test(subject))
    expect(mail?.text).toMatch(/\$\s50\.000 ya iban hacia ella/)
  })
})
