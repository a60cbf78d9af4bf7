import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { findDebt } from '#server/modules/bank/ledger/index.ts'
import { payoutPort } from '#server/modules/bank/payouts/index.ts'
import { sendWithdrawals } from '#server/modules/money/withdrawals/send-withdrawals.ts'
import { settleBatch } from '#server/modules/money/withdrawals/settle-payout.ts'
import { UNDO_MS } from '#server/modules/money/withdrawals/undo-window.ts'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { openWithdrawalsApp, type Saver, type WithdrawalsApp } from '#test/withdrawal-factories.ts'
import { killSender } from './killed-sender.ts'

// Withdrawals on parallel connections: money leaves once, or not at all.

let shop: WithdrawalsApp

beforeAll(async () => {
  shop = await openWithdrawalsApp({ poolSize: 10 })
})

const OPEN = ['requested', 'approved', 'sending', 'sent']

/** Pesos that the payout sandbox has paid for these references. */
function paidOut(references: readonly string[]): number {
  const cents = references
    .flatMap((reference) => shop.payouts.payouts(reference))
    .filter(({ status }) => status === 'APPROVED')
    .reduce((sum, { amount_in_cents }) => sum + amount_in_cents, 0)
  return cents / 100
}

async function assertInAgreement(): Promise<void> {
  await shop.assertSound()
  const found = await findMismatches(shop.deps)
  expect(found.filter(({ check }) => ['withdrawals', 'payouts'].includes(check))).toEqual([])
}

describe('parallel withdrawals', () => {
  it('accepts one of four parallel withdrawals of the same money', async () => {
    const saver = await shop.aSaver(100_000)
    const answers = await Promise.all([1, 2, 3, 4].map(() => shop.ask(saver, 80_000)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(await shop.balance(saver)).toBe(20_000)
  })

  it('needs two approvers in parallel, and counts the same approver once', async () => {
    const saver = await shop.aSaver()
    const [jorge, marta] = shop.finance
    const { id } = (await shop.ask(saver, 600_000)).body.withdrawal
    const same = await Promise.all([shop.approve(jorge, id), shop.approve(jorge, id)])
    expect(same.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await shop.withdrawal(id)).status).toBe('requested')
    const both = await Promise.all([shop.approve(marta, id), shop.approve(marta, id)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await shop.withdrawal(id)).status).toBe('approved')
  })

  it('makes one payment when processes send a withdrawal while a file is made', async () => {
    const saver = await shop.aSaver()
    const { id, reference } = await shop.approved(saver, 50_000)
    await Promise.all([
      sendWithdrawals(shop.deps),
      sendWithdrawals(shop.deps),
      shop.post(shop.finance[0], '/admin/payout-batches', {}),
    ])
    const { channel } = (await shop.withdrawal(id)) as unknown as { channel: string }
    expect(shop.payouts.payouts(reference)).toHaveLength(channel === 'gateway' ? 1 : 0)
  })

  it('pays or voids money when a void and the sending run in parallel', async () => {
    for (let n = 0; n < 3; n += 1) {
      const saver = await shop.aSaver(0)
      const topUp = await shop.topUp(saver, 100_000)
      const transactionId = shop.payer(topUp, 100_000, { delivery: 'none', method: 'PSE' })
      const tell = async (status: 'APPROVED' | 'VOIDED') => {
        shop.wompi.settle(transactionId, status)
        await shop.wompi.post(shop.wompi.eventBody(transactionId))
        await shop.runJobs()
      }
      await tell('APPROVED')
      shop.clock.advance(4 * DAY_MS)
      const { id, reference } = await shop.approved(saver, 100_000)
      await Promise.all([
        tell('VOIDED'),
        sendWithdrawals(shop.deps),
        shop.post(shop.finance[0], '/admin/payout-batches', {}),
      ])
      const { status } = await shop.withdrawal(id)
      expect(['cancelled', 'sent']).toContain(status)
      const handedOver = status === 'sent'
      expect(shop.payouts.payouts(reference).length).toBeLessThanOrEqual(handedOver ? 1 : 0)
      expect(await findDebt(shop.deps.db, saver.userId)).toBe(handedOver ? 100_000 : 0)
    }
    await assertInAgreement()
  })

  it('posts a payout once when event and lookup arrive in parallel', async () => {
    const saver = await shop.aSaver()
    const { id, reference } = await shop.approved(saver, 50_000)
    await sendWithdrawals(shop.deps)
    const [payout] = shop.payouts.payouts(reference)
    shop.payouts.settle(String(payout?.id), 'APPROVED')
    const paid = await payoutPort(shop.deps)?.find({ reference, apiVersion: 'v1' })
    if (!paid) throw new Error('the gateway knows it')
    await Promise.all([
      shop.settlePayouts(),
      ...[1, 2, 3, 4].map(() => settleBatch(shop.deps, id, paid)),
    ])
    expect((await shop.withdrawal(id)).status).toBe('paid')
    expect(await shop.balance(saver)).toBe(950_000)
    await assertInAgreement()
  })
})

describe('a process that ends while it sends a withdrawal', () => {
  it.each([
    ['before the gateway was asked', 'away'],
    ['after the gateway had taken it', 'silent'],
  ] as const)('makes one payment when a process ends %s', async (_, fault) => {
    const saver = await shop.aSaver()
    const { id, reference } = await shop.approved(saver, 50_000)
    shop.payouts.setFault(fault)
    await sendWithdrawals(shop.deps)
    // The memory of the process is lost; the row says that the withdrawal was sent.
    shop.payouts.setFault('none')
    await sql`update withdrawals set next_check_at = ${shop.clock.now()} where id = ${id}`.execute(
      shop.deps.db,
    )
    await Promise.all([sendWithdrawals(shop.deps), sendWithdrawals(shop.deps)])
    const payouts = shop.payouts.payouts(reference)
    expect(payouts).toHaveLength(1)
    shop.payouts.settle(String(payouts[0]?.id), 'APPROVED')
    await shop.settlePayouts()
    expect((await shop.withdrawal(id)).status).toBe('paid')
  })
})

describe('a process that is killed while it sends a withdrawal', () => {
  it.each(['unsent', 'unanswered', 'unnoted'] as const)(
    'makes one payment when the sender is killed: %s',
    async (death) => {
      const saver = await shop.aSaver()
      const { id, reference } = await shop.approved(saver, 50_000)
      // Postpones withdrawals of earlier tests.
      const others = sql`update withdrawals set next_check_at = 'infinity' where id <> ${id}`
      await others.execute(shop.deps.db)
      expect(await killSender(shop, death)).toBe('SIGKILL')
      expect((await shop.withdrawal(id)).status).toBe(death === 'unnoted' ? 'sent' : 'sending')
      expect(shop.payouts.payouts(reference)).toHaveLength(death === 'unsent' ? 0 : 1)
      // The lease has ended: other processes continue in parallel.
      shop.clock.advance(HOUR_MS)
      await Promise.all([sendWithdrawals(shop.deps), sendWithdrawals(shop.deps)])
      const payouts = shop.payouts.payouts(reference)
      expect(payouts).toHaveLength(1)
      shop.payouts.settle(String(payouts[0]?.id), 'APPROVED')
      await shop.settlePayouts()
      expect((await shop.withdrawal(id)).status).toBe('paid')
      expect(await shop.balance(saver)).toBe(950_000)
      await assertInAgreement()
    },
  )
})

type Step =
  | { do: 'ask'; amount: number }
  | { do: 'approve' | 'cancel' | 'reject' | 'pay' | 'fail' | 'repeat'; which: number; by: number }
  | { do: 'send' | 'lookup' }

const which = fc.nat({ max: 3 })
const by = fc.nat({ max: 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('ask'),
      amount: fc.integer({ min: 20_000, max: 700_000 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('approve', 'cancel', 'reject', 'pay', 'fail', 'repeat'),
      which,
      by,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('send', 'lookup') }) },
) as fc.Arbitrary<Step>

describe('any sequence of withdrawal steps', () => {
  it('conserves the money and pays nothing twice in any sequence of withdrawal steps', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const saver = await shop.aSaver(1_500_000)
        const asked: { id: string; reference: string; amount: number }[] = []
        for (const each of steps) await run(saver, asked, each)
        await conserves(saver, asked)
      }),
      { numRuns: 8 },
    )
    await assertInAgreement()
  })

  async function conserves(
    saver: Saver,
    asked: readonly { id: string; reference: string; amount: number }[],
  ): Promise<void> {
    const states = await Promise.all(asked.map(({ id }) => shop.withdrawal(id)))
    const sumOf = (wanted: readonly string[]) =>
      asked.reduce((sum, { amount }, at) => {
        return sum + (wanted.includes(states[at]?.status ?? '') ? amount : 0)
      }, 0)
    const { body } = await shop.get(saver, '/wallet/balance')
    expect(body).toMatchObject({
      balance: 1_500_000 - sumOf([...OPEN, 'paid']),
      held: sumOf(OPEN),
    })
    // Events can be under way: the paid sum is never less than the sum of closed withdrawals.
    const paid = paidOut(asked.map(({ reference }) => reference))
    expect(paid).toBeGreaterThanOrEqual(sumOf(['paid']))
    expect(paid).toBeLessThanOrEqual(sumOf(['paid', 'sending', 'sent']))
    for (const { reference } of asked) {
      expect(shop.payouts.payouts(reference).length).toBeLessThanOrEqual(1)
    }
  }
})

