import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

/** Cause of a pause by Cupo: a missing document, or a decision about the driver or the trip. */
export type PauseCause = 'documents' | 'conduct' | 'team'

/** Cause of any pause; `driver`: the driver's own wish, which changes nothing for bookings. */
export type AnyCause = PauseCause | 'driver'

/** A published trip that has not departed, with the start of its pause for each cause. */
export type UpcomingTrip = {
  id: string
  driverId: string
  vehicleId: string
  departsAt: Date
  arrivesAt: Date
  documentsPausedAt: Date | null
  conductPausedAt: Date | null
  teamPausedAt: Date | null
  /** Whether the driver is barred from driving on that day. */
  isBarred: boolean
}

/** Start of the pause of the trip `t` for a cause; null without one. */
const pausedFor = (cause: PauseCause) => sql`(
  select paused_at from trip_pauses p
  where p.trip_id = t.id and p.cause = ${cause} and p.ended_at is null)`

/** Lists trips in order of arrival, of one driver or of everybody, after the given trip. */
export function listUpcomingTrips(
  reader: Reader,
  input: {
    now: Date
    driverId: string | null
    after: Pick<UpcomingTrip, 'id' | 'arrivesAt'> | null
    limit: number
  },
) {
  const { now, driverId, after, limit } = input
  return run.rows<UpcomingTrip>(reader)`
    select t.id, t.driver_id as "driverId", t.vehicle_id as "vehicleId",
      t.departs_at as "departsAt", t.arrives_at as "arrivesAt",
      ${pausedFor('documents')} as "documentsPausedAt",
      ${pausedFor('conduct')} as "conductPausedAt", ${pausedFor('team')} as "teamPausedAt",
      coalesce(u.expelled or u.suspended_until > t.departs_at, false) as "isBarred"
    from trips t
    left join user_standing u on u.user_id = t.driver_id
    where t.status = 'published' and t.departs_at > ${now}
      and t.arrives_at >= ${after?.arrivesAt ?? now}
      and (${after?.id ?? null}::uuid is null
        or (t.arrives_at, t.id) > (${after?.arrivesAt ?? now}, ${after?.id ?? null}::uuid))
      and (${driverId}::uuid is null or t.driver_id = ${driverId}::uuid)
    order by t.arrives_at, t.id limit ${limit}`
}

/** Pauses a trip for a cause; returns false when it is paused for this cause already. */
export function insertPause(
  tx: Tx,
  pause: { tripId: string; cause: AnyCause; pausedAt: Date; lacking: readonly string[] },
) {
  return run.changedOne(tx)`
    insert into trip_pauses (trip_id, cause, paused_at, lacking)
    values (${pause.tripId}, ${pause.cause}, ${pause.pausedAt}, ${[...pause.lacking]})
    on conflict do nothing`
}

type Ending = { tripId: string; cause: AnyCause; outcome: 'resumed' | 'cancelled'; now: Date }

/**
 * Ends the pause of a trip for a cause; returns false when it is not paused for this cause any
 * more. A cancellation also takes a pause that `endPausesOfOthers` ended between the cancellation
 * of the trip and this call.
 */
export async function endPause(tx: Tx, { tripId, cause, outcome, now }: Ending): Promise<boolean> {
  const ended = await run.changes(tx)`
    update trip_pauses set ended_at = ${now}, outcome = ${outcome}
    where trip_id = ${tripId} and cause = ${cause}
      and (ended_at is null or outcome = 'over' and ${outcome} = 'cancelled')`
  return ended > 0
}

export function listCauses(reader: Reader, tripId: string) {
  return run.values<{ cause: AnyCause }>(reader)`
    select cause from trip_pauses where trip_id = ${tripId} and ended_at is null
    order by cause`
}

/** Ends the pauses of trips that were cancelled in another way, or have departed. */
export async function endPausesOfOthers(reader: Reader, now: Date) {
  await sql`
    update trip_pauses p set ended_at = ${now}, outcome = 'over'
    from trips t
    where t.id = p.trip_id and p.ended_at is null
      and (t.status <> 'published' or t.departs_at <= ${now})`.execute(reader)
}

/** Lists a driver's trips ahead that were cancelled for conduct since an instant. */
export function listTripsLostSince(
  reader: Reader,
  { driverId, since, now }: { driverId: string; since: Date; now: Date },
) {
  return run.values<{ id: string }>(reader)`
    select distinct t.id from trips t join trip_pauses p on p.trip_id = t.id
    where t.driver_id = ${driverId} and t.departs_at > ${now}
      and p.cause = 'conduct' and p.outcome = 'cancelled' and p.ended_at >= ${since}
    order by t.id`
}

/** Finds since when the team pauses a trip; undefined when it does not. */
export function findTeamPause(reader: Reader, tripId: string) {
  return run.value<{ pausedAt: Date }>(reader)`
    select paused_at as "pausedAt" from trip_pauses
    where trip_id = ${tripId} and cause = 'team' and ended_at is null`
}
