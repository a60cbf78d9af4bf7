import type { Residue } from '#contract/reconciliation.ts'
import { closeResidue, openCase, suspensePayments } from '#server/modules/bank/ledger/index.ts'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { sumPayoutResidue } from './payout-records.queries.ts'
import { sumResidue } from './reconciliation.queries.ts'

/** Kind of the monthly case for each account that should be empty. */
const KINDS = { suspense: 'clearing_residue', payouts: 'payouts_residue' } as const

/**
 * Finds pesos that stay for more than a day in an account which money only passes through: second
 * charges that were not returned, and withdrawals without a proof of arrival.
 */
export async function findResidues({ db, clock }: ReadDeps): Promise<Residue[]> {
  const before = addMs(clock.now(), -DAY_MS)
  const suspense = await sumResidue(db, { accountId: suspensePayments, before })
  const all: Residue[] = [
    { account: 'suspense', pesos: suspense },
    { account: 'payouts', pesos: await sumPayoutResidue(db, before) },
  ]
  return all.filter(({ pesos }) => pesos > 0)
}

/**
 * Raises an alarm, and opens one case a month, for money that stays for more than a day; closes
 * the cases of an account that is empty again.
 */
export async function alarmResidue(deps: Pick<Deps, 'db' | 'clock' | 'log' | 'metrics'>) {
  const now = deps.clock.now()
  const residues = await findResidues(deps)
  for (const account of ['suspense', 'payouts'] as const) {
    if (residues.some((residue) => residue.account === account)) continue
    await inTransaction(deps.db, (tx) => closeResidue(tx, { kind: KINDS[account], now }))
  }
  for (const { account, pesos } of residues) {
    deps.metrics.count('clearing_residue', { account })
    deps.log.error({ account, pesos }, 'money waits in a clearing account for longer than a day')
    await inTransaction(deps.db, (tx) =>
      openCase(tx, {
        kind: KINDS[account],
        reference: null,
        transactionId: `${account}:${bogotaDate(now).slice(0, 7)}`,
        details: { amountInCents: pesos * 100, currency: 'COP' },
        now,
      }),
    )
  }
}
