import { byUrgency, type Ranked, TRAVEL_SOON_HOURS, urgencyOfTicket } from '#contract/urgency.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { CountQueue, Deps, ReadDeps } from '#server/platform/deps.ts'
import { findTravelTimes, listOpenRows, type QueueFilter } from './desk.queries.ts'

/** Finds the departures that make tickets urgent, see `findTravelTimes`. */
export function travelTimesOf(
  db: Reader,
  { clock }: Pick<Deps, 'clock'>,
  ids: readonly string[],
): Promise<Map<string, Date>> {
  const now = clock.now()
  return findTravelTimes(db, { ids, now, until: addMs(now, TRAVEL_SOON_HOURS * HOUR_MS) })
}

const EVERY: QueueFilter = { kind: null, whose: 'all', viewerId: null }

type RankedTicket = Ranked & { id: string; lastAt: Date; dueAt: Date }

/** Ranks the open tickets, the most urgent first. */
export async function rankOpenTickets(deps: ReadDeps, filter = EVERY): Promise<RankedTicket[]> {
  const rows = await listOpenRows(deps.db, filter)
  const times = await travelTimesOf(
    deps.db,
    deps,
    rows.map(({ id }) => id),
  )
  const ranked = rows.map(({ kind, ...row }) => {
    const travelsAt = times.get(row.id) ?? null
    const urgency = urgencyOfTicket(kind, travelsAt)
    return { ...row, urgency, dueAt: urgency === 'travel' && travelsAt ? travelsAt : row.dueAt }
  })
  return ranked.sort(byUrgency)
}

/** Open tickets, with urgency and deadline of the most urgent. */
export const countTickets: CountQueue = async (deps) => {
  const tickets = await rankOpenTickets(deps)
  const [first] = tickets
  if (!first) return { rows: [] }
  const oldestAt = new Date(Math.min(...tickets.map(({ lastAt }) => lastAt.getTime())))
  const { urgency, dueAt } = first
  return { rows: [{ count: tickets.length, oldestAt, urgency, dueAt }] }
}
