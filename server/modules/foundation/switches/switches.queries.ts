import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'

/** Lists the switches whose newest change turned them off. */
export function listSwitchedOff(reader: Reader) {
  return run.values<{ switch: string }>(reader)`
    select s.switch from (
      select distinct on (c.switch) c.switch, c.is_on from switch_changes c
      order by c.switch, c.id desc
    ) s where not s.is_on`
}

export type SwitchChange = {
  id: string
  switch: string
  isOn: boolean
  at: Date
  actorId: string
  by: string
  reason: string
}

/** Lists the last changes of every switch, newest first. */
export function listLastChanges(reader: Reader, limit: number) {
  return run.rows<SwitchChange>(reader)`
    select r.id, r.switch, r.is_on as "isOn", r.at, r.actor_id as "actorId",
      coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email) as by,
      r.reason
    from (
      select c.*, row_number() over (partition by c.switch order by c.id desc) as nth
      from switch_changes c
    ) r
    join users u on u.id = r.actor_id
    where r.nth <= ${limit}
    order by r.switch, r.id desc`
}

export async function insertChange(tx: Tx, change: Omit<SwitchChange, 'id' | 'by'>) {
  await sql`
    insert into switch_changes (id, switch, is_on, at, actor_id, reason)
    values (${newId()}, ${change.switch}, ${change.isOn}, ${change.at}, ${change.actorId},
      ${change.reason})`.execute(tx)
}
