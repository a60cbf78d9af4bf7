// Read only: these tables belong to safety and support (docs/decisions/0041).
import { type Reader, run } from '#server/platform/db/tx.ts'

type TakenRow = {
  kind: 'incident' | 'ticket'
  id: string
  number: number | null
  userId: string | null
  at: Date
  dueAt: Date | null
}

/** More than one person works on. */
const TAKEN_READ = 200

/** Lists what a member of the team has taken: emergencies, then tickets by their deadline. */
export function listTaken(reader: Reader, actorId: string) {
  return run.rows<TakenRow>(reader)`
    select 'incident' as kind, id, null::int as number, user_id as "userId", taken_at as at,
      null::timestamptz as "dueAt"
    from incidents where taken_by = ${actorId} and closed_at is null
    union all
    select 'ticket', id, number, user_id, last_at, due_at from support_tickets
    where assigned_to = ${actorId} and status = 'open'
    order by kind, "dueAt", at limit ${TAKEN_READ}`
}
