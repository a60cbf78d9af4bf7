import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { CountQueue, QueueCount } from '#server/platform/deps.ts'
import type { ViewedCases } from '#server/platform/paging.ts'

export type Appeal = {
  sanctionId: string
  userId: string
  statement: string
  createdAt: Date
  answeredAt: Date | null
  answeredBy: string | null
  isUpheld: boolean | null
  answer: string | null
}

const columns = sql`
  sanction_id as "sanctionId", user_id as "userId", statement, created_at as "createdAt",
  answered_at as "answeredAt", answered_by as "answeredBy", is_upheld as "isUpheld", answer`

/** Inserts the appeal of a sanction; answers false, without a change, if one exists. */
export function insertAppeal(
  tx: Tx,
  appeal: { sanctionId: string; userId: string; statement: string; now: Date },
) {
  return run.changedOne(tx)`
    insert into sanction_appeals (sanction_id, user_id, statement, created_at)
    values (${appeal.sanctionId}, ${appeal.userId}, ${appeal.statement}, ${appeal.now})
    on conflict do nothing`
}

export function lockAppeal(tx: Tx, sanctionId: string) {
  return run.row<Appeal>(tx)`
    select ${columns} from sanction_appeals where sanction_id = ${sanctionId}
    for no key update`
}

/** Writes the answer to an appeal. The caller has locked the appeal. */
export async function closeAppeal(
  tx: Tx,
  answer: { sanctionId: string; isUpheld: boolean; note: string; answeredBy: string; now: Date },
) {
  await sql`
    update sanction_appeals set is_upheld = ${answer.isUpheld}, answer = ${answer.note},
      answered_by = ${answer.answeredBy}, answered_at = ${answer.now}
    where sanction_id = ${answer.sanctionId} and answered_at is null`.execute(tx)
}

export function findAppealsOf(db: Reader, userId: string) {
  return run.by<Appeal>(db, 'sanctionId')`
    select ${columns} from sanction_appeals where user_id = ${userId}`
}

/** An appeal in the queue; `isOwn`: the viewer may not answer it. */
export type QueuedAppeal = Appeal & { isOwn: boolean }

export async function listAppeals(db: Reader, { status, limit, offset, viewer }: ViewedCases) {
  const which = status === 'open' ? sql`answered_at is null` : sql`answered_at is not null`
  const isOwn = sql`(user_id = ${viewer.userId} or exists (
    select from sanction_events e left join conduct_cases c on c.sanction_id = e.id
    where e.id = sanction_appeals.sanction_id
      and ${viewer.userId} in (e.decided_by, c.proposed_by)))`
  const order = status === 'open' ? sql`"isOwn", created_at` : sql`answered_at desc`
  const rows = await run.rows<QueuedAppeal>(db)`
    select ${columns}, ${isOwn} as "isOwn" from sanction_appeals where ${which}
    order by ${order}, sanction_id limit ${limit} offset ${offset}`
  const total = await run.value<{ total: number }>(db, 0)`
    select count(*)::int as total from sanction_appeals where ${which}`
  return { found: rows, total }
}

export const countAppeals: CountQueue = ({ db }) =>
  sql<QueueCount>`
    select count(*)::int as count, min(created_at) as "oldestAt"
    from sanction_appeals where answered_at is null`.execute(db)

type PhotoRef = { id: string; sanctionId: string }
type Sealed = { id: string; sealed: Buffer }

export async function insertAppealPhoto(tx: Tx, photo: PhotoRef & { sealed: Buffer; now: Date }) {
  await sql`
    insert into appeal_photos (id, sanction_id, sealed, created_at)
    values (${photo.id}, ${photo.sanctionId}, ${photo.sealed}, ${photo.now})`.execute(tx)
}

/** Lists the photos of several appeals in the order of upload. */
export function listAppealPhotosOf(db: Reader, sanctionIds: readonly string[]) {
  return run.rows<PhotoRef & { createdAt: Date }>(db)`
    select id, sanction_id as "sanctionId", created_at as "createdAt" from appeal_photos
    where sanction_id = any (${[...sanctionIds]}::uuid[]) order by id`
}

export function findAppealPhoto(db: Reader, id: string) {
  return run.row<PhotoRef & Sealed>(db)`
    select id, sanction_id as "sanctionId", sealed from appeal_photos where id = ${id}`
}
