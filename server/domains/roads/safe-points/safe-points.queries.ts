import type { Expression, Insertable, SqlBool } from 'kysely'
import type { DB } from '#server/platform/db/schema.generated.ts'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
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

/** Check constraints limit `kind` and `status` to the values of the type. */
type Row = Omit<SafePoint, 'kind' | 'status'> & { kind: string; status: string }

function pointOf(row: Row): SafePoint {
  return row as SafePoint
}

/** Adds missing points; existing points keep the decisions of moderators. */
export async function insertSafePoints(
  tx: Tx,
  rows: readonly Insertable<DB['safe_points']>[],
): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('safe_points')
    .values([...rows])
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Lists the vetted points of a place and the viewer's own proposals there, terminals first. */
export async function pointsOfPlace(
  reader: Reader,
  placeId: string,
  viewerId: string | null,
): Promise<SafePoint[]> {
  const rows = await reader
    .selectFrom('safe_points')
    .select(columns)
    .where('place_id', '=', placeId)
    .where((eb) => {
      const visible: Expression<SqlBool>[] = [eb('status', '=', 'vetted')]
      if (viewerId) {
        visible.push(eb.and([eb('status', '=', 'proposed'), eb('proposed_by', '=', viewerId)]))
      }
      return eb.or(visible)
    })
    .orderBy((eb) => eb('kind', '=', 'terminal'), 'desc')
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(pointOf)
}

/** Lists the points of a place that a new proposal could repeat. */
export async function knownPointsOfPlace(reader: Reader, placeId: string): Promise<SafePoint[]> {
  const rows = await reader
    .selectFrom('safe_points')
    .select(columns)
    .where('place_id', '=', placeId)
    .where('status', 'in', ['vetted', 'proposed'])
    .execute()
  return rows.map(pointOf)
}

export async function countByPlace(reader: Reader): Promise<{ placeId: string; count: number }[]> {
  return await reader
    .selectFrom('safe_points')
    .select((eb) => ['place_id as placeId', eb.fn.countAll<number>().as('count')])
    .where('status', '=', 'vetted')
    .groupBy('place_id')
    .execute()
}

export async function pointsByIds(reader: Reader, ids: readonly string[]): Promise<SafePoint[]> {
  if (ids.length === 0) return []
  const rows = await reader
    .selectFrom('safe_points')
    .select(columns)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
  return rows.map(pointOf)
}

export async function lockPoint(tx: Tx, id: string): Promise<SafePoint | undefined> {
  const row = await tx
    .selectFrom('safe_points')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && pointOf(row)
}

type Decision = Partial<Pick<SafePoint, 'name' | 'kind' | 'lat' | 'lng' | 'address' | 'hours'>> & {
  approximate?: boolean
  status: 'vetted' | 'hidden'
  reason: string | null
}

export async function decidePoint(
  tx: Tx,
  id: string,
  decision: Decision,
  by: { userId: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('safe_points')
    .set({ ...decision, decided_by: by.userId, decided_at: by.at })
    .where('id', '=', id)
    .execute()
}

/** Adds a report; returns false when the person has an open report of this point already. */
export async function insertReport(
  tx: Tx,
  row: Insertable<DB['safe_point_reports']>,
): Promise<boolean> {
  const result = await tx
    .insertInto('safe_point_reports')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['safe_point_id', 'reporter_id'])
        .where('resolved_at', 'is', null)
        .doNothing(),
    )
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function resolveReports(
  tx: Tx,
  safePointId: string,
  by: { userId: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('safe_point_reports')
    .set({ resolved_at: by.at, resolved_by: by.userId })
    .where('safe_point_id', '=', safePointId)
    .where('resolved_at', 'is', null)
    .execute()
}

export async function openReports(
  reader: Reader,
  ids: readonly string[],
): Promise<SafePointReport[]> {
  if (ids.length === 0) return []
  const rows = await reader
    .selectFrom('safe_point_reports')
    .select(['safe_point_id as safePointId', 'reason', 'details', 'created_at as createdAt'])
    .where('safe_point_id', 'in', [...ids])
    .where('resolved_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows as SafePointReport[]
}

export type QueueFilter = SafePoint['status'] | 'reported'

function queue(reader: Reader, filter: QueueFilter) {
  const points = reader.selectFrom('safe_points')
  if (filter !== 'reported') return points.where('status', '=', filter)
  return points
    .where('status', '<>', 'hidden')
    .where('id', 'in', (eb) =>
      eb.selectFrom('safe_point_reports').select('safe_point_id').where('resolved_at', 'is', null),
    )
}

export async function selectQueue(
  reader: Reader,
  filter: QueueFilter,
  page: { limit: number; offset: number },
): Promise<{ points: SafePoint[]; total: number }> {
  const rows = await queue(reader, filter)
    .select(columns)
    .orderBy('created_at')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await queue(reader, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { points: rows.map(pointOf), total: Number(total) }
}
