import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { Part } from '#server/platform/paging.ts'
import { REDRAWN_TYPE } from '#server/platform/picture-types.ts'
import type { Document, DocumentKind, DocumentStatus, Slot } from './document.ts'
import type { Vehicle } from './vehicle.ts'

const vehicleColumns = sql`
  id, owner_id as "ownerId", plate, brand, model, color, year, seats,
  photos_asked as "photosAsked", case when insurance_asked then date '1970-01-01' else (
    select p.valid_from from price_proposals p where p.kind = 'insurance'
      and p.outcome = 'confirmed' order by p.decided_at desc limit 1) end as "insuranceFrom"`

export async function insertVehicle(
  tx: Tx,
  vehicle: Omit<Vehicle, 'photosAsked' | 'insuranceFrom'> & { now: Date },
) {
  await sql`
    insert into vehicles (id, owner_id, plate, brand, model, color, year, seats, created_at,
      insurance_asked)
    values (${vehicle.id}, ${vehicle.ownerId}, ${vehicle.plate}, ${vehicle.brand},
            ${vehicle.model}, ${vehicle.color}, ${vehicle.year}, ${vehicle.seats}, ${vehicle.now},
            not exists (select from vehicles v
              where v.owner_id = ${vehicle.ownerId} and not v.insurance_asked))
    `.execute(tx)
}

export function listVehiclesByIds(reader: Reader, ids: readonly string[]) {
  return run.rows<Vehicle>(reader)`
    select ${vehicleColumns} from vehicles where id = any(${[...ids]}::uuid[])`
}

export function listVehiclesOfOwners(reader: Reader, ownerIds: readonly string[]) {
  return run.rows<Vehicle>(reader)`
    select ${vehicleColumns} from vehicles where owner_id = any(${[...ownerIds]}::uuid[])
    order by created_at, id`
}

export function countVehicles(tx: Tx, ownerId: string) {
  return run.value<{ n: number }>(tx, 0)`
    select count(*)::int as n from vehicles where owner_id = ${ownerId}`
}

export function countUploads(reader: Reader, input: { ownerId: string; since: Date }) {
  return run.value<{ n: number }>(reader, 0)`
    select count(*)::int as n from documents
    where owner_id = ${input.ownerId} and created_at > ${input.since}`
}

const documentColumns = sql`
  id, owner_id as "ownerId", vehicle_id as "vehicleId", kind, status, expires_on as "expiresOn",
  birth_date as "birthDate", storage_key as "storageKey",
  created_at as "createdAt", reason, sharpness, brightness, paper, policy,
  file_deleted_at as "fileDeletedAt"`

/** Who decided these documents, and when, by their ids; none that waits. */
export function findDecisionsOn(reader: Reader, ids: readonly string[]) {
  return run.by<{ id: string; by: string; at: Date }>(reader, 'id')`
    select id, reviewed_by as by, reviewed_at as at from documents
    where id = any(${[...ids]}::uuid[]) and reviewed_by is not null and reviewed_at is not null`
}

/** An identity document counts only for the document number at its upload. */
const current = sql`
  (kind not in ('identity_front', 'identity_back') or identification_version =
    (select identification_version from users where users.id = documents.owner_id))`

export async function insertDocument(
  tx: Tx,
  document: Omit<Document, 'fileDeletedAt'> & { sha256: Buffer },
) {
  await sql`
    insert into documents (id, owner_id, vehicle_id, kind, status, expires_on, birth_date,
                           storage_key, content_type, sha256, sharpness, brightness, paper, policy,
                           created_at, identification_version)
    values (${document.id}, ${document.ownerId}, ${document.vehicleId}, ${document.kind},
            ${document.status}, ${document.expiresOn}, ${document.birthDate},
            ${document.storageKey}, ${REDRAWN_TYPE}, ${document.sha256},
            ${document.sharpness}, ${document.brightness},
            ${document.paper && JSON.stringify(document.paper)}::jsonb,
            ${document.policy && JSON.stringify(document.policy)}::jsonb, ${document.createdAt},
            (select identification_version from users where id = ${document.ownerId}))`.execute(tx)
}

/** Marks the documents of a slot (kind and car) with this status as superseded, except one. */
export async function supersede(
  tx: Tx,
  input: Slot & { ownerId: string; status: DocumentStatus; except: string },
) {
  await sql`
    update documents set status = 'superseded'
    where owner_id = ${input.ownerId} and kind = ${input.kind}
      and vehicle_id is not distinct from ${input.vehicleId}::uuid
      and status = ${input.status} and id <> ${input.except}`.execute(tx)
}

export function findDocumentById(reader: Reader, id: string) {
  return run.row<Document>(reader)`
    select ${documentColumns} from documents where id = ${id}`
}

