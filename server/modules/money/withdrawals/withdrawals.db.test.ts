import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  WITHDRAWAL_DAY_MAX_PESOS,
  WITHDRAWAL_MIN_PESOS,
  WITHDRAWAL_TWO_PEOPLE_PESOS,
} from '#contract/withdrawal-limits.ts'
import type { WithdrawalSum } from '#contract/withdrawals.ts'
import { walletId } from '#server/modules/bank/ledger/index.ts'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { aUser, proveSessions, type TestUser } from '#test/factories.ts'
import { openWithdrawalsApp, type Saver, type WithdrawalsApp } from '#test/withdrawal-factories.ts'
import { UNDO_MS } from './undo-window.ts'

let shop: WithdrawalsApp
let saver: Saver
let jorge: TestUser
let marta: TestUser

beforeAll(async () => {
  // No gateway, so that nothing is sent automatically.
  shop = await openWithdrawalsApp({ gateway: false })
  ;[jorge, marta] = shop.finance
})

beforeEach(async () => {
  saver = await shop.aSaver()
})

async function sum(user: TestUser): Promise<WithdrawalSum> {
  const { body } = await shop.get(user, '/withdrawals')
  return (body as unknown as { sum: WithdrawalSum }).sum
}

const reject = (by: TestUser, id: string, reason = 'Falta un documento tuyo.') =>
  shop.post(by, `/admin/withdrawals/${id}/reject`, { reason })

/** Makes the person a member of finance with a proved second factor. */
async function joinsFinance({ userId, sessionId }: TestUser): Promise<void> {
  const { databaseUrl } = shop.deps
  await asOwner(databaseUrl, `update users set roles = '{finance}' where id = $1`, [userId])
  await proveSessions(shop.deps, [sessionId])
}

/** Credits a fare to a driver now, written with the role that owns the ledger. */
async function earned(driver: TestUser, pesos: number, payer?: TestUser): Promise<void> {
  const [hold, post, cause] = [newId(), newId(), newId()]
  const passenger = payer ?? (await shop.aSaver(pesos))
  const move = (id: string, kind: string, pending: string | null) =>
    asOwner(
      shop.deps.databaseUrl,
      `insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency,
         code, pending_id, cause_kind, cause_id, created_at, happened_at)
       values ($1, $2, $3, $4, $5, 'COP', 'fare', $6, 'operator', $7, $8, $8)`,
      [
        id,
        kind,
        walletId(passenger.userId),
        walletId(driver.userId),
        pesos,
        pending,
        cause,
        shop.clock.now(),
      ],
    )
  await move(hold, 'pending', null)
  await move(post, 'post', hold)
  await asOwner(
    shop.deps.databaseUrl,
    `update ledger_accounts set
       debits_posted = debits_posted + case when id = $1 then $3::bigint else 0 end,
       credits_posted = credits_posted + case when id = $2 then $3::bigint else 0 end
     where id in ($1, $2)`,
    [walletId(passenger.userId), walletId(driver.userId), pesos],
  )
}

