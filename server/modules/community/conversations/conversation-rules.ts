// Table of the stages of a conversation: whether people can write, and whether contact data are
// shown.
import { CHAT_AFTER_CANCEL_HOURS, CHAT_AFTER_TRIP_DAYS } from '#contract/conversation-limits.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'

/**
 * `asking`: no booking, and the trip is on sale. `requested`: the driver has not answered.
 * `agreed`: confirmed or travelled, until some days after the drop-off. `ended`: the booking ended
 * without a journey not long ago. `over`: everything else.
 */
export type Stage = 'asking' | 'requested' | 'agreed' | 'ended' | 'over'

type StageRow = {
  /** Whether both sides can write; everybody who took part can always read. */
  writing: boolean
  /** Whether telephone numbers, addresses and links are shown. */
  contacts: 'hidden' | 'shown'
  /** Whether the passenger must wait for an answer after a number of messages. */
  boundedUntilAnswered: boolean
}

export const stages: Record<Stage, StageRow> = {
  asking: { writing: true, contacts: 'hidden', boundedUntilAnswered: true },
  requested: { writing: true, contacts: 'hidden', boundedUntilAnswered: true },
  agreed: { writing: true, contacts: 'shown', boundedUntilAnswered: false },
  ended: { writing: true, contacts: 'hidden', boundedUntilAnswered: false },
  over: { writing: false, contacts: 'hidden', boundedUntilAnswered: false },
}

/** Facts of the trip and of the latest booking that the rules need. */
export type StageFacts = {
  tripStatus: string
  departsAt: Date
  arrivesAt: Date
  /** Status of the passenger's latest booking of the trip; null without one and in a group. */
  bookingStatus: string | null
  dropsOffAt: Date | null
  closedAt: Date | null
}

const TRAVELLED = new Set(['confirmed', 'checked_in', 'completed', 'no_show'])

/** Stage of the conversation between a driver and one passenger. */
export function stageOf(facts: StageFacts, now: Date): Stage {
  const { bookingStatus, dropsOffAt, closedAt } = facts
  if (bookingStatus !== null && TRAVELLED.has(bookingStatus)) {
    return now <= afterTrip(dropsOffAt ?? facts.arrivesAt) ? 'agreed' : 'over'
  }
  const onSale = facts.tripStatus === 'published' && now < facts.departsAt
  if (bookingStatus === 'requested') return onSale ? 'requested' : 'over'
  if (onSale) return 'asking'
  const recent = closedAt !== null && now <= addMs(closedAt, CHAT_AFTER_CANCEL_HOURS * HOUR_MS)
  return recent ? 'ended' : 'over'
}

/**
 * Whether telephone numbers, addresses and links are hidden: by the stage, and from two people who
 * blocked each other at every stage.
 */
export function hidesContacts(stage: Stage, { blocked }: { blocked: boolean }): boolean {
  return blocked || stages[stage].contacts === 'hidden'
}

export function stageOfGroup(facts: StageFacts, now: Date): Stage {
  const goesOn = facts.tripStatus !== 'cancelled' && facts.tripStatus !== 'draft'
  return goesOn && now <= afterTrip(facts.arrivesAt) ? 'agreed' : 'over'
}

function afterTrip(arrival: Date): Date {
  return addMs(arrival, CHAT_AFTER_TRIP_DAYS * DAY_MS)
}