export function listDocumentsOfOwner(reader: Reader, ownerId: string) {
  return run.rows<Document>(reader)`
    select ${documentColumns} from documents
    where owner_id = ${ownerId} and status <> 'superseded' and ${current}
    order by created_at desc, id desc`
}

/** Number of kinds of document with a rejection and without an approved or pending document. */
export function countRejected(reader: Reader, ownerId: string) {
  return run.value<{ n: number }>(reader, 0)`
    select count(distinct (kind, vehicle_id))::int as n from documents
    where owner_id = ${ownerId} and status = 'rejected' and ${current} and not exists (
      select from documents later
      where later.owner_id = documents.owner_id and later.kind = documents.kind
        and later.vehicle_id is not distinct from documents.vehicle_id
        and later.status in ('pending', 'approved'))`
}

export type Approval = Pick<Document, 'ownerId' | 'vehicleId' | 'kind' | 'expiresOn' | 'birthDate'>

export async function listApprovalsOfOwners(
  reader: Reader,
  ownerIds: readonly string[],
): Promise<Approval[]> {
  return run.rows<Approval>(reader)`
    select owner_id as "ownerId", vehicle_id as "vehicleId", kind, expires_on as "expiresOn",
           birth_date as "birthDate"
    from documents
    where owner_id = any(${[...ownerIds]}::uuid[]) and status = 'approved' and ${current}`
}

/**
 * Birth date of an identity document of which both sides are approved for the number and the name
 * that the person has now; null before.
 */
export function findBirthDateOfPair(reader: Reader, ownerId: string) {
  return run.value<{ birthDate: string | null }>(reader, null)`
    select f.birth_date as "birthDate" from users u
    join documents f on f.owner_id = u.id and f.kind = 'identity_front'
    join documents b on b.owner_id = u.id and b.kind = 'identity_back'
    where u.id = ${ownerId} and f.status = 'approved' and b.status = 'approved'
      and (f.identification_version, f.name_version) = (u.identification_version, u.name_version)
      and (b.identification_version, b.name_version) = (u.identification_version, u.name_version)
    `
}

/**
 * Lets the documents with a name wait again that were approved for another name or number than
 * their owner has now; one that a newer one replaces, or whose photo is gone, is superseded.
 */
export async function reopenNamedDocuments(tx: Tx, ownerId: string) {
  await sql`
    update documents d set reviewed_by = null, reviewed_at = null,
      status = case when d.file_deleted_at is null and not exists (
        select from documents newer where newer.owner_id = d.owner_id and newer.kind = d.kind
          and newer.status = 'pending') then 'pending' else 'superseded' end
    from users u
    where u.id = ${ownerId} and d.owner_id = u.id and d.status = 'approved'
      and u.identity_verified_at is null
      and d.kind in ('identity_front', 'identity_back', 'licence')
      and (d.identification_version, d.name_version)
        is distinct from (u.identification_version, u.name_version)`.execute(tx)
}

export type Expiring = {
  id: string
  ownerId: string
  kind: DocumentKind
  /** Plate of the car that the document belongs to. */
  plate: string | null
  /** Last day of validity of the document; never null in this list. */
  expiresOn: string | null
}

/**
 * Approved documents with a last day between `from` and `to` whose owner was not notified under the
 * cause `<id>:<days>`, and without a newer document approved or pending.
 */
export function listDocumentsExpiring(
  reader: Reader,
  input: { from: string; to: string; days: number; limit: number },
) {
  return run.rows<Expiring>(reader)`
    select d.id, d.owner_id as "ownerId", d.kind, v.plate, d.expires_on as "expiresOn"
    from documents d left join vehicles v on v.id = d.vehicle_id
    where d.status = 'approved' and d.expires_on between ${input.from} and ${input.to}
      and not exists (
        select from notifications n
        where n.user_id = d.owner_id and n.kind = 'document_expiring'
          and n.cause = concat(d.id, ':', ${input.days}::int))
      and not exists (
        select from documents newer
        where newer.owner_id = d.owner_id and newer.kind = d.kind and newer.id <> d.id
          and newer.vehicle_id is not distinct from d.vehicle_id
          and (newer.status = 'pending'
            or (newer.status = 'approved' and newer.expires_on > d.expires_on)))
    order by d.expires_on, d.id
    limit ${input.limit}`
}

type QueueFilter = { status: DocumentStatus; reviewerId: string }

/** A page of the review queue, oldest first, without the reviewer's own documents. */
export function listQueue(reader: Reader, input: QueueFilter & Part) {
  return run.rows<Document>(reader)`
    select ${documentColumns} from documents
    where status = ${input.status} and owner_id <> ${input.reviewerId} and ${current}
    order by created_at, id
    limit ${input.limit} offset ${input.offset}`
}

export async function countQueue(reader: Reader, input: QueueFilter): Promise<number> {
  return run.value<{ total: number }>(reader, 0)`
    select count(*) as total from documents
    where status = ${input.status} and owner_id <> ${input.reviewerId} and ${current}`
}

