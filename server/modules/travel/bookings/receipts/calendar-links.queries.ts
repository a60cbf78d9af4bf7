import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { Booking } from '../booking.ts'
import { bookingColumns } from '../bookings.queries.ts'

export type CalendarLink = { userId: string; madeAt: Date }

const linkColumns = sql`user_id as "userId", made_at as "madeAt"`

/** Gives a person a new link; their older one stops working. */
export async function writeLink(tx: Tx, link: CalendarLink & { hash: Buffer }) {
  await sql`
    insert into calendar_links (user_id, token_hash, made_at)
    values (${link.userId}, ${link.hash}, ${link.madeAt})
    on conflict (user_id) do update set token_hash = excluded.token_hash,
      made_at = excluded.made_at`.execute(tx)
}

/** Deletes the link of a person; with `until` only one made until then. */
export async function deleteLink(tx: Tx, userId: string, until: Date | null) {
  await sql`
    delete from calendar_links
    where user_id = ${userId} and made_at <= coalesce(${until}, made_at)`.execute(tx)
}

export function findLink(reader: Reader, userId: string) {
  return run.row<CalendarLink>(reader)`
    select ${linkColumns} from calendar_links where user_id = ${userId}`
}

export function findLinkByHash(reader: Reader, hash: Buffer) {
  return run.row<CalendarLink>(reader)`
    select ${linkColumns} from calendar_links where token_hash = ${hash}`
}

type Asked = { userId: string; since: Date; limit: number }

/** Lists confirmed bookings of a passenger since an instant; cancelled ones by when they ended. */
export function listAttended(reader: Reader, { userId, since, limit }: Asked) {
  return run.rows<Booking>(reader)`
    select ${bookingColumns} from bookings b
    where b.passenger_id = ${userId} and b.picks_up_at > ${since} and b.confirmed_at is not null
      and (b.status in ('confirmed', 'checked_in', 'completed')
        or b.status like '%cancelled%' and b.closed_at > ${since})
    order by b.picks_up_at desc, b.id limit ${limit}`
}

export type Drive = { id: string; changedAt: Date }

/** Lists trips of a driver since an instant; cancelled ones by when they were cancelled. */
export function listDriven(reader: Reader, { userId, since, limit }: Asked) {
  return run.rows<Drive>(reader)`
    select id, coalesce(cancelled_at, created_at) as "changedAt" from trips
    where driver_id = ${userId} and departs_at > ${since} and status <> 'draft'
      and (cancelled_at is null or cancelled_at > ${since})
    order by departs_at desc, id limit ${limit}`
}
