import type { PayoutAccount } from '#contract/withdrawal-accounts.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { AccountRow } from './accounts.queries.ts'
import { openDestination, shownAccount } from './destination.ts'

/** Payout account as its owner sees it, with a masked number. */
export function presentAccount(
  { secrets }: Pick<Deps, 'secrets'>,
  row: AccountRow,
  { version, now }: { version: number | undefined; now: Date },
): PayoutAccount {
  const destination = openDestination(secrets, 'payout_accounts', row.id, row.sealed)
  return {
    id: row.id,
    kind: destination.kind,
    ...shownAccount(destination),
    holder: destination.holder,
    preferred: row.preferred,
    usableFrom: row.usableFrom.toISOString(),
    usable: isUsable(row, { version, now }),
    waits: row.usableFrom > now,
  }
}

/** Whether the account is not removed, past its wait, and of the current verified identity. */
export function isUsable(
  row: AccountRow,
  { version, now }: { version: number | undefined; now: Date },
): boolean {
  return row.removedAt === null && row.usableFrom <= now && row.identificationVersion === version
}
