import { type Insertable, sql } from 'kysely'
import type { CorrectionBody } from '#contract/safe-points.ts'
import type { DB } from '#server/platform/db/schema.generated.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { CountQueue, QueueCount } from '#server/platform/deps.ts'
import type { Part } from '#server/platform/paging.ts'
import type { SafePoint, SafePointReport } from './safe-point.ts'

const columns = sql`
  p.id, p.place_id as "placeId", p.name, p.kind, p.lat, p.lng, p.approximate, p.address, p.hours,
  p.status, p.proposed_by as "proposedBy", p.reason, p.created_at as "createdAt"`

const terminalsFirst = sql`p.kind = 'terminal' desc, p.name, p.id`

/** Adds missing points; existing points keep the decisions of moderators. */
export async function insertSafePoints(tx: Tx, rows: readonly Insertable<DB['safe_points']>[]) {
  if (rows.length === 0) return
  await tx
    .insertInto('safe_points')
    .values([...rows])
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Lists the vetted points of a place and the viewer's own proposals there, terminals first. */
export function listPointsOfPlace(reader: Reader, placeId: string, viewerId: string | null) {
  return run.rows<SafePoint>(reader)`
    select ${columns} from safe_points p
    where p.place_id = ${placeId}
      and (p.status = 'vetted' or p.status = 'proposed' and p.proposed_by = ${viewerId}::uuid)
    order by ${terminalsFirst}`
}

/** Lists the vetted points of places, terminals first. */
export function listVettedPoints(reader: Reader, placeIds: readonly string[]) {
  return run.rows<SafePoint>(reader)`
    select ${columns} from safe_points p
    where p.place_id = any (${[...placeIds]}) and p.status = 'vetted' order by ${terminalsFirst}`
}

/** Lists the points of a place that a new proposal could repeat. */
export function listKnownPointsOfPlace(reader: Reader, placeId: string) {
  return run.rows<SafePoint>(reader)`
    select ${columns} from safe_points p
    where p.place_id = ${placeId} and p.status in ('vetted', 'proposed')`
}

/** Counts the vetted points of each place that has one. */
export function countByPlace(reader: Reader) {
  return run.rows<{ placeId: string; count: number }>(reader)`
    select place_id as "placeId", count(*) as count from safe_points
    where status = 'vetted' group by place_id`
}

export async function listPointsByIds(reader: Reader, ids: readonly string[]) {
  if (ids.length === 0) return []
  return await run.rows<SafePoint>(reader)`
    select ${columns} from safe_points p where p.id = any (${[...ids]}::uuid[]) order by p.id`
}

export function lockPoint(tx: Tx, id: string) {
  return run.row<SafePoint>(tx)`
    select ${columns} from safe_points p where p.id = ${id} for update`
}

/** Absent fields stay as they are. */
type Decision = Omit<CorrectionBody, 'position'> & {
  lat?: number
  lng?: number
  approximate?: boolean
  status: 'vetted' | 'hidden'
  reason: string | null
}

type By = { userId: string; at: Date }

export async function decidePoint(tx: Tx, id: string, decision: Decision, by: By) {
  await tx
    .updateTable('safe_points')
    .set({ ...decision, decided_by: by.userId, decided_at: by.at })
    .where('id', '=', id)
    .execute()
}

/** Adds a report, unless the person has an open report of this point already. */
export async function insertReport(
  tx: Tx,
  report: SafePointReport & { id: string; reporterId: string },
) {
  await sql`
    insert into safe_point_reports (id, safe_point_id, reporter_id, reason, details, created_at)
    values (${report.id}, ${report.safePointId}, ${report.reporterId}, ${report.reason},
      ${report.details}, ${report.createdAt})
    on conflict (safe_point_id, reporter_id) where resolved_at is null do nothing`.execute(tx)
}

export async function resolveReports(tx: Tx, safePointId: string, by: By) {
  await sql`
    update safe_point_reports set resolved_at = ${by.at}, resolved_by = ${by.userId}
    where safe_point_id = ${safePointId} and resolved_at is null`.execute(tx)
}

export function listOpenReports(reader: Reader, ids: readonly string[]) {
  return run.rows<SafePointReport>(reader)`
    select safe_point_id as "safePointId", reason, details, created_at as "createdAt"
    from safe_point_reports
    where safe_point_id = any (${[...ids]}::uuid[]) and resolved_at is null
    order by created_at, id`
}

/** `waiting`: proposed, or reported. */
export type QueueFilter = SafePoint['status'] | 'reported' | 'waiting'

const isReported = sql`
  p.id in (select r.safe_point_id from safe_point_reports r where r.resolved_at is null)`

function inQueue(filter: QueueFilter) {
  if (filter === 'reported') return sql`p.status <> 'hidden' and ${isReported}`
  if (filter === 'waiting') {
    return sql`p.status <> 'hidden' and (p.status = 'proposed' or ${isReported})`
  }
  return sql`p.status = ${filter}`
}

export async function listQueue(reader: Reader, filter: QueueFilter, { limit, offset }: Part) {
  const points = await run.rows<SafePoint>(reader)`
    select ${columns} from safe_points p where ${inQueue(filter)}
    order by case p.status when 'proposed' then p.created_at else (
        select min(r.created_at) from safe_point_reports r
        where r.safe_point_id = p.id and r.resolved_at is null) end, p.created_at, p.id
    limit ${limit} offset ${offset}`
  const total = await run.value<{ total: number }>(reader, 0)`
    select count(*) as total from safe_points p where ${inQueue(filter)}`
  return { points, total }
}

/** Proposed points, and vetted ones about which something was reported. */
export const countSafePoints: CountQueue = ({ db }) =>
  sql<QueueCount>`
    select count(*)::int as count, min(s.at) as "oldestAt"
    from (
      select p.created_at as at from safe_points p where p.status = 'proposed'
      union all
      select min(r.created_at) from safe_point_reports r
      join safe_points p on p.id = r.safe_point_id
      where r.resolved_at is null and p.status = 'vetted'
      group by r.safe_point_id
    ) s`.execute(db)
