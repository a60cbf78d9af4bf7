// States of a withdrawal, all actions on it, and what each action does in each state.

import { payoutPort } from '#server/modules/bank/payouts/index.ts'
import { insertAccount } from '#server/modules/money/withdrawals/accounts.queries.ts'
import { createBatch } from '#server/modules/money/withdrawals/bank-file.ts'
import { cancelWithdrawal } from '#server/modules/money/withdrawals/cancel-withdrawal.ts'
import {
  approveWithdrawal,
  confirmResult,
  rejectWithdrawal,
  tellResult,
} from '#server/modules/money/withdrawals/decide-withdrawal.ts'
import {
  destinationIndex,
  destinationOf,
  sealDestination,
} from '#server/modules/money/withdrawals/destination.ts'
import { denyAccount } from '#server/modules/money/withdrawals/manage-accounts.ts'
import { endUnsentWithdrawals } from '#server/modules/money/withdrawals/may-leave.ts'
import { confirmReturn, tellReturn } from '#server/modules/money/withdrawals/return-payout.ts'
import { advanceWithdrawal } from '#server/modules/money/withdrawals/send-withdrawals.ts'
import { settleBatch } from '#server/modules/money/withdrawals/settle-payout.ts'
import { takeBackBatch } from '#server/modules/money/withdrawals/take-back-batch.ts'
import { UNDO_MS } from '#server/modules/money/withdrawals/undo-window.ts'
import { holdMoney } from '#server/modules/money/withdrawals/withdrawal-money.ts'
import {
  findWithdrawal,
  insertWithdrawal,
  type WithdrawalRow,
} from '#server/modules/money/withdrawals/withdrawals.queries.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { asOwner } from './db.ts'
import {
  anAccount,
  openWithdrawalsApp,
  type Saver,
  type WithdrawalsApp,
} from './withdrawal-factories.ts'
import { type Action, stateAfter, TRANSITIONS } from './withdrawal-table.ts'

export type World = { shop: WithdrawalsApp; saver: Saver }
type Act = (world: World, row: WithdrawalRow) => Promise<unknown>
type Fault = Parameters<WithdrawalsApp['payouts']['setFault']>[0]

const NOTE = 'Según el tablero del banco.'
const jorge = ({ shop }: World) => shop.finance[0]
const marta = ({ shop }: World) => shop.finance[1]

const approves =
  (who: typeof jorge): Act =>
  (world, { id }) =>
    approveWithdrawal(world.shop.deps, who(world), { withdrawalId: id })

const tells =
  (outcome: 'paid' | 'failed'): Act =>
  (world, { id }) =>
    tellResult(world.shop.deps, jorge(world), { withdrawalId: id, outcome, note: NOTE })

const answers =
  (agree: boolean): Act =>
  (world, { id }) =>
    confirmResult(world.shop.deps, marta(world), { withdrawalId: id, agree })

const returns =
  (agree: boolean): Act =>
  (world, { id }) =>
    confirmReturn(world.shop.deps, marta(world), { withdrawalId: id, agree })

/** The job works on this withdrawal while the gateway is like that. */
const job =
  (fault: Fault, handsOver = true): Act =>
  async ({ shop }, { id }) => {
    // Its own circuit breaker: failures of one action do not affect another one.
    const deps = { ...shop.deps, metrics: createMetrics({ process: false }) }
    const port = payoutPort(deps)
    assert(port, 'the sandbox of payouts')
    shop.payouts.setFault(fault)
    await advanceWithdrawal(deps, port, { id, handsOver })
  }

/** The gateway reports a state of the one transaction of this withdrawal. */
const news =
  (told: 'APPROVED' | 'FAILED' | 'PENDING', status: 'approved' | 'failed' | 'pending'): Act =>
  ({ shop: { deps, payouts } }, { id, reference, amountPesos }) => {
    const [made] = payouts.payouts(reference)
    if (made) payouts.tell(made.id, told)
    const payoutId = made?.payout_id ?? null
    const transaction = {
      ...{ transactionId: made?.id ?? `tx-${reference}`, payoutId, reference, alone: true },
      ...{ amountInCents: amountPesos * 100, status, told, failure: null, at: null },
    }
    return settleBatch(deps, id, {
      ...{ payoutId, state: 'settled', told: 'TOTAL_PAYMENT', transactions: [transaction] },
    })
  }

/** The first try was 21 hours ago. */
export async function makeOld({ shop: { deps } }: World, id: string): Promise<void> {
  const then = addMs(deps.clock.now(), -21 * HOUR_MS)
  const first = 'update payout_sendings set first_sent_at = $2 where withdrawal_id = $1'
  await asOwner(deps.databaseUrl, first, [id, then])
  const sent = 'update withdrawals set sent_at = $2 where id = $1 and sent_at > $2'
  await asOwner(deps.databaseUrl, sent, [id, then])
}

