import { sql } from 'kysely'
import { walletId } from '#server/modules/bank/ledger/index.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { Due, NewTicket, Ticket } from './ticket.ts'

const columns = sql`
  id, number, user_id as "userId", guest_sealed as "guestSealed", guest_index as "guestIndex", kind,
  about_kind as "aboutKind", about_id as "aboutId", about_sealed as "aboutSealed", status,
  created_at as "createdAt", last_at as "lastAt", due_at as "dueAt", is_promised as "isPromised",
  assigned_to as "assignedTo", incident_id as "incidentId", resolved_at as "resolvedAt",
  reopened_at as "reopenedAt", rating, rating_sealed as "ratingSealed"`

export function insertTicket(tx: Tx, t: NewTicket) {
  return run.changedOne(tx)`
    insert into support_tickets (id, user_id, guest_sealed, guest_index, kind, about_kind,
      about_id, about_sealed, status, created_at, last_at, due_at, is_promised, incident_id)
    values (${t.id}, ${t.userId}, ${t.guestSealed}, ${t.guestIndex}, ${t.kind}, ${t.aboutKind},
      ${t.aboutId}, ${t.aboutSealed}, ${t.status}, ${t.createdAt}, ${t.createdAt}, ${t.dueAt},
      ${t.isPromised ?? true}, ${t.incidentId})
    on conflict (id) do nothing`
}

export function findTicket(db: Reader, id: string) {
  return run.row<Ticket>(db)`
    select ${columns} from support_tickets where id = ${id}`
}

export function listTickets(db: Reader, ids: readonly string[]) {
  return run.rows<Ticket>(db)`
    select ${columns} from support_tickets where id = any (${[...ids]}::uuid[])
    order by array_position(${[...ids]}::uuid[], id)`
}

export function lockTicket(tx: Tx, id: string) {
  return run.row<Ticket>(tx)`
    select ${columns} from support_tickets where id = ${id} for no key update`
}

/** Lists the tickets filed into an incident that the team sees, the oldest first. */
export function listTicketsIn(db: Reader, incidentId: string) {
  return run.rows<Ticket>(db)`
    select ${columns} from support_tickets where incident_id = ${incidentId}
    order by created_at, id limit 20`
}

/** As `listTicketsIn`, all of them, locked. */
export function lockTicketsOf(tx: Tx, incidentId: string) {
  return run.rows<Ticket>(tx)`
    select ${columns} from support_tickets where incident_id = ${incidentId}
    order by id for no key update`
}

export async function fileTicket(tx: Tx, filed: { id: string; incidentId: string }) {
  await sql`
    update support_tickets set incident_id = ${filed.incidentId}
    where id = ${filed.id}`.execute(tx)
}

export function listTicketsOf(db: Reader, userId: string) {
  return run.rows<Ticket>(db)`
    select ${columns} from support_tickets where user_id = ${userId}
    order by last_at desc, id limit 50`
}

/** Writes status and deadline after a message that both sides see. The ticket is locked. */
export async function setTurn(
  tx: Tx,
  turn: Pick<Ticket, 'id' | 'status' | 'resolvedAt' | 'reopenedAt'> & {
    due: Due | null
    now: Date
  },
): Promise<void> {
  const { dueAt, isPromised } = turn.due ?? { dueAt: null, isPromised: true }
  await sql`
    update support_tickets set status = ${turn.status}, due_at = ${dueAt},
      is_promised = ${isPromised},
      overdue_at = case when due_at is not distinct from ${dueAt}::timestamptz
        then overdue_at end,
      resolved_at = ${turn.resolvedAt}, reopened_at = ${turn.reopenedAt}, last_at = ${turn.now}
    where id = ${turn.id}`.execute(tx)
}

export async function noteFirstAnswer(tx: Tx, answer: { id: string; now: Date }) {
  await sql`
    update support_tickets set first_answered_at = ${answer.now}
    where id = ${answer.id} and first_answered_at is null`.execute(tx)
}

/** Assigns a ticket to a team member, or to nobody. The caller has locked the ticket. */
export async function assign(tx: Tx, to: { id: string; userId: string | null }) {
  await sql`
    update support_tickets set assigned_to = ${to.userId} where id = ${to.id}`.execute(tx)
}

