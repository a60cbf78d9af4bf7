import { isCurrent, sealAnew } from '#server/platform/crypto.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Resealing, resealAll } from '#server/platform/reseal.ts'
import { listAccountsAfter, replaceAccount } from './accounts.queries.ts'
import { contextOf, type Resealed } from './destination.ts'
import { bodyContext } from './hand-over.ts'
import { listSendingsAfter, replaceSending } from './sendings.queries.ts'
import { listDestinationsAfter, replaceDestination } from './withdrawals.queries.ts'

type ResealDeps = Pick<Deps, 'db' | 'secrets'>

type Sealed = {
  after: (reader: Reader, id: string) => Promise<{ id: string; sealed: Buffer }[]>
  replace: (reader: Reader, row: Resealed) => Promise<boolean>
  contextOf: (id: string) => string
}

/** Encrypts rows with the current key. Safe to interrupt and to repeat. */
const resealing =
  ({ after, replace, contextOf }: Sealed) =>
  ({ db, secrets: { dataKey } }: ResealDeps): Promise<Resealing> =>
    resealAll({
      after: (id) => after(db, id),
      renew: async (row) => {
        if (isCurrent(dataKey, row.sealed)) return false
        const anew = sealAnew(dataKey, contextOf(row.id), row.sealed)
        return await replace(db, { ...row, anew })
      },
    })

/** Encrypts account numbers with the current key. */
export const resealAccounts = resealing({
  after: listAccountsAfter,
  replace: replaceAccount,
  contextOf: (id) => contextOf('payout_accounts', id),
})

/** Encrypts the copies of accounts in withdrawals with the current key. */
export const resealWithdrawals = resealing({
  after: listDestinationsAfter,
  replace: replaceDestination,
  contextOf: (id) => contextOf('withdrawals', id),
})

/** Encrypts the stored requests to the gateway with the current key. */
export const resealSendings = resealing({
  after: listSendingsAfter,
  replace: replaceSending,
  contextOf: bodyContext,
})
