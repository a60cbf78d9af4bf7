import { beforeEach, describe, expect, it } from 'vitest'
import type { QueuedWithdrawal } from '#contract/withdrawals.ts'
import { authorizeAct, findSharedDevices } from '#server/modules/people/users/index.ts'
import { DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { sharePhone } from '#test/same-human.ts'
import { openWithdrawalsApp, type WithdrawalsApp } from '#test/withdrawal-factories.ts'

const shop: WithdrawalsApp = await openWithdrawalsApp()
const url = shop.deps.databaseUrl
const BIG = 700_000

let first: TestUser
let second: TestUser

beforeEach(async () => {
  first = await aUser(shop.deps, { firstName: 'Jorge', roles: ['finance'] })
  second = await aUser(shop.deps, { firstName: 'Marta', roles: ['finance'] })
})

const run = (text: string, ...values: unknown[]) => asOwner(url, text, values)

/** Error code that refuses these signers; null when they can sign. */
const refusal = () =>
  inTransaction(shop.deps.db, async (tx) => {
    const signed = { actor: second.userId, earlier: [first.userId], signs: 'second' } as const
    const about = { permission: 'withdrawals.decide', affected: [] } as const
    const subject = { kind: 'withdrawal', id: newId() }
    await authorizeAct(tx, shop.deps, { ...signed, ...about, subject })
    return null
  }).catch((error: { code: string }) => error.code)

describe('two signatures of one human', () => {
  it('accepts two signatures of people who share no data', async () => {
    expect(await refusal()).toBe(null)
  })

  it.each(['first', 'second'] as const)(
    'refuses two signatures while the %s signer is unverified',
    async (which) => {
      const { userId } = which === 'first' ? first : second
      await run('update users set identity_verified_at = null where id = $1', userId)
      expect(await refusal()).toBe('signer_unverified')
    },
  )

  it('refuses two signers with the same document number of any type', async () => {
    second = await aUser(shop.deps, { roles: ['finance'], document: ['PAS', '79456123'] })
    first = await aUser(shop.deps, { roles: ['finance'], document: ['CC', '79.456.123'] })
    expect(await refusal()).toBe('same_human')
  })

  it('refuses two signers with the same photo of an identity document', async () => {
    for (const { userId } of [first, second]) {
      await run(
        `insert into documents (id, owner_id, kind, status, storage_key, content_type, sha256,
           created_at)
         values ($1, $2, 'identity_front', 'superseded', $3, 'image/webp',
           sha256(convert_to('one photo', 'UTF8')), now())`,
        newId(),
        userId,
        newId(),
      )
    }
    expect(await refusal()).toBe('same_human')
  })

  it('refuses two signers when one proved the phone number that the other gave', async () => {
    await sharePhone(url, first, second)
    expect(await refusal()).toBe('same_human')
    await sharePhone(url, second, first)
    expect(await refusal()).toBe(null)
  })

  it('refuses two signers with the same payout account, also a removed one', async () => {
    for (const { userId } of [first, second]) {
      await run(
        `insert into payout_accounts (id, user_id, kind, bank_code, account_type, sealed,
           number_index, identification_version, preferred, created_at, usable_from, removed_at)
         values ($1, $2, 'bank', '1007', 'savings', '\\x00',
           sha256(convert_to($3, 'UTF8')), 1, false, now(), now(), now())`,
        newId(),
        userId,
        first.userId,
      )
    }
    expect(await refusal()).toBe('same_human')
  })

  it('accepts two signers who used the same browser, and marks it in the queue', async () => {
    for (const { userId } of [first, second]) {
      await run(
        `insert into user_devices (user_id, device_index, first_seen_at, last_seen_at)
         values ($1, sha256(convert_to($2, 'UTF8')), now(), now())`,
        userId,
        first.userId,
      )
    }
    expect(await refusal()).toBe(null)
    const others = [first.userId, null, shop.finance[0].userId]
    expect([...(await findSharedDevices(shop.deps.db, second.userId, others))]).toEqual([
      first.userId,
    ])
    const saver = await shop.aSaver()
    const { id } = (await shop.ask(saver, BIG)).body.withdrawal
    expect((await shop.approve(first, id)).body.withdrawal.sameDevice).toBe(false)
    const { body } = await shop.get(second, '/admin/withdrawals?status=requested')
    const { items } = body as unknown as { items: { id: string; sameDevice: boolean }[] }
    expect(items.find((item) => item.id === id)?.sameDevice).toBe(true)
  })
})

describe('a withdrawal above the limit of one person', () => {
  it('refuses a second approval by another account of the same human, in parallel', async () => {
    await sharePhone(url, first, second)
    const saver = await shop.aSaver()
    const { id } = (await shop.ask(saver, BIG)).body.withdrawal
    const answers = await Promise.all([first, second].map((by) => shop.approve(by, id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.map(({ body }) => body.code)).toContain('same_human')
    expect((await shop.withdrawal(id)).status).toBe('requested')
    const { body } = await shop.get(shop.finance[0], '/admin/signatures')
    const { items } = body as unknown as { items: object[] }
    expect(items).toContainEqual(expect.objectContaining({ kind: 'withdrawal', id, pesos: BIG }))
    expect((await shop.approve(shop.finance[0], id)).body.withdrawal.status).toBe('approved')
  })

  it('refuses a first approval by a person without a verified identity', async () => {
    await run('update users set identity_verified_at = null where id = $1', first.userId)
    const saver = await shop.aSaver()
    const { id } = (await shop.ask(saver, BIG)).body.withdrawal
    expect((await shop.approve(first, id)).body.code).toBe('signer_unverified')
    const small = (await shop.ask(await shop.aSaver(), 20_000)).body.withdrawal
    expect((await shop.approve(first, small.id)).status).toBe(200)
  })
})

describe('a withdrawal that is paid by hand', () => {
  it('refuses to confirm a payment by another account of the person who recorded it', async () => {
    await sharePhone(url, first, second)
    const saver = await shop.aSaver()
    const { id } = await shop.approved(saver, BIG)
    const batch = await shop.post(
      first,
      '/admin/payout-batches',
      {},
      { 'idempotency-key': newId() },
    )
    expect(batch.status).toBe(201)
    const result = { outcome: 'paid', note: 'Referencia 8812 del banco' }
    const told = await shop.post(first, `/admin/withdrawals/${id}/result`, result)
    expect(told.status).toBe(200)
    const confirm = (by: TestUser) =>
      shop.post(by, `/admin/withdrawals/${id}/confirm`, { agree: true })
    expect((await confirm(second)).body.code).toBe('same_human')
    expect((await confirm(shop.finance[1])).status).toBe(200)
    expect((await shop.withdrawal(id)).status).toBe('paid')
  })
})

describe('a signature on a screen that shows an earlier state', () => {
  const batch = async () => {
    const key = { 'idempotency-key': newId() }
    expect((await shop.post(first, '/admin/payout-batches', {}, key)).status).toBe(201)
  }
  /** A withdrawal and how a member of finance signs it with what their screen showed. */
  async function onScreen(path: string, id: string) {
    const send = async (by: TestUser, seenFirstAt: string | null, more: object = {}) =>
      (await shop.post(by, `/admin/withdrawals/${id}/${path}`, {
        seenFirstAt,
        ...more,
      })) as never as {
        status: number
        body: { code?: string; withdrawal: QueuedWithdrawal }
      }
    return send
  }

  it('approves nothing second when the screen promised a first signature', async () => {
    const { id } = (await shop.ask(await shop.aSaver(), BIG)).body.withdrawal
    const approve = await onScreen('approve', id)
    const signed = (await approve(first, null)).body.withdrawal
    expect((await approve(second, null)).body.code).toBe('case_changed')
    expect((await shop.withdrawal(id)).status).toBe('requested')
    expect((await approve(second, signed.firstAt)).body.withdrawal.status).toBe('approved')
  })

  it('ends a withdrawal only by the result that the screen showed', async () => {
    const { id } = await shop.approved(await shop.aSaver(), BIG)
    await batch()
    const tell = (outcome: string) => {
      const told = { outcome, note: 'Referencia 8812 del banco' }
      return shop.post(first, `/admin/withdrawals/${id}/result`, told) as never as Promise<{
        body: { withdrawal: QueuedWithdrawal }
      }>
    }
    const confirm = await onScreen('confirm', id)
    const paidAt = (await tell('paid')).body.withdrawal.result?.at ?? ''
    expect((await confirm(shop.finance[1], paidAt, { agree: false })).status).toBe(200)
    shop.clock.advance(1)
    const failedAt = (await tell('failed')).body.withdrawal.result?.at ?? ''
    for (const agree of [true, false]) {
      expect((await confirm(second, paidAt, { agree })).body.code).toBe('case_changed')
    }
    expect((await confirm(second, failedAt, { agree: true })).body.withdrawal.status).toBe('failed')
  })

  it('returns a paid withdrawal only by the movement that the screen showed', async () => {
    const { id } = await shop.approved(await shop.aSaver(), BIG)
    await batch()
    const path = `/admin/withdrawals/${id}`
    await shop.post(first, `${path}/result`, { outcome: 'paid', note: 'Referencia 8813' })
    await shop.post(second, `${path}/confirm`, { agree: true })
    const tell = async (bankReference: string) => {
      const told = { bankReference, reason: 'La cuenta está cerrada.' }
      const { body } = await shop.post(first, `${path}/return`, told)
      return (body as never as { withdrawal: QueuedWithdrawal }).withdrawal.returned?.at ?? ''
    }
    const confirm = await onScreen('return/confirm', id)
    const wrongAt = await tell('MOV 1 TWO HUMANS')
    await confirm(shop.finance[1], wrongAt, { agree: false })
    shop.clock.advance(1)
    const rightAt = await tell('MOV 2 TWO HUMANS')
    expect((await confirm(second, wrongAt, { agree: true })).body.code).toBe('case_changed')
    expect((await confirm(second, rightAt, { agree: true })).status).toBe(200)
  })
})

describe('an identity that only a co-signer verified', () => {
  /** Both sides of a document, approved by a verifier some days ago. */
  async function verified(person: TestUser, by: TestUser, days = 0): Promise<void> {
    for (const kind of ['identity_front', 'identity_back']) {
      await run(
        `insert into documents (id, owner_id, kind, status, storage_key, content_type, sha256,
           created_at, reviewed_by, reviewed_at)
         values ($1::uuid, $2, $3, 'approved', $1::text, 'image/webp',
           sha256(convert_to($1::text, 'UTF8')), $5, $4, $5)`,
        ...[newId(), person.userId, kind, by.userId],
        new Date(shop.clock.now().getTime() - days * DAY_MS),
      )
    }
  }

  it('does not count beside the signature of that co-signer, in either order', async () => {
    await verified(second, first)
    expect(await refusal()).toBe('second_human_unconfirmed')
    ;[first, second] = [second, first]
    expect(await refusal()).toBe('second_human_unconfirmed')
  })

  it("accepts a co-signer's identity once another verifier approved it", async () => {
    await verified(second, first)
    const twin = await aUser(shop.deps, { roles: ['verifier'] })
    await sharePhone(url, first, twin)
    await verified(second, twin)
    expect(await refusal()).toBe('second_human_unconfirmed')
    await verified(second, await aUser(shop.deps, { roles: ['verifier'] }))
    expect(await refusal()).toBe(null)
  })

  it('accepts an identity that only a co-signer verified after 180 days', async () => {
    await verified(second, first, 179)
    expect(await refusal()).toBe('second_human_unconfirmed')
    await run('update users set identity_confirmed_version = 1 where id = $1', second.userId)
    expect(await refusal()).toBe(null)
    await run('update users set identity_confirmed_version = 0 where id = $1', second.userId)
    expect(await refusal()).toBe('second_human_unconfirmed')
    shop.clock.advance(DAY_MS)
    expect(await refusal()).toBe(null)
  })
})