/** Documents of a person that wait for a decision, first sent first. */
export function listPendingOf(reader: Reader, ownerId: string) {
  return run.rows<Document>(reader)`
    select ${documentColumns} from documents
    where owner_id = ${ownerId} and status = 'pending' and ${current}
    order by created_at, id`
}

/** Documents that wait for the decision of this reviewer, without those of an open decision. */
const waitingFor = (reviewerId: string) => sql`
  status = 'pending' and owner_id <> ${reviewerId} and ${current} and not exists (
    select from document_decisions open where open.owner_id = documents.owner_id)`

/** Documents that wait, and profile photos of drivers that changed. */
const everythingWaiting = (reviewerId: string) => sql`
  select owner_id, created_at as since, 1 as documents, false as photo
  from documents where ${waitingFor(reviewerId)}
  union all
  select p.user_id, p.waiting_since, 0, true from driver_photos p
  where p.waiting_since is not null and p.user_id <> ${reviewerId} and not exists (
    select from document_decisions open where open.owner_id = p.user_id)`

/** A page of people with documents or a photo to review, longest wait first. */
export function listWaitingPeople(reader: Reader, input: { reviewerId: string } & Part) {
  return run.rows<{ ownerId: string; documents: number; photo: boolean; since: Date }>(reader)`
    select owner_id as "ownerId", sum(documents)::int as documents, bool_or(photo) as photo,
      min(since) as since
    from (${everythingWaiting(input.reviewerId)}) as waiting
    group by owner_id order by min(since), owner_id
    limit ${input.limit} offset ${input.offset}`
}

export function countWaitingPeople(reader: Reader, { reviewerId }: { reviewerId: string }) {
  return run.value<{ total: number }>(reader, 0)`
    select count(distinct owner_id)::int as total
    from (${everythingWaiting(reviewerId)}) as waiting`
}

/** Approves or rejects a pending document of another person; undefined when it is not pending. */
export function decideDocument(
  tx: Tx,
  input: {
    id: string
    reviewerId: string
    status: 'approved' | 'rejected'
    reason: string | null
    now: Date
  },
) {
  return run.row<Document>(tx)`
    update documents set status = ${input.status}, reviewed_by = ${input.reviewerId},
      reviewed_at = ${input.now}, reason = ${input.reason},
      name_version = (select name_version from users where users.id = documents.owner_id)
    where id = ${input.id} and status = 'pending' and owner_id <> ${input.reviewerId}
      and ${current}
    returning ${documentColumns}`
}

/** Number and median time in minutes of the `last` latest reviews. */
export function findReviewTimes(reader: Reader, { last }: { last: number }) {
  return run.row<{ reviews: number; medianMinutes: number | null }>(reader, {
    reviews: 0,
    medianMinutes: null,
  })`
    select count(*)::int as reviews,
      round(percentile_cont(0.5) within group (order by minutes))::int as "medianMinutes"
    from (
      select extract(epoch from reviewed_at - created_at) / 60 as minutes
      from documents where reviewed_at is not null
      order by reviewed_at desc limit ${last}
    ) as latest`
}

export async function findKnownStorageKeys(reader: Reader, keys: readonly string[]) {
  const found = await run.values<{ storage_key: string }>(reader)`
    select storage_key from documents where storage_key = any(${[...keys]})`
  return new Set(found)
}

export type DocumentFile = { id: string; storageKey: string }

/** A page of document files, ordered by document id. */
export function listFilesAfter(reader: Reader, id: string) {
  return run.rows<DocumentFile>(reader)`
    select id, storage_key as "storageKey" from documents
    where id > ${id} order by id limit 200`
}

/** Changes the file of a document; false when it was changed meanwhile. */
export function moveDocument(reader: Reader, row: DocumentFile & { to: string }) {
  return run.changedOne(reader)`
    update documents set storage_key = ${row.to}
    where id = ${row.id} and storage_key = ${row.storageKey}`
}

export function listStorageKeysOf(reader: Reader, ownerId: string) {
  return run.values<{ storageKey: string }>(reader)`
    select storage_key as "storageKey" from documents where owner_id = ${ownerId}`
}

export async function deleteDocuments(tx: Tx, ownerId: string) {
  await sql`delete from documents where owner_id = ${ownerId}`.execute(tx)
}

/** Replaces the plates of a person's cars by unused placeholders: XXX000, XXX001, … */
export async function hidePlates(tx: Tx, ownerId: string) {
  await sql`
    update vehicles v set plate = 'XXX' || lpad((mine.no - 1)::text, 3, '0')
    from (
      select id, row_number() over (order by created_at, id) as no from vehicles
      where owner_id = ${ownerId}
    ) as mine
    where v.id = mine.id and v.plate not like 'XXX%'`.execute(tx)
}
