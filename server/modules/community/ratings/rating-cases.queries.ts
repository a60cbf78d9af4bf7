import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { CountQueue, QueueCount } from '#server/platform/deps.ts'
import type { CasesPart } from '#server/platform/paging.ts'

/** Signs of one human behind both accounts. Families too easily share weaker signs. */
export const ratingSigns = ['same_device', 'same_payment', 'same_plate'] as const
export type CaseOutcome = 'count' | 'exclude'

export type CaseRow = {
  id: string
  bookingId: string
  kind: 'not_together' | (typeof ratingSigns)[number]
  openedBy: string | null
  statement: string | null
  openedAt: Date
  outcome: CaseOutcome | null
  note: string | null
  resolvedAt: Date | null
  resolvedBy: string | null
}

const columns = sql`
  c.id, c.booking_id as "bookingId", c.kind, c.opened_by as "openedBy", c.statement,
  c.opened_at as "openedAt", c.outcome, c.note, c.resolved_at as "resolvedAt",
  c.resolved_by as "resolvedBy"`

/** Inserts a case; answers false when the booking has a case of that kind. */
export function insertCase(
  tx: Tx,
  c: Pick<CaseRow, 'id' | 'bookingId' | 'kind' | 'openedAt'> &
    Partial<Pick<CaseRow, 'openedBy' | 'statement'>>,
) {
  return run.changedOne(tx)`
    insert into rating_cases (id, booking_id, kind, opened_by, statement, opened_at)
    values (${c.id}, ${c.bookingId}, ${c.kind}, ${c.openedBy ?? null}, ${c.statement ?? null},
      ${c.openedAt})
    on conflict do nothing`
}

export function listCasesOfBooking(db: Reader, bookingId: string) {
  return run.rows<CaseRow>(db)`
    select ${columns} from rating_cases c where c.booking_id = ${bookingId}
    order by c.opened_at, c.id`
}

/** Whether a case excludes the ratings of the booking: undecided, or decided against them. */
export async function isUnderReview(db: Reader, bookingId: string): Promise<boolean> {
  return (await listCasesOfBooking(db, bookingId)).some(({ outcome }) => outcome !== 'count')
}

export function findCase(db: Reader, id: string) {
  return run.row<CaseRow>(db)`
    select ${columns} from rating_cases c where c.id = ${id}`
}

/** Writes the decision of a rating case. The caller has locked the booking. */
export async function closeCase(
  tx: Tx,
  decision: { id: string; outcome: CaseOutcome; note: string; resolvedBy: string; now: Date },
) {
  await sql`
    update rating_cases set outcome = ${decision.outcome}, note = ${decision.note},
      resolved_by = ${decision.resolvedBy}, resolved_at = ${decision.now}
    where id = ${decision.id} and resolved_at is null`.execute(tx)
}

export async function listCaseRows(db: Reader, { status, limit, offset }: CasesPart) {
  const which = status === 'open' ? sql`c.resolved_at is null` : sql`c.resolved_at is not null`
  const order = status === 'open' ? sql`c.opened_at` : sql`c.resolved_at desc`
  const rows = await run.rows<CaseRow>(db)`
    select ${columns} from rating_cases c where ${which}
    order by ${order}, c.id limit ${limit} offset ${offset}`
  const total = await run.value<{ total: number }>(db, 0)`
    select count(*) as total from rating_cases c where ${which}`
  return { found: rows, total }
}

export const countRatingCases: CountQueue = ({ db }) =>
  sql<QueueCount>`
    select count(*)::int as count, min(opened_at) as "oldestAt"
    from rating_cases where resolved_at is null`.execute(db)