describe('POST /withdrawals', () => {
  it('holds the money of a withdrawal once per key, and notifies the person', async () => {
    const key = newId()
    const first = await shop.ask(saver, 300_000, key)
    expect(first.status).toBe(201)
    expect(first.body.withdrawal).toMatchObject({ status: 'requested', amount: 300_000 })
    const again = await shop.ask(saver, 300_000, key)
    expect(again.body.withdrawal.id).toBe(first.body.withdrawal.id)
    expect((await shop.ask(saver, 300_001, key)).body.code).toBe('idempotency_mismatch')
    expect(await shop.balance(saver)).toBe(700_000)
    expect(await shop.told(saver)).toEqual(['payout_account_added', 'withdrawal_requested'])
  })

  it('refuses a withdrawal below the minimum, above the balance or the daily limit', async () => {
    const code = async (amount: number) => (await shop.ask(saver, amount)).body.code
    expect(await code(WITHDRAWAL_MIN_PESOS - 1)).toBe('withdrawal_too_small')
    expect(await code(1_000_001)).toBe('insufficient_funds')
    const rich = await shop.aSaver(5_000_000)
    expect((await shop.ask(rich, WITHDRAWAL_DAY_MAX_PESOS + 1)).body.code).toBe(
      'withdrawal_day_limit',
    )
    for (const amount of [20_000, 20_000, 20_000]) await shop.ask(rich, amount)
    expect((await shop.ask(rich, 20_000)).body.code).toBe('withdrawal_day_limit')
    expect(await sum(rich)).toMatchObject({ leftToday: 0, withdrawable: 0 })
    shop.clock.advance(DAY_MS)
    expect((await shop.ask(rich, 20_000)).status).toBe(201)
  })

  it('names with the next date all that matures in the same minute', async () => {
    // A new payer moves the clock by a day.
    const payer = await shop.aSaver(160_000)
    const first = shop.clock.now()
    await earned(saver, 80_000, payer)
    shop.clock.advance(20_000)
    await earned(saver, 50_000, payer)
    shop.clock.advance(2 * MINUTE_MS)
    await earned(saver, 30_000, payer)
    const { next } = await sum(saver)
    const whole = Math.ceil((first.getTime() + 20_000) / MINUTE_MS) * MINUTE_MS
    const at = new Date(whole + DAY_MS)
    expect(next).toEqual({ at: at.toISOString(), pesos: 130_000 })
    shop.clock.set(at)
    expect(await sum(saver)).toMatchObject({ young: 30_000, withdrawable: 1_130_000 })
  })

  it('excludes earnings of the last 24 hours from the withdrawable sum', async () => {
    await earned(saver, 80_000)
    expect(await sum(saver)).toEqual({
      available: 1_080_000,
      young: 80_000,
      disputed: 0,
      held: 0,
      travelOnly: 0,
      debt: 0,
      next: { at: addMs(shop.clock.now(), DAY_MS).toISOString(), pesos: 80_000 },
      leftToday: WITHDRAWAL_DAY_MAX_PESOS,
      withdrawable: 1_000_000,
    })
    expect((await shop.ask(saver, 1_000_001)).body.code).toBe('withdrawal_too_large')
    shop.clock.advance(DAY_MS)
    expect(await sum(saver)).toMatchObject({ young: 0, withdrawable: 1_080_000 })
  })

  it('refuses a withdrawal of a person with a debt', async () => {
    await asOwner(
      shop.deps.databaseUrl,
      `insert into ledger_accounts (id, kind, owner_id, currency, balanced, debits_posted,
         created_at)
       values (derived_id('ledger.receivable.COP', $1::text), 'receivable', $1::uuid, 'COP', true,
         30000, now())`,
      [saver.userId],
    )
    expect((await shop.ask(saver, 50_000)).body.code).toBe('debt_open')
    expect(await sum(saver)).toMatchObject({ debt: 30_000, withdrawable: 0 })
  })

  it('accepts a withdrawal of an expelled person, who keeps their money', async () => {
    await asOwner(
      shop.deps.databaseUrl,
      `insert into sanction_events (id, sanction_id, user_id, kind, at, reason, cause)
       values ($1, $1, $2, 'expelled', $3, 'Cobró el viaje dos veces.', 'test')`,
      [newId(), saver.userId, shop.clock.now()],
    )
    const { status, body } = await shop.ask(saver, 300_000)
    expect([status, body.code]).toEqual([201, undefined])
    const path = `/withdrawals/${body.withdrawal.id}/cancel`
    expect((await shop.post(saver, path, {})).body.withdrawal).toMatchObject({
      status: 'cancelled',
    })
    expect((await shop.post(saver, '/payments/create', { amount: 50_000 })).body.code).toBe(
      'account_expelled',
    )
  })

  it('refuses a withdrawal to a new account until its waiting time ends', async () => {
    const { body } = await shop.addAccount(saver)
    const { account } = body as unknown as { account: { id: string } }
    const asked = await shop.ask({ ...saver, accountId: account.id }, 50_000)
    expect(asked.body.code).toBe('payout_account_waits')
  })
})

