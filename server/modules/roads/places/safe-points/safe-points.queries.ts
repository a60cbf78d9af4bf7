import { type Insertable, sql } from 'kysely'
import type { CorrectionBody } from '#contract/safe-points.ts'
import type { DB } from '#server/platform/db/schema.generated.ts'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
import type { CountQueue, QueueCount } from '#server/platform/deps.ts'
import type { Part } from '#server/platform/paging.ts'
import type { SafePoint, SafePointReport } from './safe-point.ts'

const columns = [
  'id',
  'place_id as placeId',
  'name',
  'kind',
  'lat',
  'lng',
  'approximate',
  'address',
  'hours',
  'status',
  'proposed_by as proposedBy',
  'reason',
  'created_at as createdAt',
] as const

/** Selects points; check constraints limit `kind` and `status` to the values of the type. */
function points(reader: Reader) {
  return reader.selectFrom('safe_points').select(columns).$castTo<SafePoint>()
}

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
export async function listPointsOfPlace(
  reader: Reader,
  placeId: string,
  viewerId: string | null,
): Promise<SafePoint[]> {
  return await points(reader)
    .where('place_id', '=', placeId)
    .where((eb) => {
      const own = viewerId ? [eb.and({ status: 'proposed', proposed_by: viewerId })] : []
      return eb.or([eb('status', '=', 'vetted'), ...own])
    })
    .orderBy((eb) => eb('kind', '=', 'terminal'), 'desc')
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Lists the vetted points of places, terminals first. */
export async function listVettedPoints(
  reader: Reader,
  placeIds: readonly string[],
): Promise<SafePoint[]> {
  if (placeIds.length === 0) return []
  return await points(reader)
    .where('place_id', 'in', [...placeIds])
    .where('status', '=', 'vetted')
    .orderBy((eb) => eb('kind', '=', 'terminal'), 'desc')
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Lists the points of a place that a new proposal could repeat. */
export async function listKnownPointsOfPlace(
  reader: Reader,
  placeId: string,
): Promise<SafePoint[]> {
  return await points(reader)
    .where('place_id', '=', placeId)
    .where('status', 'in', ['vetted', 'proposed'])
    .execute()
}

export async function countByPlace(reader: Reader): Promise<{ placeId: string; count: number }[]> {
  return await reader
    .selectFrom('safe_points')
    .select((eb) => ['place_id as placeId', eb.fn.countAll<number>().as('count')])
    .where('status', '=', 'vetted')
    .groupBy('place_id')
    .execute()
}

export async function listPointsByIds(
  reader: Reader,
  ids: readonly string[],
): Promise<SafePoint[]> {
  if (ids.length === 0) return []
  return await points(reader)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
}

export async function lockPoint(tx: Tx, id: string): Promise<SafePoint | undefined> {
  return await points(tx).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Absent fields stay as they are. */
type Decision = Omit<CorrectionBody, 'position'> & {
  lat?: number
  lng?: number
  approximate?: boolean
  status: 'vetted' | 'hidden'
  reason: string | null
}

export async function decidePoint(
  tx: Tx,
  id: string,
  decision: Decision,
  by: { userId: string; at: Date },
) {
  await tx
    .updateTable('safe_points')
    .set({ ...decision, decided_by: by.userId, decided_at: by.at })
    .where('id', '=', id)
    .execute()
}

/** Adds a report, unless the person has an open report of this point already. */
export async function insertReport(tx: Tx, row: Insertable<DB['safe_point_reports']>) {
  await tx
    .insertInto('safe_point_reports')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['safe_point_id', 'reporter_id'])
        .where('resolved_at', 'is', null)
        .doNothing(),
    )
    .execute()
}

export async function resolveReports(
  tx: Tx,
  safePointId: string,
  by: { userId: string; at: Date },
) {
  await tx
    .updateTable('safe_point_reports')
    .set({ resolved_at: by.at, resolved_by: by.userId })
    .where('safe_point_id', '=', safePointId)
    .where('resolved_at', 'is', null)
    .execute()
}

export async function listOpenReports(
  reader: Reader,
  ids: readonly string[],
): Promise<SafePointReport[]> {
  if (ids.length === 0) return []
  return await reader
    .selectFrom('safe_point_reports')
    .select(['safe_point_id as safePointId', 'reason', 'details', 'created_at as createdAt'])
    .$castTo<SafePointReport>()
    .where('safe_point_id', 'in', [...ids])
    .where('resolved_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** `waiting`: proposed, or reported. */
export type QueueFilter = SafePoint['status'] | 'reported' | 'waiting'

export async function listQueue(
  reader: Reader,
  filter: QueueFilter,
  page: Part,
): Promise<{ points: SafePoint[]; total: number }> {
  const reported = reader
    .selectFrom('safe_point_reports')
    .select('safe_point_id')
    .where('resolved_at', 'is', null)
  const all = points(reader)
  const queue =
    filter === 'reported' || filter === 'waiting'
      ? all
          .where('status', '<>', 'hidden')
          .where((eb) =>
            eb.or([
              eb('id', 'in', reported),
              ...(filter === 'waiting' ? [eb('status', '=', 'proposed')] : []),
            ]),
          )
      : all.where('status', '=', filter)
  const { limit, offset } = page
  const found = await queue
    .orderBy((eb) =>
      eb
        .case()
        .when('status', '=', 'proposed')
        .then(eb.ref('created_at'))
        .else(
          eb
            .selectFrom('safe_point_reports as r')
            .select((of) => of.fn.min('r.created_at').as('at'))
            .whereRef('r.safe_point_id', '=', 'safe_points.id')
            .where('r.resolved_at', 'is', null),
        )
        .end(),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await queue
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { points: found, total: Number(total) }
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
