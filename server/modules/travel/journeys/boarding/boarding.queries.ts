import { sql } from 'kysely'
import type { ScanOutcome } from '#contract/boarding.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

/** One scan of a ticket or code by a driver's phone. */
export type BoardingScan = {
  /** Nonce created by the phone. */
  id: string
  tripId: string
  driverId: string
  deviceId: string
  deviceName: string
  bookingId: string | null
  kind: 'ticket' | 'code'
  offline: boolean
  claimedAt: Date
  /** Time of the scan, corrected by the signed server time. */
  scannedAt: Date
  receivedAt: Date
  /** Null until the scan is answered. */
  outcome: ScanOutcome | null
  code: string | null
}

const columns = sql`
  s.id, s.trip_id as "tripId", s.driver_id as "driverId", s.device_id as "deviceId",
  s.device_name as "deviceName", s.booking_id as "bookingId", s.kind, s.offline,
  s.claimed_at as "claimedAt", s.scanned_at as "scannedAt", s.received_at as "receivedAt",
  s.outcome, s.code`

/** Inserts a scan; a known nonce changes nothing. */
export async function insertScan(tx: Tx, scan: BoardingScan): Promise<void> {
  const s = scan
  await sql`
    insert into boarding_scans (id, trip_id, driver_id, device_id, device_name, booking_id, kind,
      offline, claimed_at, scanned_at, received_at)
    values (${s.id}, ${s.tripId}, ${s.driverId}, ${s.deviceId}, ${s.deviceName}, ${s.bookingId},
      ${s.kind}, ${s.offline}, ${s.claimedAt}, ${s.scannedAt}, ${s.receivedAt})
    on conflict (id) do nothing`.execute(tx)
}

export function findScan(db: Reader, id: string) {
  return run.row<BoardingScan>(db)`
    select ${columns} from boarding_scans s where s.id = ${id}`
}

/** Counts the wrong codes that phones have sent for this trip. */
export function countWrongCodes(db: Reader, tripId: string) {
  return run.value<{ found: number }>(db, 0)`
    select count(*)::int as found from boarding_scans
    where trip_id = ${tripId} and kind = 'code' and booking_id is null`
}

/** Writes the answer to a scan, once. */
export async function settleScan(
  tx: Tx,
  verdict: { id: string; outcome: ScanOutcome; code: string | null },
) {
  await sql`
    update boarding_scans set outcome = ${verdict.outcome}, code = ${verdict.code}
    where id = ${verdict.id} and outcome is null`.execute(tx)
}

/** Lists the accepted scans of this booking, the earliest first. */
export function listAdmissions(db: Reader, bookingId: string) {
  return run.rows<BoardingScan>(db)`
    select ${columns} from boarding_scans s
    where s.booking_id = ${bookingId} and s.outcome in ('accepted', 'conflict')
    order by s.scanned_at, s.id`
}

/** Returns each booking's first scan time, accepted or not; bookings without one are absent. */
export async function findFirstScans(db: Reader, bookingIds: readonly string[]) {
  const rows = await run.rows<{ bookingId: string; at: Date }>(db)`
    select booking_id as "bookingId", min(scanned_at) as at from boarding_scans
    where booking_id is not null and booking_id = any(${bookingIds}) group by booking_id`
  return new Map(rows.map(({ bookingId, at }) => [bookingId, at]))
}

const LISTED_PER_TRIP = 200

/** Lists the scans of the trip's bookings that have a conflicting scan, the earliest first. */
export function listConflicts(db: Reader, tripId: string) {
  return run.rows<BoardingScan>(db)`
    select ${columns} from boarding_scans s
    where s.trip_id = ${tripId} and s.outcome in ('accepted', 'conflict')
      and s.booking_id in (
        select booking_id from boarding_scans where trip_id = ${tripId} and outcome = 'conflict')
    order by s.scanned_at, s.id limit ${LISTED_PER_TRIP}`
}
