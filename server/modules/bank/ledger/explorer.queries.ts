import { type RawBuilder, sql } from 'kysely'
import type { LedgerBalance } from '#contract/back-office-ledger.ts'
import { type Reader, run } from '#server/platform/db/tx.ts'
import type { PagePlace } from '#server/platform/page-place.ts'

export type AccountRow = {
  id: string
  kind: string
  ownerId: string | null
  code: string | null
  currency: string
}

const accountColumns = sql`a.id, a.kind, a.owner_id as "ownerId", a.code, a.currency`

export function listAccountsOf(reader: Reader, ids: readonly string[]) {
  return run.rows<AccountRow>(reader)`
    select ${accountColumns} from ledger_accounts a
    where a.id = any(${[...ids]}::uuid[])`
}

export async function findAccountRow(reader: Reader, id: string): Promise<AccountRow | undefined> {
  return (await listAccountsOf(reader, [id]))[0]
}

/** Lists the accounts of a person, or of the company if `ownerId` is null. */
export function listAccountsOfOwner(reader: Reader, { ownerId }: { ownerId: string | null }) {
  const whose = ownerId === null ? sql`a.owner_id is null` : sql`a.owner_id = ${ownerId}`
  return run.rows<AccountRow>(reader)`
    select ${accountColumns} from ledger_accounts a where ${whose}
    order by a.code, a.kind`
}

type BalanceRow = Omit<LedgerBalance, 'at' | 'posted' | 'available'>

/**
 * Returns the balance of an account at an instant: the sum of its movements up to and including
 * that instant, and of the holds that had not ended. Reads all movements of the account.
 */
export function findBalance(reader: Reader, { account, at }: { account: string; at: Date }) {
  const none = { debitsPosted: 0, creditsPosted: 0, debitsPending: 0, creditsPending: 0 }
  return run.row<BalanceRow>(reader, { ...none, movements: 0 })`
    select
      coalesce(sum(t.amount) filter (where t.debit_account = ${account}
        and t.kind in ('transfer', 'post')), 0)::bigint as "debitsPosted",
      coalesce(sum(t.amount) filter (where t.credit_account = ${account}
        and t.kind in ('transfer', 'post')), 0)::bigint as "creditsPosted",
      coalesce(sum(t.amount) filter (where t.debit_account = ${account}
        and t.kind = 'pending' and r.id is null), 0)::bigint as "debitsPending",
      coalesce(sum(t.amount) filter (where t.credit_account = ${account}
        and t.kind = 'pending' and r.id is null), 0)::bigint as "creditsPending",
      count(*) filter (where t.pending_id is null) as movements
    from ledger_transfers t
    left join ledger_transfers r
      on r.pending_id = t.id and t.kind = 'pending' and r.happened_at <= ${at}
    where (t.debit_account = ${account} or t.credit_account = ${account})
      and t.happened_at <= ${at}`
}

export type LineRow = {
  id: string
  at: Date
  kind: 'transfer' | 'pending'
  code: string
  amount: number
  debitAccount: string
  creditAccount: string
  causeKind: string
  causeId: string
  expiresAt: Date | null
  endingId: string | null
  endingKind: 'post' | 'void' | 'expire' | null
  endingAt: Date | null
  endingAmount: number | null
}

const lineColumns = sql`t.id, t.happened_at as at, t.kind, t.code, t.amount,
  t.debit_account as "debitAccount", t.credit_account as "creditAccount",
  t.cause_kind as "causeKind", t.cause_id as "causeId", t.expires_at as "expiresAt",
  r.id as "endingId", r.kind as "endingKind", r.happened_at as "endingAt",
  r.amount as "endingAmount"`

export type LineFilter = {
  account: string
  code: string | null
  since: Date | null
  until: Date | null
  after: PagePlace | null
  limit: number
}

/**
 * Lists a page of the movements of an account, newest first. A hold keeps the position of its
 * creation and shows how it ended: no line ever moves, so pages neither repeat nor skip a line.
 */
export function listAccountLines(reader: Reader, asked: LineFilter) {
  const { account, code, since, until, limit } = asked
  const { at, id } = asked.after ?? { at: null, id: null }
  const side = (column: RawBuilder<unknown>) => sql`
    select t.id, t.happened_at from ledger_transfers t
    where ${column} = ${account} and t.pending_id is null
      and (${code}::text is null or t.code = ${code})
      and (${since}::timestamptz is null or t.happened_at >= ${since})
      and (${until}::timestamptz is null or t.happened_at < ${until})
      and (${at}::timestamptz is null or (t.happened_at, t.id) < (${at}, ${id}::uuid))
    order by t.happened_at desc, t.id desc limit ${limit}`
  return run.rows<LineRow>(reader)`
    with page as (
      (${side(sql`t.debit_account`)}) union all (${side(sql`t.credit_account`)})
      order by 2 desc, 1 desc limit ${limit}
    )
    select ${lineColumns}
    from page join ledger_transfers t on t.id = page.id
    left join ledger_transfers r on r.pending_id = t.id
    order by t.happened_at desc, t.id desc`
}

/** Limit above the number of movements that one cause can have. */
const OF_CAUSE_MAX = 200

/** Lists the movements of a cause on these accounts in order; the ledger has no index of causes. */
export function listLinesOfCause(
  reader: Reader,
  { accounts, causeId }: { accounts: readonly string[]; causeId: string },
) {
  return run.rows<LineRow>(reader)`
    select ${lineColumns}
    from ledger_transfers t left join ledger_transfers r on r.pending_id = t.id
    where (t.debit_account = any(${[...accounts]}::uuid[])
        or t.credit_account = any(${[...accounts]}::uuid[]))
      and t.cause_id = ${causeId} and t.pending_id is null
    order by t.happened_at, t.id
    limit ${OF_CAUSE_MAX}`
}

/** Finds a movement by its id, or a hold by the id of the movement that ended it. */
export function findLineOfTransfer(reader: Reader, id: string) {
  return run.row<LineRow>(reader)`
    with asked as (
      select coalesce(x.pending_id, x.id) as id from ledger_transfers x where x.id = ${id}
    )
    select ${lineColumns}
    from asked join ledger_transfers t on t.id = asked.id
    left join ledger_transfers r on r.pending_id = t.id`
}
