import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { SanctionEvent, StandingRow } from './standing.ts'

const columns = sql`
  id, sanction_id as "sanctionId", user_id as "userId", kind, at, ends_at as "endsAt", reason,
  decided_by as "decidedBy", cause`

/** Returns false when the same cause was recorded before. A trigger updates `user_standing`. */
export function insertSanctionEvent(tx: Tx, event: SanctionEvent) {
  const e = event
  return run.changedOne(tx)`
    insert into sanction_events
      (id, sanction_id, user_id, kind, at, ends_at, reason, decided_by, cause)
    values (${e.id}, ${e.sanctionId}, ${e.userId}, ${e.kind}, ${e.at}, ${e.endsAt}, ${e.reason},
      ${e.decidedBy}, ${e.cause})
    on conflict do nothing`
}

/** Sanction events of one person, earliest first. */
export function listSanctionEventsOf(db: Reader, userId: string) {
  return run.rows<SanctionEvent>(db)`
    select ${columns} from sanction_events where user_id = ${userId} order by at, id`
}

/** The first event of a sanction or a pause. */
export function findSanction(db: Reader, id: string) {
  return run.row<SanctionEvent>(db)`
    select ${columns} from sanction_events where id = ${id} and kind <> 'lifted'`
}

/** Whether a sanction or a pause was not lifted. */
export async function stands(db: Reader, id: string): Promise<boolean> {
  return run.value<{ stands: boolean }>(db, false)`
    select not exists (
      select from sanction_events where sanction_id = ${id} and kind = 'lifted') as stands`
}

/** Stored standing; undefined when the person was never sanctioned. */
export function findStanding(db: Reader, userId: string) {
  return run.row<StandingRow>(db)`
    select expelled, coalesce(suspended_until = 'infinity', false) as paused,
      nullif(suspended_until, 'infinity') as "suspendedUntil", sanctioned_at as "sanctionedAt"
    from user_standing where user_id = ${userId}`
}

/** People whose stored standing differs from the one computed from their sanction events. */
export function listStandingsThatDiffer(db: Reader) {
  return run.values<{ userId: string }>(db)`
    select people.user_id as "userId"
    from (select user_id from sanction_events union select user_id from user_standing) as people
    cross join lateral standing_of(people.user_id) as said
    left join user_standing s on s.user_id = people.user_id
    where (s.expelled, s.suspended_until, s.sanctioned_at) is distinct from
      (said.expelled, said.suspended_until, said.sanctioned_at)`
}

/**
 * Stores the blind indexes of document and phone number of a person whose account closes under a
 * sanction. A trigger applies the sanction, while it stands, to the next account that proves one of
 * them.
 */
export async function keepBarred(tx: Tx, input: { userId: string; now: Date }) {
  await sql`
    insert into barred_identities (index, user_id, until, noted_at)
    select each.index, u.id,
      case when c.expelled then null else nullif(c.suspended_until, 'infinity') end,
      ${input.now}
    from users u join user_standing c on c.user_id = u.id
    cross join lateral (values (u.identification_index), (u.phone_index)) as each (index)
    where u.id = ${input.userId} and each.index is not null
      and (c.expelled or c.suspended_until > ${input.now})
    on conflict do nothing`.execute(tx)
}

/**
 * Suspensions that accounts inherited of a person whom nothing bars any more since `sanctionId` was
 * lifted, with who lifted it. An inherited pause has a case, which the team decides.
 */
export function listInheritedOf(
  reader: Reader,
  { sanctionId, now }: { sanctionId: string; now: Date },
) {
  return run.rows<{ sanctionId: string; userId: string; by: string }>(reader)`
    select e.id as "sanctionId", e.user_id as "userId", l.decided_by as by
    from sanction_events l join barred_identities i on i.user_id = l.user_id
    join users u on u.identification_index = i.index or u.phone_index = i.index
    join sanction_events e on e.id = derived_id('sanction.barred', l.user_id::text, u.id::text)
    where l.sanction_id = ${sanctionId} and l.kind = 'lifted' and l.decided_by is not null
      and e.kind = 'suspended' and e.ends_at > ${now}
      and not exists (select from user_standing s where s.user_id = l.user_id
        and (s.expelled or s.suspended_until > ${now}))
      and not exists (
        select from sanction_events x where x.sanction_id = e.id and x.kind = 'lifted')
    group by e.id, e.user_id, l.decided_by`
}

/** Forgets what a person gave up or left behind while barred, once nothing bars them any more. */
export async function forgetBarred(reader: Reader, { userId, now }: { userId: string; now: Date }) {
  await sql`
    delete from barred_identities i
    where i.user_id = ${userId} and not exists (
      select from user_standing s where s.user_id = i.user_id
        and (s.expelled or s.suspended_until > ${now}))`.execute(reader)
}
