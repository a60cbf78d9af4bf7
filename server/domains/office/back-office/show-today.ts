import type { z } from 'zod'
import type { backOffice } from '#contract/back-office.ts'
import type { QueueLoad, TripsToday } from '#contract/back-office-today.ts'
import type { TripOverview } from '#contract/back-office-trips.ts'
import { mayDo } from '#contract/permissions.ts'
import type { Unsigned } from '#contract/proposal.ts'
import { QUEUE_OFFICE_HOURS, TEAM_QUEUES, teamQueues } from '#contract/team-queues.ts'
import type { TripState } from '#contract/trips.ts'
import { byUrgency, type Urgency } from '#contract/urgency.ts'
import { payoutPort } from '#server/domains/bank/payouts/payouts.public.ts'
import { addOfficeMs, rankOpenTickets } from '#server/domains/community/support/support.public.ts'
import { deliveryJobs } from '#server/domains/foundation/notifications/notifications.public.ts'
import { listLateRefunds, listUnsigned } from '#server/domains/office/proposals/proposals.public.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { listOpenRequests } from './bookings.queries.ts'
import { iso, namesOf } from './desk-lists.ts'
import { presentTrips } from './list-trips.ts'
import { listQueueRows, type QueueRow } from './queues.queries.ts'
import { countToday, listNextTrips, listRoadTrips } from './trips.queries.ts'

/** Rows of each list of trips; the lists of the desk show all. */
const SHOWN = 8
const SIGNATURES_SHOWN = 5

type Ok = z.input<typeof backOffice.showToday.ok>

/**
 * Shows the queues that the actor may work on, the refunds that wait long for a second signature,
 * and the trips of today with `people.view`.
 */
export async function showToday(deps: Deps, actor: Actor): Promise<Ok> {
  const { items } = await listUnsigned(deps, actor)
  const [queues, refunds, trips] = await Promise.all([
    loadsFor(deps, actor, items),
    listLateRefunds(deps, actor),
    mayDo(actor.roles, 'people.view') ? tripsToday(deps) : null,
  ])
  return { queues, refunds, unsigned: items.slice(0, SIGNATURES_SHOWN), trips }
}

async function loadsFor(
  deps: Deps,
  actor: Actor,
  unsigned: readonly Unsigned[],
): Promise<QueueLoad[]> {
  const [rows, tickets] = await Promise.all([
    listQueueRows(deps.db, {
      viewerId: actor.userId,
      paidByHand: payoutPort(deps) === undefined,
      deliveryJobs,
      now: deps.clock.now(),
    }),
    rankOpenTickets(deps),
  ])
  const loads = new Map<string, Load>(rows.map((row) => [row.queue, loadOf(row)]))
  loads.set('signatures', {
    ...{ count: unsigned.length, urgency: 'waiting', dueAt: null },
    oldestAt: unsigned[0] ? new Date(unsigned[0].at) : null,
  })
  loads.set('tickets', {
    ...{ urgency: 'waiting', dueAt: null, ...tickets[0], count: tickets.length },
    oldestAt: tickets.reduce<Date | null>(
      (oldest, { lastAt }) => (oldest && oldest < lastAt ? oldest : lastAt),
      null,
    ),
  })
  return TEAM_QUEUES.filter((queue) => mayDo(actor.roles, teamQueues[queue]))
    .map((queue) => {
      const { count, urgency, oldestAt, dueAt } = loads.get(queue) ?? EMPTY
      return { queue, count, urgency, oldestAt: iso(oldestAt), dueAt: iso(dueAt) }
    })
    .sort(byUrgency)
}

type Load = Omit<QueueRow, 'queue'> & { urgency: Urgency }

const EMPTY: Load = { count: 0, urgency: 'waiting', oldestAt: null, dueAt: null }

/** Urgency and deadline of a queue: of its items, or counted in office hours from the oldest. */
function loadOf({ queue, ...row }: QueueRow): Load {
  const { oldestAt, dueAt } = row
  if (oldestAt === null) return { ...row, urgency: 'waiting' }
  if (queue === 'incidents') return { ...row, urgency: 'emergency' }
  const inOffice = addOfficeMs(oldestAt, QUEUE_OFFICE_HOURS * HOUR_MS)
  return { ...row, urgency: 'waiting', dueAt: dueAt && dueAt < inOffice ? dueAt : inOffice }
}

/** States of trips on the road in the order of the desk. */
const ROAD: readonly TripState[] = ['late_to_leave', 'late_to_arrive', 'no_news', 'on_the_way']

function onTheRoad(all: readonly TripOverview[]): TripsToday['road'] {
  const trips = ROAD.flatMap((state) => all.filter((trip) => trip.state === state))
  return { count: trips.length, items: trips.slice(0, SHOWN) }
}

async function tripsToday(deps: Pick<Deps, 'db' | 'clock'>): Promise<TripsToday> {
  const { db } = deps
  const now = deps.clock.now()
  const from = startOfBogotaDate(bogotaDate(now))
  const day = { from, until: addMs(from, DAY_MS) }
  const [counts, next, road, requests] = await Promise.all([
    countToday(db, { now, day }),
    listNextTrips(db, { now, day, limit: SHOWN }),
    listRoadTrips(db, now).then((rows) => presentTrips(deps, db, rows)),
    listOpenRequests(db, { now, limit: SHOWN }),
  ])
  const drivers = requests.map(({ driverId }) => driverId)
  const names = await namesOf(db, drivers)
  return {
    departures: counts.departures,
    ahead: { count: counts.ahead, items: await presentTrips(deps, db, next) },
    road: onTheRoad(road),
    requests: {
      count: counts.requests,
      items: requests.map((row) => ({
        id: row.id,
        from: row.start,
        to: row.finish,
        picksUpAt: row.picksUpAt.toISOString(),
        seats: row.seats,
        driver: names(row.driverId),
        expiresAt: row.expiresAt.toISOString(),
      })),
    },
  }
}
