import { type Reader, run } from '#server/platform/db/tx.ts'

type CaseTrip = { caseId: string; tripId: string; driverId: string }

/**
 * Finds the trip that each report is about: the reported one, that of the message or rating, or the
 * latest one on which both people travelled or were to travel. None for a signal of a rule.
 */
export function findCaseTrips(db: Reader, caseIds: readonly string[]) {
  return run.by<CaseTrip>(db, 'caseId')`
    select c.id as "caseId", t.id as "tripId", t.driver_id as "driverId"
    from conduct_cases c
    join trips t on t.id = case c.subject_kind
      when 'trip' then c.subject_id
      when 'message' then (
        select v.trip_id from conversation_messages m
        join conversations v on v.id = m.conversation_id where m.id = c.subject_id)
      when 'rating' then (
        select b.trip_id from ratings r
        join bookings b on b.id = r.booking_id where r.id = c.subject_id)
      else (
        select b.trip_id from bookings b
        where (b.passenger_id = c.reporter_id and b.driver_id = c.user_id)
          or (b.passenger_id = c.user_id and b.driver_id = c.reporter_id)
        order by b.picks_up_at desc limit 1)
      end
    where c.id = any (${[...caseIds]}::uuid[]) and c.reporter_id is not null`
}
