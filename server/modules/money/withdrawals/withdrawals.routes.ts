import type { FastifyInstance } from 'fastify'
import { webhooks } from '#contract/webhooks.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { eventRoutes } from '#server/modules/bank/gateway/index.ts'
import { requireClock } from '#server/platform/clock-watch.ts'
import type { Deps } from '#server/platform/deps.ts'
import { sendFile } from '#server/platform/http/send-file.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { addAccount, resolveKey } from './add-account.ts'
import { askWithdrawal } from './ask-withdrawal.ts'
import { createBatch, downloadBatch, listBatches } from './bank-file.ts'
import { cancelWithdrawal } from './cancel-withdrawal.ts'
import {
  approveWithdrawal,
  confirmResult,
  rejectWithdrawal,
  tellResult,
  undoApproval,
} from './decide-withdrawal.ts'
import { listQueue } from './list-queue.ts'
import { denyAccount, listAccounts, preferAccount, removeAccount } from './manage-accounts.ts'
import { receivePayoutEvent } from './receive-payout-event.ts'
import { confirmReturn, tellReturn } from './return-payout.ts'
import { listWithdrawals, showWithdrawal } from './show-withdrawals.ts'
import { takeBackBatch } from './take-back-batch.ts'
import { drawWithdrawalReceipt, drawYear } from './withdrawal-papers.ts'

async function one<W>(withdrawal: Promise<W>): Promise<{ withdrawal: W }> {
  return { withdrawal: await withdrawal }
}

/** Routes for withdrawals of a person, their accounts, and the review by finance. */
export const withdrawalsRoutes = routesOf(withdrawals, (deps) => ({
  listAccounts: ({ actor }) => listAccounts(deps, actor),
  resolveKey: ({ actor, body }) => resolveKey(deps, actor, body),
  addAccount: async ({ actor, body }) => ({ account: await addAccount(deps, actor, body) }),
  preferAccount: async ({ actor, params }) => {
    return { account: await preferAccount(deps, actor, params) }
  },
  removeAccount: async ({ actor, params }) => {
    await removeAccount(deps, actor, params)
    return { removed: true as const }
  },
  denyAccount: async ({ actor, params }) => {
    return { removed: true as const, ...(await denyAccount(deps, actor, params)) }
  },
  list: ({ actor, query }) => listWithdrawals(deps, actor, query),
  create: ({ actor, body, idempotencyKey }) => {
    requireClock(deps)
    return one(askWithdrawal(deps, actor, { ...body, idempotencyKey }))
  },
  show: ({ actor, params }) => one(showWithdrawal(deps, actor, params)),
  cancel: ({ actor, params }) => one(cancelWithdrawal(deps, actor, params)),
  async receipt({ actor, params, reply }) {
    const { reference, pdf } = await drawWithdrawalReceipt(deps, actor, params)
    return sendFile(reply, pdf, { type: 'application/pdf', name: `${reference}.pdf` })
  },
  async statement({ actor, query, reply }) {
    const pdf = await drawYear(deps, actor, query)
    return sendFile(reply, pdf, { type: 'application/pdf', name: `cupo-${query.year}.pdf` })
  },
  queue: ({ actor, query }) => listQueue(deps, actor, query),
  approve: ({ actor, params, body }) => {
    requireClock(deps)
    return one(approveWithdrawal(deps, actor, { ...params, ...body }))
  },
  undoApproval: ({ actor, params }) => one(undoApproval(deps, actor, params)),
  reject: ({ actor, params, body }) => one(rejectWithdrawal(deps, actor, { ...params, ...body })),
  batches: ({ query }) => listBatches(deps, query),
  createBatch: async ({ actor, idempotencyKey }) => {
    requireClock(deps)
    return { batch: await createBatch(deps, actor, { idempotencyKey }) }
  },
  async downloadBatch({ actor, params, reply }) {
    const file = await downloadBatch(deps, actor, params)
    const name = `cupo-retiros-${params.batchId.slice(-8)}.csv`
    return sendFile(reply, file, { type: 'text/csv; charset=utf-8', name })
  },
  takeBackBatch: async ({ actor, params, body }) => {
    return { batch: await takeBackBatch(deps, actor, { ...params, ...body }) }
  },
  tellResult: ({ actor, params, body }) => one(tellResult(deps, actor, { ...params, ...body })),
  confirmResult: ({ actor, params, body }) =>
    one(confirmResult(deps, actor, { ...params, ...body })),
  tellReturn: ({ actor, params, body }) => one(tellReturn(deps, actor, { ...params, ...body })),
  confirmReturn: ({ actor, params, body }) =>
    one(confirmReturn(deps, actor, { ...params, ...body })),
}))

/** Route for payout events of the gateway, which have their own secret. */
export function payoutWebhookRoutes(app: FastifyInstance, deps: Deps): void {
  eventRoutes(app, deps, [`/api${webhooks.wompiPayouts.path}`], (raw) =>
    receivePayoutEvent(deps, raw),
  )
}