const ACTIONS = {
  cancel: ({ shop, saver }, { id }) => cancelWithdrawal(shop.deps, saver, { withdrawalId: id }),
  jorge: approves(jorge),
  marta: approves(marta),
  refuse: (world, { id }) =>
    rejectWithdrawal(world.shop.deps, marta(world), { withdrawalId: id, reason: NOTE }),
  tellPaid: tells('paid'),
  tellFailed: tells('failed'),
  agree: answers(true),
  disagree: answers(false),
  tellReturn: (world, { id, reference }) => {
    const told = { withdrawalId: id, bankReference: `BANK-${reference}`, reason: NOTE }
    return tellReturn(world.shop.deps, jorge(world), told)
  },
  agreeReturn: returns(true),
  refuseReturn: returns(false),
  async back(world, { batchId }) {
    assert(batchId, 'a withdrawal in a file')
    for (const who of world.shop.finance) {
      await takeBackBatch(world.shop.deps, who, { batchId, agree: true })
    }
  },
  file: (world) =>
    createBatch(world.shop.deps, jorge(world), { idempotencyKey: newId() }).catch(unlessEmpty),
  send: job('none'),
  loseAnswer: job('lost'),
  refusal: job('refused'),
  blind: job('blind'),
  off: job('blind', false),
  async late(world, row) {
    await makeOld(world, row.id)
    await job('blind')(world, row)
  },
  succeeds: news('APPROVED', 'approved'),
  fails: news('FAILED', 'failed'),
  pends: news('PENDING', 'pending'),
  stop: ({ shop: { deps }, saver: { userId } }) =>
    inTransaction(deps.db, (tx) => endUnsentWithdrawals(tx, deps, { userId, why: 'topup_voided' })),
  deny: ({ shop, saver }, { accountId }) =>
    denyAccount(shop.deps, { ...saver, roles: [] }, { accountId }),
} satisfies Record<Action, Act>

/** Steps of the job read the state before they lock the row. */
export const JOBS: readonly Action[] = ['send', 'loseAnswer', 'refusal', 'blind', 'off', 'late']

/** Withdrawals of other tests are nothing to this one. */
function unlessEmpty(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'payout_batch_empty') throw error
}

/** The shortest way to each state: who needs how many approvals, and the actions. */
export function waysTo(): Map<string, { twoPeople: boolean; actions: Action[] }> {
  const ways = new Map<string, { twoPeople: boolean; actions: Action[] }>([
    ['requested', { twoPeople: false, actions: [] }],
    ['pair', { twoPeople: true, actions: [] }],
  ])
  for (const [state, way] of ways) {
    for (const action of TRANSITIONS.get(state)?.keys() ?? []) {
      const next = stateAfter(state, action)
      if (next === undefined || ways.has(next)) continue
      ways.set(next, { ...way, actions: [...way.actions, action] })
    }
  }
  return ways
}

/** Opens the app with somebody who has money for many withdrawals. */
export async function openWithdrawalWorld(options?: { poolSize: number }): Promise<World> {
  const shop = await openWithdrawalsApp(options)
  return { shop, saver: await shop.aSaver(20_000_000) }
}

/** Asks for a withdrawal to an account of its own, whatever the limit of the day is. */
async function anAsked({ shop: { deps }, saver }: World, twoPeople: boolean) {
  const id = newId()
  const { userId } = saver
  const accountId = newId()
  const now = deps.clock.now()
  const reference = `CUPO-W-${id.replaceAll('-', '').slice(-20).toUpperCase()}`
  const destination = destinationOf(anAccount() as never, 'Elena Cano')
  const { kind, bank, accountType, keyType } = destination
  const sealed = sealDestination(deps.secrets, 'withdrawals', id, destination)
  await inTransaction(deps.db, async (tx) => {
    await insertAccount(tx, {
      ...{ id: accountId, userId, kind, bank, accountType, keyType, now, usableFrom: now },
      ...{ identificationVersion: 1, preferred: false },
      sealed: sealDestination(deps.secrets, 'payout_accounts', accountId, destination),
      index: destinationIndex(deps.secrets, destination),
    })
    const row = { id, userId, accountId, reference, pesos: 20_000, sealed, twoPeople, now }
    await insertWithdrawal(tx, row)
    await holdMoney(tx, { id, userId, pesos: row.pesos, now })
  })
  return id
}

export async function rowOf({ shop }: World, id: string): Promise<WithdrawalRow> {
  const row = await findWithdrawal(shop.deps.db, id)
  assert(row, 'a withdrawal of the test')
  return row
}

/** Runs an action; answers its error code, null when it was accepted. */
export async function act(world: World, id: string, action: Action): Promise<string | null> {
  try {
    await ACTIONS[action](world, await rowOf(world, id))
    return null
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/** Creates a withdrawal and brings it to a state, each step as people, job and gateway do it. */
export async function aWithdrawalIn(world: World, state: string): Promise<string> {
  const way = waysTo().get(state)
  assert(way, `a way to ${state}`)
  const id = await anAsked(world, way.twoPeople)
  for (const action of way.actions) {
    await act(world, id, action)
    // An approval can no longer be undone.
    world.shop.clock.advance(UNDO_MS)
  }
  return id
}

/** The state of a withdrawal in the words of the table. */
export function stateOf(row: WithdrawalRow): string {
  const { status, result, channel, unansweredAt, confirmedBy } = row
  if (status === 'requested' && row.twoPeople) return row.firstBy ? 'seconded' : 'pair'
  if (status === 'requested' || status === 'approved') return status
  const path = channel === 'bank_file' ? 'filed' : 'lost'
  if (row.closedAt) {
    const ended = row.returnConfirmedBy ? 'returned' : status
    const how = confirmedBy ? `${ended}:${path}` : ended
    return row.returnBy && !row.returnConfirmedBy ? `${how}:back` : how
  }
  if (channel === 'gateway' && unansweredAt === null) return status
  if (channel === 'gateway' && status === 'sent') return result ? `hidden:${result}` : 'hidden'
  return result ? `${path}:${result}` : path
}
