import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { QueuedWithdrawal, UndoableSignature } from '#contract/withdrawals.ts'
import { addMs } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import type { TestUser } from '#test/factories.ts'
import { openWithdrawalsApp, type Saver, type WithdrawalsApp } from '#test/withdrawal-factories.ts'
import { tellApproved } from './decide-withdrawal.ts'
import { sendWithdrawals } from './send-withdrawals.ts'
import { UNDO_MS } from './undo-window.ts'

let shop: WithdrawalsApp
let saver: Saver
let jorge: TestUser
let marta: TestUser

beforeAll(async () => {
  shop = await openWithdrawalsApp()
  ;[jorge, marta] = shop.finance
})

beforeEach(async () => {
  saver = await shop.aSaver(2_000_000)
  await asOwner(shop.deps.databaseUrl, `update withdrawals set next_check_at = 'infinity'`)
})

const BIG = 650_000
const ask = async (amount: number) => (await shop.ask(saver, amount)).body.withdrawal
const undo = async (by: TestUser, id: string) =>
  (await shop.post(by, `/admin/withdrawals/${id}/undo-approval`, {})) as unknown as {
    status: number
    body: { code: string; withdrawal: QueuedWithdrawal }
  }
const file = () => shop.post(jorge, '/admin/payout-batches', {}, { 'idempotency-key': newId() })
const queue = async (by: TestUser, status = 'requested') => {
  const { body } = await shop.get(by, `/admin/withdrawals?status=${status}`)
  return body as unknown as { items: QueuedWithdrawal[]; undoable: UndoableSignature[] }
}

/** Runs what the job of an approval runs, with the instant of its payload. */
const tell = (withdrawalId: string, approvedAt: Date) =>
  tellApproved(shop.deps, { withdrawalId, approvedAt })

describe('an approval of the last 30 seconds', () => {
  it('neither sends the withdrawal to the gateway nor puts it into a bank file', async () => {
    const { id, reference } = await ask(50_000)
    await shop.approve(jorge, id)
    await sendWithdrawals(shop.deps)
    expect(shop.payouts.payouts(reference)).toEqual([])
    expect((await file()).body.code).toBe('payout_batch_empty')
    expect((await shop.withdrawal(id)).status).toBe('approved')
    shop.clock.advance(UNDO_MS - 1)
    await sendWithdrawals(shop.deps)
    expect(shop.payouts.payouts(reference)).toEqual([])
    shop.clock.advance(1)
    await sendWithdrawals(shop.deps)
    expect(shop.payouts.payouts(reference)).toHaveLength(1)
  })

  it('tells the owner once after the window, and shows them a withdrawal in review', async () => {
    const { id } = await ask(50_000)
    await shop.approve(jorge, id)
    const shown = await shop.get(saver, `/withdrawals/${id}`)
    expect(shown.body).toMatchObject({ withdrawal: { status: 'requested', can: { cancel: true } } })
    const before = await shop.told(saver)
    expect(before).not.toContain('withdrawal_approved')
    const { rows } = await asOwner(
      shop.deps.databaseUrl,
      `select payload, run_at as "runAt" from jobs where name = 'withdrawals.tell-approved'
         and payload->>'withdrawalId' = $1`,
      [id],
    )
    expect(rows).toEqual([
      {
        payload: { withdrawalId: id, approvedAt: shop.clock.now().toISOString() },
        runAt: addMs(shop.clock.now(), UNDO_MS),
      },
    ])
    const approvedAt = shop.clock.now()
    shop.clock.advance(UNDO_MS)
    await tell(id, approvedAt)
    await tell(id, approvedAt)
    const after = await shop.told(saver)
    expect(after.slice(before.length)).toEqual(['withdrawal_approved'])
  })

  it('lets the owner cancel', async () => {
    const { id } = await ask(50_000)
    await shop.approve(jorge, id)
    expect((await shop.post(saver, `/withdrawals/${id}/cancel`, {})).status).toBe(200)
    expect(await shop.balance(saver)).toBe(2_000_000)
  })

  it('lists to its signer, and to nobody else, what can be undone', async () => {
    const { id } = await ask(BIG)
    await shop.approve(jorge, id)
    await shop.approve(marta, id)
    shop.clock.advance(10_000)
    const own = { withdrawalId: id, amount: BIG, person: 'Elena C.', approved: true }
    expect((await queue(marta)).undoable).toEqual([{ ...own, secondsLeft: 20 }])
    expect((await queue(jorge)).undoable).toEqual([])
    shop.clock.advance(20_000)
    expect((await queue(marta)).undoable).toEqual([])
  })
})

