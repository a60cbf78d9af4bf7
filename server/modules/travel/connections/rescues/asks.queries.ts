import type { RescueStatus } from '#contract/connections-rescues.ts'
import { bogotaDate, startOfBogotaDate } from '#server/platform/clock.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { Car } from './rescue.ts'

type Key = { bookingId: string; driverId: string }
type Place = { tripId: string; fromSeq: number; toSeq: number }

/** A driver who was asked, with the rescue of the passenger. */
export type Ask = Place & {
  /** Null: no answer. */
  agrees: boolean | null
  /** Whether the passenger's booking of the asked trip stands; null: she booked another or none. */
  isBooked: boolean | null
  /** Whether seats of the asked trip are what is offered since its driver agreed. */
  isKept: boolean
  isCancelled: boolean
  /** Whether the driver can still agree (`ask_stands`). */
  stands: boolean
  personId: string
  firstName: string
  seats: number
  status: RescueStatus
  expiresAt: Date
}

export function findAsk(reader: Reader, { bookingId, driverId }: Key) {
  return run.row<Ask>(reader)`
    select a.trip_id as "tripId", a.from_seq::int as "fromSeq", a.to_seq::int as "toSeq",
      a.agrees, (select n.status in ('confirmed', 'checked_in', 'completed') from bookings n
        where n.id = any (r.new_booking_ids) and n.trip_id = a.trip_id) as "isBooked",
      coalesce(r.offer #>> '{kept,parts,0,tripId}' = a.trip_id::text
        and (r.offer #>> '{kept,agreed}')::boolean, false) as "isKept",
      t.status = 'cancelled' as "isCancelled", ask_stands(a) as stands,
      r.person_id as "personId", coalesce(u.first_name, '') as "firstName",
      b.seats::int as seats, r.status, r.expires_at as "expiresAt"
    from rescue_asks a join rescues r on r.booking_id = a.booking_id
    join bookings b on b.id = a.booking_id join users u on u.id = r.person_id
    join trips t on t.id = a.trip_id
    where a.booking_id = ${bookingId} and a.driver_id = ${driverId}`
}

/**
 * Which of these drivers may be asked: they do not drive now, leave Cupo or have two questions of
 * this day. Nobody when drivers were asked for this booking before.
 */
export function listAskable(
  tx: Tx,
  { bookingId, driverIds, now }: { bookingId: string; driverIds: readonly string[]; now: Date },
) {
  return run.values<{ id: string }>(tx)`
    select u.id from users u
    where u.id = any (${[...driverIds]}::uuid[])
      and not exists (select from rescue_asks where booking_id = ${bookingId})
      and 2 > (select count(*) from rescue_asks a where a.driver_id = u.id
        and a.asked_at >= ${startOfBogotaDate(bogotaDate(now))})
      and not exists (select from account_closings c
        where c.user_id = u.id and c.taken_back_at is null)
      and not exists (
        select from trips t left join journeys j on j.trip_id = t.id
        where t.driver_id = u.id and t.status <> 'cancelled' and j.finished_at is null
          and t.arrives_at > ${now}::timestamptz - interval '1 day'
          and (t.departs_at <= ${now} and t.arrives_at > ${now} or j.started_at is not null))`
}

export function insertAsk(tx: Tx, ask: Key & Place & { now: Date }) {
  return run.changedOne(tx)`
    insert into rescue_asks (booking_id, driver_id, trip_id, from_seq, to_seq, asked_at)
    values (${ask.bookingId}, ${ask.driverId}, ${ask.tripId}, ${ask.fromSeq}, ${ask.toSeq},
      ${ask.now})`
}

/** Writes the answer; asking ends once no driver can agree. The caller locked the person. */
export function writeAnswer(
  tx: Tx,
  { bookingId, driverId, agrees, now }: Key & { agrees: boolean; now: Date },
) {
  return run.changedOne(tx)`
    with answered as (
      update rescue_asks set agrees = ${agrees}
      where booking_id = ${bookingId} and driver_id = ${driverId})
    update rescues set expires_at = ${now}
    where booking_id = ${bookingId} and status = 'asked' and not ${agrees}::boolean
      and not exists (select from rescue_asks a
        where a.booking_id = ${bookingId} and a.driver_id <> ${driverId} and a.agrees is null
        and ask_stands(a))`
}

/** Offers the kept car of the first driver who agrees; false for everybody after that. */
export function offerAgreed(
  tx: Tx,
  offered: { bookingId: string; car: Car; keepGroup: string; until: Date; now: Date },
) {
  const { bookingId, car, keepGroup, until, now } = offered
  return run.changedOne(tx)`
    update rescues set status = 'offered', fare_offered = ${car.price}, expires_at = ${until},
      keep_group = ${keepGroup}, offer = jsonb_set(offer, '{kept}', ${JSON.stringify(car)}::jsonb)
    where booking_id = ${bookingId} and status = 'asked' and expires_at > ${now}`
}

/** Sets up to which price a car is taken as soon as its driver agrees, while asking goes on. */
export function setTakeUpTo(
  tx: Tx,
  { bookingId, upTo, now }: { bookingId: string; upTo: number | null; now: Date },
) {
  return run.changedOne(tx)`
    update rescues set take_up_to = ${upTo}
    where booking_id = ${bookingId} and status = 'asked' and expires_at > ${now}`
}