describe('decision on a withdrawal', () => {
  it('needs one member of finance for a small withdrawal and two for a large one', async () => {
    const little = await shop.ask(saver, WITHDRAWAL_TWO_PEOPLE_PESOS)
    const answer = await shop.approve(jorge, little.body.withdrawal.id)
    expect(answer.body.withdrawal).toMatchObject({ status: 'approved', firstBy: 'Jorge S.' })
    const rich = await shop.aSaver(2_000_000)
    const much = (await shop.ask(rich, WITHDRAWAL_TWO_PEOPLE_PESOS + 1)).body.withdrawal
    expect((await shop.approve(jorge, much.id)).body.withdrawal.status).toBe('requested')
    expect((await shop.approve(jorge, much.id)).body.code).toBe('withdrawal_same_person')
    expect((await shop.approve(marta, much.id)).body.withdrawal.status).toBe('approved')
  })

  it('needs two people when the withdrawals of one day add up to a large sum', async () => {
    const rich = await shop.aSaver(2_000_000)
    const first = (await shop.ask(rich, 300_000)).body.withdrawal
    const second = (await shop.ask(rich, 300_000)).body.withdrawal
    expect((await shop.approve(jorge, second.id)).body.withdrawal.status).toBe('requested')
    expect((await shop.approve(jorge, first.id)).body.withdrawal.status).toBe('requested')
    expect((await shop.approve(marta, first.id)).body.withdrawal.status).toBe('approved')
    shop.clock.advance(DAY_MS)
    const later = (await shop.ask(rich, 300_000)).body.withdrawal
    expect((await shop.approve(jorge, later.id)).body.withdrawal.status).toBe('approved')
  })

  it('refuses a decision on a withdrawal by its owner or by other roles', async () => {
    await joinsFinance(saver)
    expect((await shop.get(saver, '/admin/withdrawals')).status).toBe(200)
    const { id } = (await shop.ask(saver, 50_000)).body.withdrawal
    expect((await shop.approve(saver, id)).body.code).toBe('forbidden')
    expect((await reject(saver, id)).body.code).toBe('forbidden')
    await shop.approve(jorge, id)
    shop.clock.advance(UNDO_MS)
    await shop.post(saver, '/admin/payout-batches', {})
    expect((await shop.withdrawal(id)).status).toBe('approved')
    const support = await aUser(shop.deps, { roles: ['support'] })
    expect((await shop.approve(support, id)).status).toBe(403)
  })

  it('refuses to approve a withdrawal when its owner is no longer verified', async () => {
    const { id } = (await shop.ask(saver, 50_000)).body.withdrawal
    await asOwner(
      shop.deps.databaseUrl,
      'update users set identity_verified_at = null where id = $1',
      [saver.userId],
    )
    expect((await shop.approve(jorge, id)).body.code).toBe('identity_unverified')
    expect((await shop.withdrawal(id)).status).toBe('requested')
  })

  it('returns the money with a reason when an approved withdrawal is rejected', async () => {
    const { id } = (await shop.ask(saver, 50_000)).body.withdrawal
    await shop.approve(jorge, id)
    expect((await reject(marta, id)).body).toMatchObject({ withdrawal: { decidedBy: 'Marta R.' } })
    expect((await reject(marta, id)).status).toBe(200)
    expect(await shop.balance(saver)).toBe(1_000_000)
    const shown = await shop.get(saver, `/withdrawals/${id}`)
    const { withdrawal } = shown.body as unknown as { withdrawal: object }
    expect(withdrawal).toMatchObject({ status: 'rejected', reason: 'Falta un documento tuyo.' })
    expect((await shop.told(saver)).at(-1)).toBe('withdrawal_rejected')
  })

  it('lets the owner cancel a withdrawal until its approval cannot be undone', async () => {
    const cancel = (id: string) => shop.post(saver, `/withdrawals/${id}/cancel`, {})
    const { id } = (await shop.ask(saver, 50_000)).body.withdrawal
    expect((await cancel(id)).status).toBe(200)
    expect((await cancel(id)).status).toBe(200)
    expect(await shop.balance(saver)).toBe(1_000_000)
    const other = (await shop.ask(saver, 50_000)).body.withdrawal
    await shop.approve(jorge, other.id)
    shop.clock.advance(UNDO_MS)
    expect((await cancel(other.id)).body.code).toBe('withdrawal_not_open')
    const third = (await shop.ask(saver, 50_000)).body.withdrawal
    const stranger = await shop.post(await shop.aSaver(), `/withdrawals/${third.id}/cancel`, {})
    expect(stranger.body.code).toBe('withdrawal_not_found')
    expect((await shop.withdrawal(third.id)).status).toBe('requested')
  })
})