export async function writeRating(
  tx: Tx,
  given: { id: string; rating: number; sealed: Buffer | null; now: Date },
) {
  await sql`
    update support_tickets set rating = ${given.rating}, rating_sealed = ${given.sealed},
      rated_at = ${given.now}
    where id = ${given.id}`.execute(tx)
}

export type MessageRow = {
  id: string
  ticketId: string
  /** `held`: an answer that has not left; `undone`: one that was taken back. */
  kind: 'person' | 'team' | 'note' | 'held' | 'undone'
  authorId: string | null
  /** The person to whom the author of this note handed the ticket over. */
  handedTo: string | null
  sealed: Buffer | null
  createdAt: Date
}

/** Whether the person of a ticket reads messages of this kind. */
export const isForPerson = (kind: string) => kind === 'person' || kind === 'team'

const messageColumns = sql`
  id, ticket_id as "ticketId", kind, author_id as "authorId", handed_to as "handedTo",
  body_sealed as sealed, created_at as "createdAt"`

/** Appends a message to a ticket that the caller has locked; answers false when the id exists. */
export function insertMessage(tx: Tx, m: MessageRow) {
  return run.changedOne(tx)`
    insert into support_messages (id, ticket_id, seq, kind, author_id, handed_to, body_sealed,
      created_at)
    select ${m.id}::uuid, ${m.ticketId}::uuid, coalesce(max(seq), 0) + 1, ${m.kind},
      ${m.authorId}::uuid, ${m.handedTo}::uuid, ${m.sealed}::bytea, ${m.createdAt}::timestamptz
    from support_messages where ticket_id = ${m.ticketId}
    on conflict (id) do nothing`
}

export function findMessage(db: Reader, id: string) {
  return run.row<MessageRow>(db)`
    select ${messageColumns} from support_messages where id = ${id}`
}

/** Id of the last message of the person of a ticket. */
export function findLastOfPerson(db: Reader, ticketId: string) {
  return run.row<{ id: string }>(db)`
    select id from support_messages where ticket_id = ${ticketId} and kind = 'person'
    order by seq desc limit 1`
}

/** Lists the messages of a ticket, none that was taken back. */
export function listMessagesOf(db: Reader, ticketId: string) {
  return run.rows<MessageRow & { kind: Exclude<MessageRow['kind'], 'undone'> }>(db)`
    select ${messageColumns} from support_messages
    where ticket_id = ${ticketId} and kind <> 'undone'
    order by seq`
}

/** Lists the answers of an author that have not left, the latest first. */
export function listHeldBy(db: Reader, authorId: string) {
  return run.rows<MessageRow>(db)`
    select ${messageColumns} from support_messages
    where kind = 'held' and author_id = ${authorId} order by created_at desc, id`
}

/**
 * Makes a held answer the newest message of its locked ticket; undefined when it is not held.
 * `isFollowed`: the person has written since.
 */
export function releaseAnswer(tx: Tx, at: { id: string; ticketId: string; now: Date }) {
  return run.row<{ isFollowed: boolean }>(tx)`
    update support_messages m set kind = 'team', created_at = ${at.now}, seq = later.last + 1
    from (
      select max(l.seq) as last, bool_or(l.kind = 'person' and l.seq > h.seq) as followed
      from support_messages l join support_messages h on h.id = ${at.id}
      where l.ticket_id = ${at.ticketId}) as later
    where m.id = ${at.id} and m.kind = 'held' returning later.followed as "isFollowed"`
}

/** Takes back a held answer with its photos; false when it is not held. The ticket is locked. */
export async function takeBackAnswer(tx: Tx, id: string): Promise<boolean> {
  const isHeld = await run.changedOne(tx)`
    update support_messages set kind = 'undone', body_sealed = null
    where id = ${id} and kind = 'held'`
  if (isHeld) await sql`delete from support_attachments where message_id = ${id}`.execute(tx)
  return isHeld
}

/** Finds the first message of the person in each ticket. */
export function findFirstMessages(db: Reader, ticketIds: readonly string[]) {
  return run.by<MessageRow>(db, 'ticketId')`
    select distinct on (ticket_id) ${messageColumns} from support_messages
    where ticket_id = any (${[...ticketIds]}::uuid[]) and kind = 'person'
    order by ticket_id, seq`
}

