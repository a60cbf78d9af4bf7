import { describe, expect, it } from 'vitest'
import { CHAT_AFTER_CANCEL_HOURS, CHAT_AFTER_TRIP_DAYS } from '#contract/conversation-limits.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { type Stage, type StageFacts, stageOf, stageOfGroup, stages } from './conversation-rules.ts'

const departsAt = new Date('2026-11-27T13:00:00.000Z')
const arrivesAt = addMs(departsAt, 8 * HOUR_MS)
const before = addMs(departsAt, -DAY_MS)
const after = addMs(arrivesAt, DAY_MS)

const asked: StageFacts = {
  tripStatus: 'published',
  departsAt,
  arrivesAt,
  bookingStatus: null,
  dropsOffAt: null,
  closedAt: null,
}
const booked = (bookingStatus: string, facts: Partial<StageFacts> = {}): StageFacts => ({
  ...asked,
  bookingStatus,
  dropsOffAt: arrivesAt,
  ...facts,
})
const end = addMs(arrivesAt, CHAT_AFTER_TRIP_DAYS * DAY_MS)
const cancelled = { tripStatus: 'cancelled', closedAt: before }
const lateEnd = addMs(before, CHAT_AFTER_CANCEL_HOURS * HOUR_MS)

describe('the stage of a conversation', () => {
  it.each<[string, StageFacts, Date, Stage]>([
    ['without a booking, before departure', asked, before, 'asking'],
    ['without a booking, after departure', asked, after, 'over'],
    [
      'without a booking, of a cancelled trip',
      { ...asked, tripStatus: 'cancelled' },
      before,
      'over',
    ],
    ['requested', booked('requested'), before, 'requested'],
    ['requested and never answered', booked('requested'), after, 'over'],
    ['confirmed', booked('confirmed'), before, 'agreed'],
    ['aboard', booked('checked_in'), departsAt, 'agreed'],
    ['travelled', booked('completed'), after, 'agreed'],
    ['travelled, on the last day of the chat', booked('completed'), end, 'agreed'],
    ['travelled, after the last day of the chat', booked('completed'), addMs(end, 1), 'over'],
    ['did not come', booked('no_show'), after, 'agreed'],
    ['rejected, seats still on sale', booked('rejected'), before, 'asking'],
    ['cancelled, seats still on sale', booked('cancelled_by_passenger'), before, 'asking'],
    ['trip cancelled', booked('trip_cancelled', cancelled), lateEnd, 'ended'],
    ['trip cancelled long ago', booked('trip_cancelled', cancelled), addMs(lateEnd, 1), 'over'],
  ])('derives the stage of a conversation: %s', (_name, facts, now, stage) => {
    expect(stageOf(facts, now)).toBe(stage)
  })

  it('shows contact data only while a booking is confirmed', () => {
    const shown = Object.entries(stages).filter(([, { contacts }]) => contacts === 'shown')
    expect(shown.map(([stage]) => stage)).toEqual(['agreed'])
  })

  it('closes a group conversation some days after the trip, or when the trip is cancelled', () => {
    expect(stageOfGroup(asked, before)).toBe('agreed')
    expect(stageOfGroup(asked, end)).toBe('agreed')
    expect(stageOfGroup(asked, addMs(end, 1))).toBe('over')
    expect(stageOfGroup({ ...asked, tripStatus: 'cancelled' }, before)).toBe('over')
  })
})
