import type { z } from 'zod'
import type { backOffice } from '#contract/back-office.ts'
import { ROAD_STATES, type RoadState, type RoadTrip } from '#contract/back-office-road.ts'
import type { OwnWork, QueueLoad, TripsToday } from '#contract/back-office-today.ts'
import { mayDo } from '#contract/permissions.ts'
import { TEAM_QUEUES, teamQueues } from '#contract/team-queues.ts'
import { byUrgency, type Urgency } from '#contract/urgency.ts'
import { rankOpenTickets } from '#server/modules/community/support/index.ts'
import { addMs, bogotaDate, DAY_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { queueDueAt } from '#server/platform/office-hours.ts'
import { listLateRefunds, listUnsigned } from '../proposals/list-unsigned.ts'
import { listRoad } from '../road/show-road.ts'
import { iso, namesOf } from './desk-lists.ts'
import { listTaken } from './own-work.queries.ts'
import { countToday } from './trips.queries.ts'

const SIGNATURES_SHOWN = 5
const ROAD_SHOWN = 3
/** As many as have a key on the screen. */
const OWN_SHOWN = 9

type Ok = z.input<typeof backOffice.showToday.ok>

/**
 * Shows the queues that the actor may work on, the refunds that wait long for a second signature,
 * and the trips of today with `people.view`.
 */
export async function showToday(deps: Deps, actor: Actor): Promise<Ok> {
  const [queues, { items }, refunds, mine, trips] = await Promise.all([
    loadsFor(deps, actor),
    listUnsigned(deps, actor),
    listLateRefunds(deps, actor),
    listOwnWork(deps, actor),
    mayDo(actor.roles, 'people.view') ? tripsToday(deps) : null,
  ])
  return { queues, refunds, mine, unsigned: items.slice(0, SIGNATURES_SHOWN), trips }
}

/** Loads of the queues that the actor may work on, the most urgent first. */
async function loadsFor(deps: Deps, actor: Actor): Promise<QueueLoad[]> {
  const mine = TEAM_QUEUES.filter((queue) => mayDo(actor.roles, teamQueues[queue].permission))
  const loads = mine.map(async (queue): Promise<QueueLoad> => {
    const { rows } = await deps.queues[queue](deps, actor)
    const { count, oldestAt, ...own } = rows[0] ?? { count: 0, oldestAt: null }
    if (oldestAt === null) return { queue, count, urgency: 'waiting', oldestAt, dueAt: null }
    const { urgency, dueAt = null } = withClock(oldestAt, own)
    return { queue, count, urgency, oldestAt: oldestAt.toISOString(), dueAt: iso(dueAt) }
  })
  return (await Promise.all(loads)).sort(byUrgency)
}

type Clock = { dueAt?: Date | null; urgency?: Urgency }

/** Office hours count from the oldest item, unless the queue has an urgency or an item is due. */
function withClock(oldestAt: Date, { dueAt, urgency }: Clock): Clock & { urgency: Urgency } {
  if (urgency) return { urgency, dueAt: dueAt ?? null }
  const byOffice = queueDueAt(oldestAt)
  return { urgency: 'waiting', dueAt: dueAt && dueAt < byOffice ? dueAt : byOffice }
}

/** Trips on the road in short: how many in each state, and the first that are late or silent. */
function inShort(trips: readonly RoadTrip[]): TripsToday['road'] {
  const of = (state: RoadState) => trips.filter((trip) => trip.state === state).length
  const counts = Object.fromEntries(ROAD_STATES.map((state) => [state, of(state)]))
  const late = trips.filter(({ state }) => state !== 'on_the_way')
  return { counts: counts as Record<RoadState, number>, items: late.slice(0, ROAD_SHOWN) }
}

async function tripsToday(deps: ActDeps): Promise<TripsToday> {
  const now = deps.clock.now()
  const from = startOfBogotaDate(bogotaDate(now))
  const day = { from, until: addMs(from, DAY_MS) }
  const [{ departures, ahead, requests }, road] = await Promise.all([
    countToday(deps.db, { now, day }),
    listRoad(deps, { all: false }),
  ])
  return { departures, ahead, road: inShort(road), requests }
}

/** Lists what the actor has taken, the most urgent first, as the list of tickets does. */
async function listOwnWork(deps: Deps, actor: Actor): Promise<OwnWork[]> {
  if (!mayDo(actor.roles, 'tickets.answer')) return []
  const own = { kind: null, whose: 'mine', viewerId: actor.userId } as const
  const [rows, tickets] = await Promise.all([
    listTaken(deps.db, actor.userId),
    rankOpenTickets(deps, own),
  ])
  const clocks = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  const people = rows.map(({ userId }) => userId)
  const names = await namesOf(deps.db, people)
  return rows
    .map(({ userId, at, dueAt, ...row }) => {
      const clock = clocks.get(row.id)
      return {
        ...row,
        name: userId ? names(userId).name : '',
        at: at.toISOString(),
        urgency: row.kind === 'incident' ? ('emergency' as const) : (clock?.urgency ?? 'waiting'),
        dueAt: iso(clock?.dueAt ?? dueAt),
      }
    })
    .sort(byUrgency)
    .slice(0, OWN_SHOWN)
}