type PhotoRef = { id: string; ticketId: string; messageId: string }
type ShownPhoto = PhotoRef & Pick<MessageRow, 'kind'>
type Sealed = { id: string; sealed: Buffer }
type Late = Pick<Ticket, 'id' | 'kind' | 'assignedTo'>

/** Lists the photos of a ticket. `kind`: kind of the message with the photo. */
export function listPhotosOf(db: Reader, ticketId: string) {
  return run.rows<ShownPhoto>(db)`
    select a.id, a.ticket_id as "ticketId", a.message_id as "messageId", m.kind
    from support_attachments a join support_messages m on m.id = a.message_id
    where a.ticket_id = ${ticketId} order by a.id`
}

export function findPhoto(db: Reader, id: string) {
  return run.row<PhotoRef & Sealed>(db)`
    select id, ticket_id as "ticketId", message_id as "messageId", sealed
    from support_attachments where id = ${id}`
}

export async function insertPhoto(tx: Tx, photo: PhotoRef & Sealed & { now: Date }) {
  await sql`
    insert into support_attachments (id, ticket_id, message_id, sealed, created_at)
    values (${photo.id}, ${photo.ticketId}, ${photo.messageId}, ${photo.sealed}, ${photo.now})
  `.execute(tx)
}

/**
 * Marks tickets with a late answer, each once per turn. The clock of an incident that nobody took
 * is its tickets' too, and has its own alarm.
 */
export function markOverdue(tx: Tx, now: Date) {
  return run.rows<Late>(tx)`
    update support_tickets set overdue_at = ${now}
    where status = 'open' and overdue_at is null and due_at <= ${now}
      and not exists (
        select from incidents i
        where i.id = incident_id and i.closed_at is null and i.taken_at is null)
    returning id, kind, assigned_to as "assignedTo"`
}

/** Lists tickets that have waited for their person since before, none of an open incident. */
export function listSilentTickets(db: Reader, before: Date) {
  return run.values<{ id: string }>(db)`
    select id from support_tickets t where status = 'waiting' and last_at < ${before}
      and not exists (
        select from incidents i where i.id = t.incident_id and i.closed_at is null)
    order by last_at limit 200`
}

/** Deletes tickets from outside that were created before an instant and never confirmed. */
export async function purgeUnconfirmed(tx: Tx, before: Date): Promise<void> {
  await sql`
    delete from support_messages where ticket_id in (
      select id from support_tickets where status = 'unconfirmed' and created_at < ${before})
  `.execute(tx)
  await sql`
    delete from support_tickets where status = 'unconfirmed' and created_at < ${before}
  `.execute(tx)
}

/** Finds a movement of the person's wallet; the amount is signed from the view of the person. */
export function findMovement(db: Reader, { userId, id }: { userId: string; id: string }) {
  const wallet = walletId(userId)
  return run.row<{ pesos: number; at: Date }>(db)`
    select case when credit_account = ${wallet} then amount else -amount end as pesos,
      created_at as at
    from ledger_transfers
    where id = ${id} and (credit_account = ${wallet} or debit_account = ${wallet})`
}

/** Finds the departure ahead of a trip, or the pick-up of a booking; null for other subjects. */
export function findDeparture(
  db: Reader,
  { aboutKind: kind, aboutId: id }: Pick<Ticket, 'aboutKind' | 'aboutId'>,
  now: Date,
) {
  return run.value<{ at: Date }>(db, null)`
    select picks_up_at as at from bookings
    where ${kind}::text = 'booking' and id = ${id} and status in ('requested', 'confirmed')
      and picks_up_at > ${now}
    union all
    select departs_at from trips
    where ${kind}::text = 'trip' and id = ${id} and status = 'published'
      and departs_at > ${now}`
}

/** Finds a top-up of the person by id, or by the reference that they see. */
export function findPayment(db: Reader, { userId, ref }: { userId: string; ref: string }) {
  return run.row<{ id: string; reference: string; pesos: number; at: Date }>(db)`
    select id, reference, amount_pesos as pesos, created_at as at from payments
    where user_id = ${userId} and (reference = ${ref} or id::text = lower(${ref}))`
}
