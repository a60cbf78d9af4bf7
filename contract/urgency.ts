/** The one order of what waits for the team: home, "Siguiente", lists of tickets and badges. */

/** Kinds of urgency, the most urgent first. `travel`: of somebody who travels within 24 hours. */
export const URGENCIES = ['emergency', 'safety', 'travel', 'waiting'] as const
export type Urgency = (typeof URGENCIES)[number]

/** Hours before a departure from which what waits for its people is `travel`. */
export const TRAVEL_SOON_HOURS = 24

/** `dueAt`: the deadline; for `travel` the departure. Null without a deadline. */
export type Ranked = { urgency: Urgency; dueAt: Date | string | null }

/** Urgency of a ticket. `travelsAt`: departure of a trip within 24 h or under way, or null. */
export function urgencyOfTicket(kind: string, travelsAt: unknown): Urgency {
  if (kind === 'safety') return 'safety'
  return travelsAt === null ? 'waiting' : 'travel'
}

const timeOf = ({ dueAt }: Ranked) => (dueAt === null ? Infinity : new Date(dueAt).getTime())

/** Sorts by kind of urgency, then the latest deadline first; without a deadline last. */
export function byUrgency(a: Ranked, b: Ranked): number {
  const kinds = URGENCIES.indexOf(a.urgency) - URGENCIES.indexOf(b.urgency)
  if (kinds !== 0) return kinds
  return timeOf(a) === timeOf(b) ? 0 : timeOf(a) - timeOf(b)
}

/** Whether something must be done before ordinary work: it is urgent, or late. `now` in ms. */
export function isPressing(item: Ranked, now: number): boolean {
  return item.urgency !== 'waiting' || timeOf(item) <= now
}