describe('undoing an approval', () => {
  it('returns to the first signature when the second signer undoes it', async () => {
    const { id } = await ask(BIG)
    await shop.approve(jorge, id)
    const firstAt = shop.clock.now().toISOString()
    shop.clock.advance(60_000)
    await shop.approve(marta, id)
    expect((await undo(jorge, id)).body.code).toBe('withdrawal_undo_over')
    const { body } = await undo(marta, id)
    expect(body.withdrawal).toMatchObject({
      ...{ status: 'requested', firstBy: 'Jorge S.', firstAt, secondBy: null },
      can: { approve: true },
    })
    shop.clock.advance(UNDO_MS)
    await tell(id, addMs(shop.clock.now(), -UNDO_MS))
    expect(await shop.told(saver)).not.toContain('withdrawal_approved')
    expect((await shop.approve(jorge, id)).body.code).toBe('withdrawal_same_person')
    expect((await shop.approve(marta, id)).body.withdrawal.status).toBe('approved')
  })

  it('takes back a signature that is the only one, of one person or of two', async () => {
    const small = await ask(50_000)
    await shop.approve(jorge, small.id)
    expect((await undo(jorge, small.id)).body.withdrawal).toMatchObject({ firstBy: null })
    expect((await shop.post(saver, `/withdrawals/${small.id}/cancel`, {})).status).toBe(200)
    const { id } = await ask(BIG)
    await shop.approve(jorge, id)
    expect((await undo(jorge, id)).body.withdrawal).toMatchObject({ firstBy: null })
    expect((await shop.approve(jorge, id)).body.withdrawal.firstBy).toBe('Jorge S.')
  })

  it('is refused after 30 seconds, and once the withdrawal ended', async () => {
    const { id } = await ask(50_000)
    await shop.approve(jorge, id)
    await shop.post(marta, `/admin/withdrawals/${id}/reject`, { reason: 'Falta un documento.' })
    expect((await undo(jorge, id)).body.code).toBe('withdrawal_undo_over')
    const other = await ask(50_000)
    await shop.approve(jorge, other.id)
    shop.clock.advance(UNDO_MS)
    expect((await undo(jorge, other.id)).body.code).toBe('withdrawal_undo_over')
    expect((await shop.withdrawal(other.id)).status).toBe('approved')
  })

  it('needs two people afterwards if the sum of the day passed the limit meanwhile', async () => {
    const { id } = await ask(300_000)
    await shop.approve(jorge, id)
    await ask(300_000)
    expect((await undo(jorge, id)).body.withdrawal.twoPeople).toBe(true)
    expect((await shop.approve(jorge, id)).body.withdrawal.status).toBe('requested')
  })

  it('tells the owner of a second approval, not of the one that was undone', async () => {
    const { id } = await ask(50_000)
    await shop.approve(jorge, id)
    const undone = shop.clock.now()
    await undo(jorge, id)
    shop.clock.advance(20_000)
    await shop.approve(jorge, id)
    const approvedAt = shop.clock.now()
    shop.clock.advance(10_000)
    await tell(id, undone)
    expect(await shop.told(saver)).not.toContain('withdrawal_approved')
    shop.clock.advance(20_000)
    await tell(id, approvedAt)
    expect((await shop.told(saver)).at(-1)).toBe('withdrawal_approved')
  })
})

describe('an identity or account that changed after the request', () => {
  const restart = () =>
    asOwner(
      shop.deps.databaseUrl,
      `update users set identification_version = identification_version + 1 where id = $1`,
      [saver.userId],
    )

  it('refuses the approval', async () => {
    const { id } = await ask(50_000)
    await restart()
    expect((await shop.approve(jorge, id)).body.code).toBe('withdrawal_destination_gone')
  })

  it.each(['gateway', 'bank file'])('ends an approved withdrawal before the %s', async (way) => {
    const { reference } = await shop.approved(saver, 50_000)
    await restart()
    if (way === 'gateway') await sendWithdrawals(shop.deps)
    else await file()
    expect(shop.payouts.payouts(reference)).toEqual([])
    expect((await shop.told(saver)).at(-1)).toBe('withdrawal_stopped')
    expect(await shop.balance(saver)).toBe(2_000_000)
  })

  it('cancels approved withdrawals to an account that its owner did not add', async () => {
    const { id } = await shop.approved(saver, 50_000)
    const { body } = await shop.post(saver, `/payout-accounts/${saver.accountId}/deny`, {})
    expect(body).toMatchObject({ cancelled: 1 })
    expect((await shop.withdrawal(id)).status).toBe('cancelled')
  })
})

it('shows the approver the owner, both names, the history, and what is unusual', async () => {
  const paid = await shop.approved(saver, 50_000)
  await sendWithdrawals(shop.deps)
  const [payout] = shop.payouts.payouts(paid.reference)
  shop.payouts.settle(String(payout?.id), 'FAILED', 'D07')
  await shop.settlePayouts()
  const stranger = await shop.aSaver(0)
  for (const { userId } of [saver, stranger]) {
    await asOwner(
      shop.deps.databaseUrl,
      `insert into user_devices (user_id, device_index, first_seen_at, last_seen_at)
       values ($1, sha256(convert_to($2, 'UTF8')), $3, $3)`,
      [userId, saver.userId, shop.clock.now()],
    )
  }
  const { id } = await ask(BIG)
  const item = (await queue(jorge)).items.find((each) => each.id === id)
  expect(item?.person).toMatchObject({ id: saver.userId, name: 'Elena C.' })
  expect(item?.owner).toMatchObject({
    ...{ verifiedName: 'Elena Cano', holder: 'Elena Cano', driven: 0, ridden: 0 },
    devices: { count: 1, others: 1 },
    earlier: [{ reference: paid.reference, amount: 50_000, status: 'failed' }],
  })
  expect(item?.unusual).toEqual([
    ...['account_new', 'device_shared', 'person_new', 'no_trips', 'none_paid', 'last_returned'],
  ])
})