describe('payment by hand', () => {
  async function batched(amount = 50_000) {
    const { id } = await shop.approved(saver, amount)
    const made = await shop.post(jorge, '/admin/payout-batches', {})
    const { batch } = made.body as unknown as { batch: { id: string; count: number } }
    return { id, batch }
  }
  const tell = (by: TestUser, id: string, outcome: string) =>
    shop.post(by, `/admin/withdrawals/${id}/result`, { outcome, note: 'Banco: 998877' })
  const confirm = (by: TestUser, id: string, agree = true) =>
    shop.post(by, `/admin/withdrawals/${id}/confirm`, { agree })
  const download = (id: string) =>
    shop.app.inject({
      method: 'POST',
      url: `/api/admin/payout-batches/${id}/file`,
      headers: { authorization: `Bearer ${marta.token}` },
      payload: {},
    })

  it('pays a withdrawal by a file that is downloaded once, confirmed by two people', async () => {
    const { id, batch } = await batched()
    marta = { ...marta, token: await shop.freshTokenOf(marta) }
    const file = await download(batch.id)
    expect(file.statusCode).toBe(200)
    expect(file.body).toContain(';codigo_banco;')
    expect(file.body).toContain(';AHORROS;')
    expect((await download(batch.id)).json().code).toBe('payout_batch_downloaded')
    expect((await tell(jorge, id, 'paid')).status).toBe(200)
    expect((await confirm(jorge, id)).body.code).toBe('withdrawal_same_person')
    expect((await shop.withdrawal(id)).status).toBe('sent')
    expect((await reject(marta, id)).body.code).toBe('withdrawal_not_open')
    expect((await confirm(marta, id)).status).toBe(200)
    expect(await shop.withdrawal(id)).toMatchObject({ status: 'paid', channel: 'bank_file' })
    expect(await shop.balance(saver)).toBe(950_000)
    expect((await shop.told(saver)).slice(-2)).toEqual(['withdrawal_sent', 'withdrawal_paid'])
  })

  it('writes the bank file with the configured columns of the provider', async () => {
    const { env } = shop.deps.config
    env.PAYOUTS_FILE_COLUMNS = [
      ['Número de documento', 'document'],
      ['Tipo de cuenta', 'account_type'],
      ['Nada', 'empty'],
      ['Valor', 'cents'],
    ]
    env.PAYOUTS_FILE_SEPARATOR = ';'
    const { batch } = await batched(50_000)
    marta = { ...marta, token: await shop.freshTokenOf(marta) }
    const { body } = await download(batch.id)
    delete env.PAYOUTS_FILE_COLUMNS
    env.PAYOUTS_FILE_SEPARATOR = ','
    const [header, row, rest] = body.split('\r\n')
    expect(header).toBe('Número de documento;Tipo de cuenta;Nada;Valor')
    expect(row).toMatch(/^\d{6,10};AHORROS;;5000000$/)
    expect(rest).toBe('')
  })

  it('returns the money of a payment that the bank refused once two people agree', async () => {
    const { id } = await batched()
    await tell(jorge, id, 'failed')
    expect((await confirm(marta, id, false)).status).toBe(200)
    expect((await shop.withdrawal(id)).status).toBe('sent')
    await tell(jorge, id, 'failed')
    await confirm(marta, id)
    expect(await shop.withdrawal(id)).toMatchObject({ status: 'failed', reason: 'Banco: 998877' })
    expect(await shop.balance(saver)).toBe(1_000_000)
    // Returned money does not count against the daily limit.
    expect(await sum(saver)).toMatchObject({ leftToday: WITHDRAWAL_DAY_MAX_PESOS })
  })
})

