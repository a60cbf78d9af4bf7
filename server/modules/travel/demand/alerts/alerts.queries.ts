import { sql } from 'kysely'
import { AlertTerms, ListTerms } from '#contract/alerts.ts'
import { columnsOf } from '#server/platform/db/columns.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { Alert } from './alert.ts'
import { alertColumns, fits } from './matching.queries.ts'
import { partColumns } from './segment.queries.ts'

const writtenKeys = [
  ...(['id', 'userId', 'fromPlace', 'toPlace', 'buys'] as const),
  ...AlertTerms.keyof().options,
  ...ListTerms.keyof().options,
] as const

/** An alert to write. */
export type NewAlert = Omit<Alert, 'status' | 'createdAt' | 'bookingId'>

export async function insertAlert(tx: Tx, alert: NewAlert, now: Date) {
  const row = { ...columnsOf(alert, writtenKeys), status: 'active', created_at: now }
  await tx.insertInto('trip_alerts').values(row).execute()
}

export function findAlert(reader: Reader, id: string) {
  return run.row<Alert>(reader)`
    select ${alertColumns} from trip_alerts a where a.id = ${id}`
}

/** Finds the person's alert of these places with a day in common: active first, then lists. */
export function findOverlapping(
  tx: Reader,
  alert: Pick<Alert, 'userId' | 'fromPlace' | 'toPlace' | 'since' | 'until'>,
) {
  return run.row<Alert>(tx)`
    select ${alertColumns} from trip_alerts a
    where a.user_id = ${alert.userId} and a.from_place = ${alert.fromPlace}
      and a.to_place = ${alert.toPlace}
      and a.since <= ${alert.until} and a.until >= ${alert.since}
    order by a.status, a.buys desc, a.created_at desc, a.id
    limit 1`
}

/** Those of the alerts with whose places and days their person has an active one. */
export function listOverlapped(reader: Reader, alertIds: readonly string[]) {
  return run.values<{ id: string }>(reader)`
    select a.id from trip_alerts a where a.id = any (${[...alertIds]}::uuid[]) and exists (
      select from trip_alerts o
      where o.user_id = a.user_id and o.from_place = a.from_place and o.to_place = a.to_place
        and o.status = 'active' and o.since <= a.until and o.until >= a.since)`
}

export function countActive(tx: Reader, userId: string, today: string) {
  return run.value<{ n: number }>(tx, 0)`
    select count(*)::int as n from trip_alerts
    where user_id = ${userId} and status = 'active' and until >= ${today}`
}

/** Lists a person's active alerts or, with `over`, those stopped or past their last day. */
export function listAlertsOf(
  reader: Reader,
  input: { userId: string; today: string; over: boolean; limit: number },
) {
  return run.rows<Alert>(reader)`
    select ${alertColumns} from trip_alerts a
    where a.user_id = ${input.userId}
      and (a.status = 'stopped' or a.until < ${input.today}) = ${input.over}
    order by a.created_at desc, a.id
    limit ${input.limit}`
}

/** Counts the matching trips of each alert. */
export async function countMatches(reader: Reader, alertIds: readonly string[]) {
  const rows = await run.rows<{ alert_id: string; n: number }>(reader)`
    select alert_id, count(*)::int as n from trip_alert_matches
    where alert_id = any (${[...alertIds]}::uuid[]) group by alert_id`
  return new Map(rows.map((row) => [row.alert_id, row.n]))
}

/** Stops an active alert and its pending mail, also when its ride request ends. Idempotent. */
export async function stopAlertRow(tx: Tx, id: string, now: Date) {
  await sql`
    update trip_alerts set status = 'stopped', stopped_at = ${now}, mail_due_at = null
    where id = ${id} and status = 'active'`.execute(tx)
}

export async function resumeAlertRow(tx: Tx, id: string) {
  await sql`
    update trip_alerts set status = 'active', stopped_at = null
    where id = ${id} and status = 'stopped'`.execute(tx)
}

/** Stops up to `limit` alerts that buy nothing and are over, except those locked by others. */
export function stopEnded(tx: Tx, input: { today: string; now: Date; limit: number }) {
  return run.changes(tx)`
    update trip_alerts set status = 'stopped', stopped_at = ${input.now}, mail_due_at = null
    where id in (
      select id from trip_alerts where status = 'active' and until < ${input.today} and not buys
      order by until limit ${input.limit} for update skip locked
    )`
}

/** Locks the alert whose message has waited longest, except those locked by other workers. */
export function takeDueAlert(tx: Tx, now: Date) {
  return run.row<Alert>(tx)`
    select ${alertColumns} from trip_alerts a
    where a.mail_due_at <= ${now}
    order by a.mail_due_at, a.id limit 1
    for no key update skip locked`
}

/** Clears the pending matches; `mailed` is true when a mail is enqueued in this transaction. */
export async function settleMatches(
  tx: Tx,
  input: { alertId: string; mailed: boolean; now: Date },
): Promise<void> {
  await sql`
    update trip_alert_matches set settled_at = ${input.now}
    where alert_id = ${input.alertId} and settled_at is null`.execute(tx)
  await sql`
    update trip_alerts set mail_due_at = null,
      mailed_at = case when ${input.mailed} then ${input.now}::timestamptz else mailed_at end
    where id = ${input.alertId}`.execute(tx)
}

/** The part of a trip on sale between two places. */
export type PartOnSale = {
  driverId: string
  fromSeq: number
  toSeq: number
  boardsAt: Date
  alightsAt: Date
  price: number
  seatsLeft: number
  audience: 'women' | 'verified' | null
}

export type MatchRow = PartOnSale & {
  alertId: string
  tripId: string
  /** Whether the trip had too few seats for this alert before. */
  freed: boolean
}

/** Lists matches that can still be booked, per alert the earliest departure first. */
export function listMatches(
  reader: Reader,
  input: { alertIds: readonly string[]; waiting: boolean; now: Date; limit: number },
) {
  return run.rows<MatchRow>(reader)`
    select f.* from trip_alerts a cross join lateral (
      select a.id as "alertId", o.trip_id as "tripId", ${partColumns}, m.freed
      from trip_alert_matches m
      join trips_on_sale o on o.trip_id = m.trip_id
      join trips t on t.id = o.trip_id
      join corridor_pairs p on p.from_place = a.from_place and p.to_place = a.to_place
        and p.corridor_id = o.corridor_id
      where m.alert_id = a.id and ${fits(input.now)}
        and (not ${input.waiting}::boolean or m.settled_at is null)
      order by "boardsAt", o.trip_id limit ${input.limit}
    ) as f
    where a.id = any (${[...input.alertIds]}::uuid[])
    order by "alertId", "boardsAt", "tripId"`
}
