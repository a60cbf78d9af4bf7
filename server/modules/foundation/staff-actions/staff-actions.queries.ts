import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'

export async function insertStaffAction(
  tx: Tx,
  entry: Omit<StaffActionRow, 'id' | 'actorName' | 'actorEmail'>,
) {
  await sql`
    insert into staff_actions (id, at, actor_id, action, subject_kind, subject_id, reason,
      request_id)
    values (${newId()}, ${entry.at}, ${entry.actorId}, ${entry.action}, ${entry.subjectKind},
      ${entry.subjectId}, ${entry.reason || null}, ${entry.requestId})`.execute(tx)
}

export type StaffActionRow = {
  id: string
  at: Date
  actorId: string
  actorName: string | null
  actorEmail: string
  action: string
  subjectKind: string
  subjectId: string
  reason: string | null
  requestId: string | null
}

export type TrailFilter = {
  actorId: string | null
  action: string | null
  subjectId: string | null
  since: Date | null
  until: Date | null
}

/** Lists a page of the trail, newest first; `after` is the last line of the previous page. */
export function listStaffActionRows(
  reader: Reader,
  filter: TrailFilter & { after: { at: Date; id: string } | null; limit: number },
) {
  return run.rows<StaffActionRow>(reader)`
    select s.id, s.at, s.actor_id as "actorId",
      nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '') as "actorName",
      u.email as "actorEmail", s.action, s.subject_kind as "subjectKind",
      s.subject_id as "subjectId", s.reason, s.request_id as "requestId"
    from staff_actions s join users u on u.id = s.actor_id
    where (${filter.actorId}::uuid is null or s.actor_id = ${filter.actorId})
      and (${filter.action}::text is null or s.action = ${filter.action})
      and (${filter.subjectId}::text is null or s.subject_id = ${filter.subjectId})
      and (${filter.since}::timestamptz is null or s.at >= ${filter.since})
      and (${filter.until}::timestamptz is null or s.at < ${filter.until})
      and (${filter.after?.at ?? null}::timestamptz is null
        or (s.at, s.id) < (${filter.after?.at ?? null}, ${filter.after?.id ?? null}))
    order by s.at desc, s.id desc
    limit ${filter.limit}`
}

export async function listKnownActions(reader: Reader): Promise<string[]> {
  const rows = await run.rows<{ action: string | null }>(reader)`
    with recursive known as (
      select min(action) as action from staff_actions
      union all
      select (select min(s.action) from staff_actions s where s.action > known.action)
      from known where known.action is not null)
    select action from known where action is not null order by 1`
  return rows.flatMap(({ action }) => action ?? [])
}
