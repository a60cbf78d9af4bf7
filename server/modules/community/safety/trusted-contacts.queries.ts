import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

export type ContactRow = {
  userId: string
  /** Id of this invitation. */
  id: string
  sealed: Buffer
  status: 'invited' | 'agreed'
  tells: boolean
  invitedAt: Date
}

const columns = sql`
  user_id as "userId", id, sealed, status, tells, invited_at as "invitedAt"`

export function findContactOf(db: Reader, userId: string) {
  return run.row<ContactRow>(db)`
    select ${columns} from trusted_contacts where user_id = ${userId}`
}

export function findContactById(db: Reader, id: string) {
  return run.row<ContactRow>(db)`
    select ${columns} from trusted_contacts where id = ${id}`
}

export async function writeContact(tx: Tx, contact: ContactRow): Promise<void> {
  const { userId, id, sealed, status, tells, invitedAt } = contact
  await sql`
    insert into trusted_contacts (user_id, id, sealed, status, tells, invited_at)
    values (${userId}, ${id}, ${sealed}, ${status}, ${tells}, ${invitedAt})
    on conflict (user_id) do update set id = excluded.id, sealed = excluded.sealed,
      status = excluded.status, tells = excluded.tells, invited_at = excluded.invited_at,
      answered_at = null`.execute(tx)
}

/** Updates the name of the same contact, and whether the contact is told about trips. */
export async function updateContact(
  tx: Tx,
  contact: { id: string; sealed: Buffer; tells: boolean },
) {
  await sql`
    update trusted_contacts set sealed = ${contact.sealed}, tells = ${contact.tells}
    where id = ${contact.id}`.execute(tx)
}

export async function agreeContact(tx: Tx, contact: { id: string; now: Date }) {
  await sql`
    update trusted_contacts set status = 'agreed', answered_at = ${contact.now}
    where id = ${contact.id} and status = 'invited'`.execute(tx)
}

export async function deleteContact(tx: Tx, userId: string) {
  await sql`delete from trusted_contacts where user_id = ${userId}`.execute(tx)
}

export async function insertRefusal(tx: Tx, refusal: { userId: string; index: Buffer; now: Date }) {
  await sql`
    insert into trusted_contact_refusals (user_id, contact_index, at)
    values (${refusal.userId}, ${refusal.index}, ${refusal.now})
    on conflict do nothing`.execute(tx)
}

export function hasRefused(db: Reader, asked: { userId: string; indexes: readonly Buffer[] }) {
  return run.value<{ refused: boolean }>(db, false)`
    select exists (
      select from trusted_contact_refusals
      where user_id = ${asked.userId} and contact_index = any (${[...asked.indexes]}::bytea[]))
      as refused`
}

export type NewsEvent = 'boarded' | 'arrived' | 'not_aboard' | 'emergency'

/** Lists the events of a trip that the contact of a person was told about. */
export async function findNewsOf(db: Reader, of: { userId: string; tripId: string }) {
  const found = await run.values<{ event: NewsEvent }>(db)`
    select event from trusted_contact_news
    where trip_id = ${of.tripId} and user_id = ${of.userId}`
  return new Set(found)
}

/** Records an event that the contact is told about; answers false if it was recorded before. */
export function insertNews(
  tx: Tx,
  news: { userId: string; tripId: string; event: NewsEvent; now: Date },
) {
  return run.changedOne(tx)`
    insert into trusted_contact_news (user_id, trip_id, event, at)
    values (${news.userId}, ${news.tripId}, ${news.event}, ${news.now})
    on conflict do nothing`
}

/** Finds which of these people have a contact who agreed. */
export async function findPeopleWithContacts(db: Reader, userIds: readonly string[]) {
  const found = await run.values<{ userId: string }>(db)`
    select user_id as "userId" from trusted_contacts
    where user_id = any (${[...userIds]}::uuid[]) and status = 'agreed'`
  return new Set(found)
}