describe('withdrawals in the database', () => {
  const change = (id: string, set: string) =>
    asOwner(shop.deps.databaseUrl, `update withdrawals set ${set} where id = $1`, [id])

  it('rejects rows approved by the owner or twice by one person, and skipped steps', async () => {
    const { id } = (await shop.ask(saver, 600_000)).body.withdrawal
    const by = (user: TestUser) => `'${user.userId}'`
    await expect(change(id, `first_by = ${by(saver)}`)).rejects.toThrow(/approved_by_others/)
    await expect(change(id, `first_by = ${by(jorge)}, second_by = ${by(jorge)}`)).rejects.toThrow(
      /approved_by_others/,
    )
    await expect(change(id, `first_by = ${by(jorge)}, status = 'approved'`)).rejects.toThrow(
      /withdrawals_approved/,
    )
    await expect(change(id, `status = 'paid'`)).rejects.toThrow(/does not become/)
    await expect(change(id, 'amount_pesos = 1')).rejects.toThrow(/does not become/)
  })

  it('moves no money for a withdrawal that is marked paid without evidence', async () => {
    const { id } = await shop.approved(saver, 50_000)
    await change(id, `status = 'sent', channel = 'gateway', sent_at = now()`)
    await change(id, `status = 'paid', closed_at = now()`)
    const moved = (kind: string) =>
      sql<{ outcome: string }>`
        select ledger_resolve(derived_id(${`withdrawal.${kind}`}, ${id}), ${kind},
          derived_id('withdrawal.hold', ${id}), null, 'withdrawal', 'withdrawal', ${id}, now())
          as outcome`.execute(shop.deps.db)
    for (const kind of ['post', 'void']) {
      const { rows } = await moved(kind)
      expect(rows[0]?.outcome).toBe('refused:cause_unsuitable')
    }
    const found = await findMismatches(shop.deps)
    expect(found).toContainEqual({ check: 'withdrawals', subjects: [`withdrawal ${id}`] })
    // Sets the row back, which only an operator can do who disables the trigger.
    const alter = (how: string) =>
      asOwner(shop.deps.databaseUrl, `alter table withdrawals ${how} trigger withdrawals_steps`)
    await alter('disable')
    await change(id, `status = 'sent', closed_at = null`)
    await alter('enable')
  })

  it('checks the same limit for two approvals as the contract', async () => {
    const { rows } = await asOwner(
      shop.deps.databaseUrl,
      `select pg_get_constraintdef(oid) as rule from pg_constraint
       where conname = 'withdrawals_two_people'`,
    )
    const limit = `amount_pesos <= ${WITHDRAWAL_TWO_PEOPLE_PESOS}`
    expect(rows).toMatchObject([{ rule: `CHECK ((two_people OR (${limit})))` }])
  })
})

it('leaves ledger, withdrawals and payouts consistent', async () => {
  const { id } = await shop.approved(saver, 50_000)
  await reject(jorge, id)
  const own = (await findMismatches(shop.deps)).filter(({ check }) =>
    ['withdrawals', 'payouts'].includes(check),
  )
  expect(own).toEqual([])
})
