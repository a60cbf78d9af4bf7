// People with money and a verified identity, and the app connected to the payout sandbox.

import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import type { DocumentType } from '#contract/document-number.ts'
import type { QueuedWithdrawal, Withdrawal } from '#contract/withdrawals.ts'
import {
  createPayoutsSandbox,
  PAYOUTS_MOUNT,
  type PayoutControl,
} from '#sandbox/wompi/payouts-sandbox.ts'
import { verifyLedger } from '#server/modules/bank/ledger/index.ts'
import { UNDO_MS } from '#server/modules/money/withdrawals/undo-window.ts'
import { markProved } from '#server/modules/people/access/auth/auth.queries.ts'
import { sealedIdentification } from '#server/modules/people/users/identification.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { assert } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { atEnd } from './at-end.ts'
import { asOwner } from './db.ts'
import { aFundedWallet, aUser, freshToken, matured, type TestUser } from './factories.ts'
import { openPaymentsApp, type PaymentsApp } from './wompi.ts'

export type WithdrawalsApp = PaymentsApp & {
  payouts: PayoutControl
  /** Delivers waiting payout events, then runs the resulting jobs. */
  settlePayouts(): Promise<void>
  /** Creates a person with a verified identity, money and an account that can be used now. */
  aSaver(pesos?: number, document?: DocumentType): Promise<Saver>
  addAccount(user: TestUser, body?: object): ReturnType<PaymentsApp['post']>
  ask(user: Saver, amount: number, key?: string): Promise<Asked>
  approve(by: TestUser, id: string): Promise<Decided>
  /** Requests a withdrawal, approved by as many people as it needs so that it can leave now. */
  approved(user: Saver, amount: number): Promise<Withdrawal>
  finance: [TestUser, TestUser]
  /** Templates of the messages to a person, in order. */
  told(user: TestUser): Promise<string[]>
  withdrawal(id: string): Promise<Withdrawal & { userId: string }>
  assertSound(): Promise<void>
  freshTokenOf(user: TestUser): Promise<string>
}

export type Saver = TestUser & { accountId: string }
type Asked = { status: number; body: { code: string; withdrawal: Withdrawal } }
type Decided = { status: number; body: { code: string; withdrawal: QueuedWithdrawal } }

export const BANK_ACCOUNT = {
  kind: 'bank',
  bank: '1007',
  accountType: 'savings',
  number: '12345678901',
}

export async function openWithdrawalsApp(
  options: { gateway?: boolean; poolSize?: number } = {},
): Promise<WithdrawalsApp> {
  const shop = await openPaymentsApp(options)
  const payouts = await openPayouts(shop, options.gateway ?? true)
  const { deps, clock } = shop
  const finance: [TestUser, TestUser] = [
    await aUser(deps, { firstName: 'Jorge', lastName: 'Salazar', roles: ['finance'] }),
    await aUser(deps, { firstName: 'Marta', lastName: 'Ruiz', roles: ['finance'] }),
  ]
  const addAccount: WithdrawalsApp['addAccount'] = async (user, body = anAccount()) => {
    await markProved(deps.db, user.sessionId, clock.now())
    return await shop.post(user, '/payout-accounts', body)
  }
  const ask: WithdrawalsApp['ask'] = async (user, amount, key = newId()) => {
    const body = { amount, accountId: user.accountId }
    return (await shop.post(user, '/withdrawals', body, { 'idempotency-key': key })) as never
  }
  const approve: WithdrawalsApp['approve'] = async (by, id) => {
    return (await shop.post(by, `/admin/withdrawals/${id}/approve`, {})) as never
  }
  return {
    ...shop,
    payouts,
    finance,
    addAccount,
    ask,
    approve,
    async settlePayouts() {
      await payouts.deliverAll()
      await shop.runJobs()
    },
    async aSaver(pesos = 1_000_000, document: DocumentType = 'CC') {
      const user = await aUser(deps, { firstName: 'Elena', lastName: 'Cano' })
      await verifyIdentity(shop, user, document)
      const { body } = await addAccount(user)
      const { account } = body as unknown as { account: { id: string } }
      clock.advance(DAY_MS)
      if (pesos > 0) await aFundedWallet(deps, user.userId, pesos, matured(clock.now()))
      return { ...user, accountId: account.id }
    },
    async approved(user, amount) {
      const { body } = await ask(user, amount)
      const { id } = body.withdrawal
      for (const by of finance) await approve(by, id)
      clock.advance(UNDO_MS)
      return body.withdrawal
    },
    told: (user) => toldTo(shop, user),
    async withdrawal(id) {
      const row = await deps.db
        .selectFrom('withdrawals')
        .select(['user_id as userId', 'status', 'reason', 'reference', 'channel'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return row as never
    },
    freshTokenOf: (user) => freshToken(deps, user),
    async assertSound() {
      clock.advance(1)
      const { result, findings } = await verifyLedger(deps)
      assert(result !== 'mismatch', findings.join(', '))
    },
  }
}

async function toldTo({ deps }: PaymentsApp, { userId }: TestUser): Promise<string[]> {
  const rows = await deps.db
    .selectFrom('notifications')
    .select('kind')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}

async function openPayouts(shop: PaymentsApp, gateway: boolean): Promise<PayoutControl> {
  const { app, deps } = shop
  const { payouts: keys } = deps.secrets
  assert(keys, 'keys of the sandbox')
  const { port } = app.server.address() as AddressInfo
  const sandbox = createPayoutsSandbox({
    keys,
    webhookUrl: `http://127.0.0.1:${port}/api/webhooks/wompi-payouts`,
    clock: deps.clock,
  })
  const server = Fastify()
  await server.register(sandbox.plugin)
  const origin = await server.listen({ port: 0, host: '127.0.0.1' })
  if (gateway) deps.urls.payouts = `${origin}${PAYOUTS_MOUNT}`
  atEnd(async () => {
    await server.close()
    sandbox.close()
  })
  return sandbox.control
}

let numbers = 0

/** An account that no other person has. */
export function anAccount() {
  numbers += 1
  return { ...BANK_ACCOUNT, number: String(40_000_000_000 + numbers) }
}

/** Verifies a person's identity, as a verifier does. */
export async function verifyIdentity(
  { deps }: Pick<PaymentsApp, 'deps'>,
  { userId }: TestUser,
  type: DocumentType = 'CC',
): Promise<void> {
  numbers += 1
  const number = String((type === 'PPT' ? 5_000_000 : 1_000_000_000) + numbers)
  const sealed = sealedIdentification(deps.secrets, userId, { type, number }).sealed
  await asOwner(
    deps.databaseUrl,
    `update users set identification_type = $5, identification_sealed = $2,
       identification_index = sha256(convert_to($3, 'UTF8')), identification_version = 1,
       identity_verified_at = $4, birth_date = '1990-05-17' where id = $1`,
    [userId, sealed, number, addMs(deps.clock.now(), -DAY_MS), type],
  )
}
