import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { Role } from '#server/platform/http/session.ts'

/** Roles of a person, and whether the account is neither closed, expelled, paused nor suspended. */
export function findAuthority(reader: Reader, { userId, now }: { userId: string; now: Date }) {
  return run.row<{ roles: Role[]; isActive: boolean }>(reader)`
    select u.roles, not exists (
        select from user_standing s where s.user_id = u.id
          and (s.expelled or s.suspended_until > ${now}))
      and not exists (
        select from account_closings c where c.user_id = u.id and c.started_at is not null)
      as "isActive"
    from users u where u.id = ${userId}`
}

/** Whether two accounts share data, by keyed digests; the phone when one of them proved it. */
export function shareData(reader: Reader, one: string, other: string) {
  return run.value<{ shares: boolean }>(reader, false)`
    select coalesce(a.phone_index = b.phone_index
        and (a.phone_proved_at is not null or b.phone_proved_at is not null), false)
      or exists (
        select from payout_accounts x join payout_accounts y on y.number_index = x.number_index
        where x.user_id = a.id and y.user_id = b.id)
      or exists (
        select from documents x join documents y on y.sha256 = x.sha256
        where x.owner_id = a.id and y.owner_id = b.id
          and x.kind in ('identity_front', 'identity_back')
          and y.kind in ('identity_front', 'identity_back')) as shares
    from users a, users b
    where a.id = ${one} and b.id = ${other}`
}

export type IdentityMakers = {
  /** Whether an operator confirmed the current document number at the server. */
  isConfirmed: boolean
  /** First approval of a photo of the current number; null when none is known. */
  since: Date | null
  verifiers: string[]
}

/** Who approved photos of a person's identity document with the current number. */
export function findIdentityMakers(reader: Reader, userId: string) {
  return run.row<IdentityMakers>(reader, { isConfirmed: false, since: null, verifiers: [] })`
    select coalesce(u.identity_confirmed_version = u.identification_version, false)
        as "isConfirmed",
      min(d.reviewed_at) as since,
      coalesce(array_agg(distinct d.reviewed_by) filter (where d.reviewed_by is not null), '{}')
        as verifiers
    from users u left join documents d on d.owner_id = u.id
      and d.kind in ('identity_front', 'identity_back')
      and d.status in ('approved', 'superseded') and d.reviewed_by is not null
      and d.identification_version = u.identification_version
    where u.id = ${userId} group by u.id`
}

/** Whether an operator confirmed identities before, which is done once. */
export async function hasConfirmedIdentities(reader: Reader): Promise<boolean> {
  const rows = await run.rows<{ found: boolean }>(reader)`
    select true as found from users
    where identity_confirmed_version is not null order by id limit 1`
  return rows.length > 0
}

/** Records that an operator compared the documents of these people at the server. */
export async function confirmIdentities(tx: Tx, userIds: readonly string[]) {
  await sql`
    update users set identity_confirmed_version = identification_version
    where id = any(${[...userIds]}::uuid[])`.execute(tx)
}

/** Ids of the given people with a browser of this person: no proof, shown to the second signer. */
export async function findSharedDevices(
  reader: Reader,
  userId: string,
  others: readonly (string | null)[],
) {
  const ids = others.filter((id) => id !== null)
  if (ids.length === 0) return new Set<string>()
  const found = await run.values<{ id: string }>(reader)`
    select distinct theirs.user_id as id
    from user_devices mine join user_devices theirs on theirs.device_index = mine.device_index
    where mine.user_id = ${userId} and theirs.user_id = any(${ids}::uuid[])
      and theirs.user_id <> mine.user_id`
  return new Set(found)
}

export type ProposedPerson = {
  id: string
  name: string | null
  standing: 'active' | 'suspended' | 'paused' | 'expelled' | 'closed'
  /** What the people who sign cannot be compared with. */
  missing: ('identity' | 'phone' | 'account')[]
}

/** People whom proposals are about, as their signers see them. */
export function findProposedPeople(
  reader: Reader,
  { ids, now }: { ids: readonly string[]; now: Date },
) {
  return run.by<ProposedPerson>(reader, 'id')`
    select u.id, nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '') as name,
      case when exists (select from account_closings c
          where c.user_id = u.id and c.started_at is not null) then 'closed'
        when s.expelled then 'expelled'
        when s.suspended_until = 'infinity' then 'paused'
        when s.suspended_until > ${now} then 'suspended'
        else 'active' end as standing,
      array_remove(array[
        case when u.identity_verified_at is null then 'identity' end,
        case when u.phone_proved_at is null then 'phone' end,
        case when not exists (select from payout_accounts p where p.user_id = u.id)
          then 'account' end], null) as missing
    from users u left join user_standing s on s.user_id = u.id
    where u.id = any(${[...ids]}::uuid[])`
}
