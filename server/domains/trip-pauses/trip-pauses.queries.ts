import { sql } from 'kysely'
import type { Reader, Tx } from '#server/platform/db/tx.ts'

/** A published trip that has not departed; `pausedAt` while it is not sold. */
export type UpcomingTrip = {
  id: string
  driverId: string
  vehicleId: string
  departsAt: Date
  arrivesAt: Date
  pausedAt: Date | null
}

/** In the order of arrival, of one driver or of everybody, after the given one. */
export async function upcomingTrips(
  reader: Reader,
  input: {
    now: Date
    driverId: string | null
    after: Pick<UpcomingTrip, 'id' | 'arrivesAt'> | null
    limit: number
  },
): Promise<UpcomingTrip[]> {
  const { now, driverId, after, limit } = input
  const { rows } = await sql<UpcomingTrip>`
    select t.id, t.driver_id as "driverId", t.vehicle_id as "vehicleId",
      t.departs_at as "departsAt", t.arrives_at as "arrivesAt", p.paused_at as "pausedAt"
    from trips t left join trip_pauses p on p.trip_id = t.id and p.ended_at is null
    where t.status = 'published' and t.departs_at > ${now}
      and t.arrives_at >= ${after?.arrivesAt ?? now}
      and (${after?.id ?? null}::uuid is null
        or (t.arrives_at, t.id) > (${after?.arrivesAt ?? now}, ${after?.id ?? null}::uuid))
      and (${driverId}::uuid is null or t.driver_id = ${driverId}::uuid)
    order by t.arrives_at, t.id limit ${limit}`.execute(reader)
  return rows
}

/** False when the trip is paused already. */
export async function insertPause(
  tx: Tx,
  pause: { tripId: string; pausedAt: Date; lacking: readonly string[] },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into trip_pauses (trip_id, paused_at, lacking)
    values (${pause.tripId}, ${pause.pausedAt}, ${[...pause.lacking]})
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

type Ending = { tripId: string; outcome: 'resumed' | 'cancelled'; now: Date }

/** False when the trip is not paused any more. */
export async function endPause(tx: Tx, { tripId, outcome, now }: Ending): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update trip_pauses set ended_at = ${now}, outcome = ${outcome}
    where trip_id = ${tripId} and ended_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** Ends the pauses of trips that were cancelled otherwise, or have departed. */
export async function endPausesOfOthers(reader: Reader, now: Date): Promise<void> {
  await sql`
    update trip_pauses p set ended_at = ${now}, outcome = 'over'
    from trips t
    where t.id = p.trip_id and p.ended_at is null
      and (t.status <> 'published' or t.departs_at <= ${now})`.execute(reader)
}