async function run(
  saver: Saver,
  asked: { id: string; reference: string; amount: number }[],
  each: Step,
): Promise<void> {
  if (each.do === 'ask') {
    const { body } = await shop.ask(saver, each.amount)
    if (body.withdrawal) asked.push({ ...body.withdrawal, amount: each.amount })
    return
  }
  if (!('which' in each)) {
    if (each.do === 'lookup') shop.clock.advance(HOUR_MS)
    await sendWithdrawals(shop.deps)
    return
  }
  const target = asked[each.which % Math.max(1, asked.length)]
  if (!target) return
  const person = shop.finance[each.by % 2] ?? shop.finance[0]
  const [payout] = shop.payouts.payouts(target.reference)
  if (each.do === 'approve') {
    await shop.approve(person, target.id)
    shop.clock.advance(UNDO_MS)
  } else if (each.do === 'cancel') await shop.post(saver, `/withdrawals/${target.id}/cancel`, {})
  else if (each.do === 'reject') {
    await shop.post(person, `/admin/withdrawals/${target.id}/reject`, { reason: 'Por la prueba.' })
  } else if (!payout) return
  else if (each.do === 'repeat') {
    const body = shop.payouts.eventBody(payout.id)
    await Promise.all([shop.payouts.post(body), shop.payouts.post(body)])
    await shop.settlePayouts()
  } else if (payout.status === 'PENDING') {
    shop.payouts.settle(payout.id, each.do === 'pay' ? 'APPROVED' : 'FAILED')
    await shop.settlePayouts()
  }
}
