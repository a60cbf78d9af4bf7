import type { Unsigned } from '#contract/back-office.ts'
import type { Permission } from '#contract/permissions.ts'
import { mayDo } from '#contract/permissions.ts'
import { listCasesToSign } from '#server/domains/bank/cases/cases.public.ts'
import { listExpulsionsToSign } from '#server/domains/community/conduct/conduct.public.ts'
import { listDisputesToSign } from '#server/domains/community/disputes/disputes.public.ts'
import { listWithdrawalsToSign } from '#server/domains/money/withdrawals/withdrawals.public.ts'
import { moneyActsToSign } from '#server/domains/office/desk-actions/desk-actions.public.ts'
import { invitationsToSign } from '#server/domains/office/team/team.public.ts'
import { findPeople } from '#server/domains/people/users/users.public.ts'
import { listPricesToSign } from '#server/domains/roads/settings/settings.public.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/session.ts'

type Row = Omit<Unsigned, 'at' | 'subjectId'> & { at: Date; subjectId?: string }

/** Row as read; `by` and `at` are set for every decision that waits for a second signature. */
type Found = Omit<Row, 'kind' | 'by' | 'at'> & { by: string | null; at: Date | null }

/** Lists decisions that another person signed and the actor can sign second, the oldest first. */
export async function listUnsigned(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
): Promise<{ items: Unsigned[] }> {
  const { db } = deps
  const { userId } = actor
  const who = { userId }
  const reads: [Permission, () => Promise<Row[]>][] = [
    ['withdrawals.decide', () => listWithdrawalsToSign(db, userId)],
    ['disputes.resolve', async () => ofKind('dispute', await listDisputesToSign(db, userId))],
    ['conduct.decide', async () => ofKind('expulsion', await listExpulsionsToSign(db, userId))],
    ['prices.manage', () => listPricesToSign(db, userId)],
    [
      'reconciliation.decide',
      async () => ofKind('payment_case', await listCasesToSign(db, userId)),
    ],
    ['payments.cases', () => moneyActsToSign(db, userId)],
    ['staff.manage', async () => ofKind('invitation', await invitationsToSign(deps, who))],
  ]
  const mine = reads.filter(([permission]) => mayDo(actor.roles, permission))
  const rows = (await Promise.all(mine.map(([, read]) => read()))).flat()
  const signers = rows.map(({ by }) => by)
  const people = await findPeople(db, signers)
  const items = rows
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ subjectId = null, ...row }) => ({
      ...row,
      subjectId,
      by: people.get(row.by)?.name ?? 'Equipo',
      at: row.at.toISOString(),
    }))
  return { items }
}

function ofKind(kind: Row['kind'], rows: readonly Found[]): Row[] {
  return rows.flatMap(({ by, at, ...row }) => (by && at ? [{ ...row, kind, by, at }] : []))
}
