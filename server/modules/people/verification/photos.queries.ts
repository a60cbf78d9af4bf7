import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { CountQueue, QueueCount } from '#server/platform/deps.ts'
import type { Document } from './document.ts'
import type { Sightings } from './document-hints.ts'
import type { DocumentFile } from './verification.queries.ts'

/** Other occurrences of the photos and plates of these documents. */
export async function findSightingsOf(
  reader: Reader,
  documents: readonly Pick<Document, 'id'>[],
): Promise<Map<string, Sightings>> {
  const rows = await run.rows<Sightings & { id: string }>(reader)`
    select d.id,
      coalesce(bool_or(o.owner_id = d.owner_id and o.status <> 'superseded'
        and (o.kind, o.vehicle_id) is distinct from (d.kind, d.vehicle_id)), false) as repeated,
      coalesce(bool_or(o.owner_id = d.owner_id and o.status = 'rejected'
        and (o.kind, o.vehicle_id) is not distinct from (d.kind, d.vehicle_id)), false) as refused,
      coalesce(bool_or(o.owner_id <> d.owner_id), false) as "ofAnother",
      exists (
        select from vehicles v join vehicles w on w.plate = v.plate and w.owner_id <> v.owner_id
        where v.id = d.vehicle_id) as "plateShared"
    from documents d left join documents o on o.sha256 = d.sha256 and o.id <> d.id
    where d.id = any(${documents.map(({ id }) => id)}::uuid[])
    group by d.id`
  return new Map(rows.map(({ id, ...seen }) => [id, seen]))
}

export type Comparable = Pick<
  Document,
  'id' | 'ownerId' | 'vehicleId' | 'kind' | 'status' | 'createdAt'
>

/** Documents of these people whose photo still exists, newest first. */
export function listComparableOf(reader: Reader, ownerIds: readonly string[]) {
  return run.rows<Comparable>(reader)`
    select id, owner_id as "ownerId", vehicle_id as "vehicleId", kind, status,
      created_at as "createdAt"
    from documents
    where owner_id = any(${[...ownerIds]}::uuid[]) and file_deleted_at is null
    order by created_at desc, id desc`
}

/**
 * Photos to delete: approved ones, rejected or replaced ones and decided selfies, each from before
 * its own instant; also selfies whose consent was withdrawn.
 */
export function listFilesToDelete(
  reader: Reader,
  due: { approvedBefore: Date; othersBefore: Date; selfiesBefore: Date; limit: number },
) {
  return run.rows<DocumentFile>(reader)`
    select id, storage_key as "storageKey" from documents d
    where file_deleted_at is null and (
      (status = 'approved' and reviewed_at < ${due.approvedBefore})
      or (status = 'rejected' and reviewed_at < ${due.othersBefore})
      or (status = 'superseded' and coalesce(reviewed_at, created_at) < ${due.othersBefore})
      or (kind = 'selfie' and status <> 'pending' and reviewed_at < ${due.selfiesBefore})
      or (kind = 'selfie' and not (
        select c.given from (
          select given from consents
          where user_id = d.owner_id and purpose = 'selfie'
          order by at desc, id desc limit 1) as c)))
    order by created_at limit ${due.limit}`
}

export function listFilesOfSelfies(reader: Reader, ownerId: string) {
  return run.rows<DocumentFile>(reader)`
    select id, storage_key as "storageKey" from documents
    where owner_id = ${ownerId} and kind = 'selfie' and file_deleted_at is null`
}

export async function supersedeSelfies(tx: Tx, ownerId: string) {
  await sql`
    update documents set status = 'superseded'
    where owner_id = ${ownerId} and kind = 'selfie' and status <> 'superseded'`.execute(tx)
}

export async function markFileDeleted(tx: Tx, input: { id: string; at: Date }) {
  // A pending document becomes superseded, because nobody can review it without its photo.
  await sql`
    update documents set file_deleted_at = ${input.at},
      status = case when status = 'pending' then 'superseded' else status end
    where id = ${input.id}`.execute(tx)
}

/** People with documents or a photo to review; nobody reviews their own. */
export const countReviews: CountQueue = ({ db }, { userId: viewerId }) =>
  sql<QueueCount>`
    select count(distinct w.owner_id)::int as count, min(w.since) as "oldestAt"
    from (
      select d.owner_id, d.created_at as since
      from documents d join users u on u.id = d.owner_id
      where d.status = 'pending' and d.owner_id <> ${viewerId}
        and (d.kind not in ('identity_front', 'identity_back')
          or d.identification_version = u.identification_version)
      union all
      select p.user_id, p.waiting_since from driver_photos p
      where p.waiting_since is not null and p.user_id <> ${viewerId}
    ) w`.execute(db)
