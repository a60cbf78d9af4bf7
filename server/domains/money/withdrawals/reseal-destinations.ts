import { isCurrent, sealAnew } from '#server/platform/crypto.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Resealing, resealAll } from '#server/platform/reseal.ts'
import { accountsAfter, replaceAccount } from './accounts.queries.ts'
import { resealDestination } from './destination.ts'
import { bodyContext } from './hand-over.ts'
import { replaceSending, sendingsAfter } from './sendings.queries.ts'
import { destinationsAfter, replaceDestination } from './withdrawals.queries.ts'

type ResealDeps = Pick<Deps, 'db' | 'secrets'>

/** Numbers of accounts under the key in use. Safe to interrupt and to repeat. */
export function resealAccounts({ db, secrets }: ResealDeps): Promise<Resealing> {
  return resealAll({
    after: (id) => accountsAfter(db, id),
    renew: async (row) => {
      const anew = resealDestination(secrets, 'payout_accounts', row)
      return anew !== null && (await replaceAccount(db, { ...row, anew }))
    },
  })
}

/** The same for the copies that withdrawals keep. */
export function resealWithdrawals({ db, secrets }: ResealDeps): Promise<Resealing> {
  return resealAll({
    after: (id) => destinationsAfter(db, id),
    renew: async (row) => {
      const anew = resealDestination(secrets, 'withdrawals', row)
      return anew !== null && (await replaceDestination(db, { ...row, anew }))
    },
  })
}

/** The same for the requests that were sent to the gateway. */
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
