import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

export type DriverPhotoRow = {
  dueOn: string | null
  acceptedVersion: string | null
  refusedReason: string | null
}

export function findDriverPhoto(reader: Reader, userId: string) {
  return run.row<DriverPhotoRow>(reader)`
    select due_on as "dueOn", accepted_version as "acceptedVersion",
      removed_reason as "refusedReason"
    from driver_photos where user_id = ${userId}`
}

/** Puts the current photo of a driver before a verifier, unless it was accepted. */
export async function queueDriverPhoto(tx: Tx, who: { userId: string; at: Date }) {
  await sql`
    insert into driver_photos (user_id, waiting_since)
    select id, ${who.at} from users
    where id = ${who.userId} and 'driver' = any(roles) and photo_version is not null
    on conflict (user_id) do update set waiting_since = excluded.waiting_since
    where driver_photos.accepted_version is distinct from
      (select photo_version from users where id = excluded.user_id)`.execute(tx)
}

/** Forgets that a photo waits or was refused, because it was replaced or removed. */
export async function clearDriverPhoto(tx: Tx, userId: string) {
  await sql`
    update driver_photos set waiting_since = null, removed_reason = null
    where user_id = ${userId}`.execute(tx)
}

export async function saveAccepted(tx: Tx, photo: { userId: string; version: string }) {
  await sql`
    insert into driver_photos (user_id, accepted_version) values (${photo.userId}, ${photo.version})
    on conflict (user_id) do update set accepted_version = excluded.accepted_version,
      waiting_since = null, removed_reason = null`.execute(tx)
}

export async function saveRefused(tx: Tx, photo: { userId: string; reason: string }) {
  await sql`
    insert into driver_photos (user_id, removed_reason) values (${photo.userId}, ${photo.reason})
    on conflict (user_id) do update set removed_reason = excluded.removed_reason,
      waiting_since = null, accepted_version = null`.execute(tx)
}

/** Drivers with a verified identity from before an instant, without a photo, not told yet. */
export function listDriversWithoutPhoto(
  reader: Reader,
  input: { verifiedBefore: Date; limit: number },
) {
  return run.values<{ id: string }>(reader)`
    select u.id from users u
    where u.roles @> '{driver}' and u.identity_verified_at < ${input.verifiedBefore}
      and not exists (
        select from driver_photos d where d.user_id = u.id and d.due_on is not null)
      and (u.photo_version is null or not coalesce((
        select c.given from consents c
        where c.user_id = u.id and c.purpose = 'profile_photo'
        order by c.at desc, c.id desc limit 1), false))
    order by u.id limit ${input.limit}`
}

/** Gives a driver until the end of a day to set a photo. */
export async function saveDueOn(tx: Tx, driver: { userId: string; dueOn: string }) {
  await sql`
    insert into driver_photos (user_id, due_on) values (${driver.userId}, ${driver.dueOn})
    on conflict (user_id) do update set due_on = excluded.due_on`.execute(tx)
}
