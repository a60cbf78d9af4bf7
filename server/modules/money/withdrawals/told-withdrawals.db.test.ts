import { beforeAll, expect, it } from 'vitest'
import { WithdrawalStatus } from '#contract/withdrawals.ts'
import { addMs } from '#server/platform/clock.ts'
import { asOwner } from '#test/db.ts'
import { openWithdrawalsApp, type Saver, type WithdrawalsApp } from '#test/withdrawal-factories.ts'
import { tellApproved } from './decide-withdrawal.ts'
import { sendWithdrawals } from './send-withdrawals.ts'
import { UNDO_MS } from './undo-window.ts'

// Reaches every state of a withdrawal and checks the last notification of its owner.

let shop: WithdrawalsApp

beforeAll(async () => {
  shop = await openWithdrawalsApp()
})

type Play = (saver: Saver) => Promise<unknown>

const asked: Play = async (saver) => (await shop.ask(saver, 50_000)).body.withdrawal

/** Approves a withdrawal and notifies its owner, as the job does half a minute later. */
async function approved(saver: Saver) {
  const made = await shop.approved(saver, 50_000)
  const approvedAt = addMs(shop.clock.now(), -UNDO_MS)
  await tellApproved(shop.deps, { withdrawalId: made.id, approvedAt })
  return made
}

async function sent(saver: Saver) {
  const { reference } = await approved(saver)
  await sendWithdrawals(shop.deps)
  return String(shop.payouts.payouts(reference)[0]?.id)
}

async function settled(saver: Saver, status: 'APPROVED' | 'FAILED') {
  shop.payouts.settle(await sent(saver), status)
  await shop.settlePayouts()
}

const plays: Record<WithdrawalStatus, Play> = {
  requested: asked,
  approved,
  async sending(saver) {
    // The gateway does not answer, so the payout can have been accepted.
    const { id } = await approved(saver)
    // Excludes other withdrawals, because the first one without an answer ends the run of the job.
    const others = `update withdrawals set next_check_at = 'infinity' where id <> $1`
    await asOwner(shop.deps.databaseUrl, others, [id])
    shop.payouts.setFault('cut')
    await sendWithdrawals(shop.deps)
    shop.payouts.setFault('none')
  },
  sent,
  paid: (saver) => settled(saver, 'APPROVED'),
  failed: (saver) => settled(saver, 'FAILED'),
  async rejected(saver) {
    const { id } = await approved(saver)
    const reason = { reason: 'Falta un documento.' }
    await shop.post(shop.finance[0], `/admin/withdrawals/${id}/reject`, reason)
  },
  async cancelled(saver) {
    const { id } = (await shop.ask(saver, 50_000)).body.withdrawal
    await shop.post(saver, `/withdrawals/${id}/cancel`, {})
  },
}

it.each(WithdrawalStatus.options)('notifies the owner that a withdrawal is %s', async (status) => {
  const saver = await shop.aSaver()
  await plays[status](saver)
  const listed = await shop.get(saver, '/withdrawals')
  const { items } = listed.body as unknown as { items: { status: string }[] }
  expect(items).toMatchObject([{ status }])
  const last = status === 'sending' ? 'approved' : status
  expect((await shop.told(saver)).at(-1)).toBe(`withdrawal_${last}`)
})

it('gives the owner a receipt of a paid withdrawal and a statement of the year', async () => {
  const saver = await shop.aSaver()
  await settled(saver, 'APPROVED')
  const listed = await shop.get(saver, '/withdrawals')
  const { items } = listed.body as unknown as { items: { id: string; reference: string }[] }
  const read = async (path: string) =>
    shop.app.inject({
      url: `/api${path}`,
      headers: { authorization: `Bearer ${await shop.freshTokenOf(saver)}` },
    })
  const receipt = await read(`/withdrawals/${items[0]?.id}/receipt`)
  expect(receipt.statusCode).toBe(200)
  expect(receipt.headers['content-type']).toBe('application/pdf')
  const year = shop.clock.now().getUTCFullYear()
  const statement = await read(`/wallet/statement?year=${year}`)
  expect(statement.headers['content-type']).toBe('application/pdf')
  expect(statement.body.startsWith('%PDF')).toBe(true)
  expect((await read(`/wallet/statement?year=${year + 1}`)).statusCode).toBe(400)
})
