import type { z } from 'zod'
import { type finance, isApplicable, needsTwoPeople, type PaymentCase } from '#contract/finance.ts'
import {
  type CaseRow,
  findDebt,
  isWholeReturn,
  listCaseRows,
} from '#server/modules/bank/ledger/index.ts'
import {
  findMaskedContacts,
  findPeople,
  findSharedDevices,
} from '#server/modules/people/users/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { queueDueAt } from '#server/platform/office-hours.ts'
import { pageOf, partOf } from '#server/platform/paging.ts'

const PAGE = 20

/** Returns a page of payment cases for finance, with the related facts. */
export async function listCases(
  deps: Pick<Deps, 'db'>,
  viewer: ActorId,
  { status, page, only }: z.output<typeof finance.cases.query>,
): Promise<{ items: PaymentCase[]; total: number; totalPages: number }> {
  const part = { status, only, viewer, ...partOf(page, PAGE) }
  const { found, total } = await listCaseRows(deps.db, part)
  const owners = found.flatMap((row) => row.user_id ?? [])
  const resolvers = found.flatMap((row) => [row.resolved_by ?? [], row.proposed_by ?? []].flat())
  const proposers = found.map((row) => row.proposed_by)
  const [contacts, people, debts, sameDevice] = await Promise.all([
    findMaskedContacts(deps.db, owners),
    findPeople(deps.db, resolvers),
    openDebts(deps, found),
    findSharedDevices(deps.db, viewer.userId, proposers),
  ])
  const items = found.map((row) => ({
    ...presentCase(row),
    person: personOf(row.user_id, contacts),
    debt: debtOfCase(row, debts),
    resolvedBy: people.get(row.resolved_by ?? '')?.name ?? null,
    proposal: proposalOf(row, people, sameDevice),
    can: decisionsOf(row, viewer.userId),
  }))
  return pageOf(items, total, PAGE)
}

function personOf(id: string | null, contacts: Awaited<ReturnType<typeof findMaskedContacts>>) {
  const contact = id === null ? undefined : contacts.get(id)
  return id !== null && contact ? { id, ...contact } : null
}

function presentCase(row: CaseRow) {
  return {
    id: row.id,
    kind: row.kind,
    reference: row.reference,
    transactionId: row.transaction_id,
    amount: row.amount_pesos,
    told: {
      status: textOf(row.details.status),
      amountInCents: numberOf(row.details.amountInCents),
      currency: textOf(row.details.currency),
      creditedTransactionId: textOf(row.details.creditedTransaction),
      line: textOf(row.details.line),
    },
    openedAt: row.opened_at.toISOString(),
    dueAt: row.closed_at ? null : queueDueAt(row.opened_at).toISOString(),
    resolvedAt: row.closed_at?.toISOString() ?? null,
    note: row.note,
    applies: isApplicable(row.kind) && row.reference !== null,
  }
}

function proposalOf(
  { proposed_by: by, proposed_at: at, proposal_note: note }: CaseRow,
  people: ReadonlyMap<string, { name: string }>,
  sameDevices: ReadonlySet<string>,
): PaymentCase['proposal'] {
  if (by === null || at === null || note === null) return null
  const sameDevice = sameDevices.has(by)
  return { by: people.get(by)?.name ?? 'Equipo', at: at.toISOString(), note, sameDevice }
}

/** Actions on a case that this member of finance can take; the use cases check them again. */
function decisionsOf(row: CaseRow, viewer: string): PaymentCase['can'] {
  const may = row.closed_at === null && row.user_id !== viewer && !isWholeReturn(row)
  const proposed = row.proposed_by !== null
  return {
    propose: may && !proposed && needsTwoPeople(row.kind),
    confirm: may && proposed && row.proposed_by !== viewer,
    refuse: may && proposed && row.confirmed_by === null,
    close: may && !proposed && !needsTwoPeople(row.kind),
  }
}

const isDebt = ({ kind }: CaseRow) => kind === 'reversal_uncovered' || kind === 'fare_uncovered'

/** Open debts in pesos of the people in cases of voided payments or returned fares. */
async function openDebts(deps: Pick<Deps, 'db'>, rows: readonly CaseRow[]) {
  const owners = [...new Set(rows.filter(isDebt).flatMap((row) => row.user_id ?? []))]
  const owed = await Promise.all(owners.map((userId) => findDebt(deps.db, userId)))
  return new Map(owners.map((userId, index) => [userId, owed[index] ?? 0]))
}

function debtOfCase(row: CaseRow, debts: ReadonlyMap<string, number>): PaymentCase['debt'] {
  if (!isDebt(row)) return null
  return {
    takenPesos: numberOf(row.details.takenPesos) ?? 0,
    owedPesos: numberOf(row.details.owedPesos) ?? 0,
    openPesos: debts.get(row.user_id ?? '') ?? 0,
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)
