import { isCurrent, sealAnew } from '#server/platform/crypto.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Resealing, resealAll } from '#server/platform/reseal.ts'
import { accountsAfter, replaceAccount } from './accounts.queries.ts'
import { resealDestination } from './destination.ts'
import { bodyContext } from './hand-over.ts'
import { replaceSending, sendingsAfter } from './sendings.queries.ts'
import { destinationsAfter, replaceDestination } from './withdrawals.queries.ts'

type ResealDeps = Pick<Deps, 'db' | 'secrets'>

/** Encrypts account numbers with the current key. Safe to interrupt and to repeat. */
export function resealAccounts({ db, secrets }: ResealDeps): Promise<Resealing> {
  return resealAll({
    after: (id) => accountsAfter(db, id),
    renew: async (row) => {
      const anew = resealDestination(secrets, 'payout_accounts', row)
      return anew !== null && (await replaceAccount(db, { ...row, anew }))
    },
  })
}

/** Encrypts the copies of accounts in withdrawals with the current key. */
export function resealWithdrawals({ db, secrets }: ResealDeps): Promise<Resealing> {
  return resealAll({
    after: (id) => destinationsAfter(db, id),
    renew: async (row) => {
      const anew = resealDestination(secrets, 'withdrawals', row)
      return anew !== null && (await replaceDestination(db, { ...row, anew }))
    },
  })
}

/** Encrypts the stored requests to the gateway with the current key. */
export function resealSendings({ db, secrets: { dataKey } }: ResealDeps): Promise<Resealing> {
  return resealAll({
    after: (id) => sendingsAfter(db, id),
    renew: async (row) => {
      if (isCurrent(dataKey, row.sealed)) return false
      const anew = sealAnew(dataKey, bodyContext(row.id), row.sealed)
      return await replaceSending(db, { ...row, anew })
    },
  })
}
