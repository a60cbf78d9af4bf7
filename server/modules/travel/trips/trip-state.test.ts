import { describe, expect, it } from 'vitest'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { type TripSigns, tripStateAt } from './trip-state.ts'

const departsAt = new Date('2026-11-27T12:00:00.000Z')
/** Ten hours after the departure. */
const arrivesAt = new Date('2026-11-27T22:00:00.000Z')
const ARRIVES = 600
const at = (minutes: number) => addMs(departsAt, minutes * MINUTE_MS)

const facts = {
  ...{ status: 'published' as const, departsAt, arrivesAt },
  ...{ startedAt: null, finishedAt: null, delayMs: 0 },
}
const started = { ...facts, startedAt: departsAt }
const signs: TripSigns = { hasSeats: true, isBoarded: false, positionAt: null, saidAt: null }

type Case = [what: string, minutes: number, state: string, trip?: object, seen?: Partial<TripSigns>]

const table: Case[] = [
  ['nobody pressed, before the departure', -1, 'to_leave'],
  ['nobody pressed, under 15 minutes after the departure', 14.99, 'to_leave'],
  ['nobody pressed, 15 minutes after the departure', 15, 'late_to_leave'],
  ['nobody pressed, but somebody is aboard', 15, 'on_the_way', facts, { isBoarded: true }],
  ['nobody pressed, just before three hours after the arrival', ARRIVES + 179, 'late_to_leave'],
  ['nobody pressed, three hours after the arrival', ARRIVES + 180, 'no_news'],
  ['started early', -100, 'on_the_way', started],
  ['started, under half an hour after the arrival', ARRIVES + 29.99, 'on_the_way', started],
  ['started, half an hour after the arrival', ARRIVES + 30, 'late_to_arrive', started],
  ['started, three hours after the arrival', ARRIVES + 180, 'no_news', started],
  ['late by a press, before its own limit', ARRIVES + 89, 'on_the_way', late(60)],
  ['late by a press, at its own limit', ARRIVES + 90, 'late_to_arrive', late(60)],
  ['late by a press, before its silence', ARRIVES + 239, 'late_to_arrive', late(60)],
  ['late by a press, silent', ARRIVES + 240, 'no_news', late(60)],
  ['without seats', ARRIVES + 300, 'late_to_leave', facts, { hasSeats: false }],
  ['started without seats', ARRIVES + 300, 'late_to_arrive', started, { hasSeats: false }],
  ['a position after it', ARRIVES + 300, 'late_to_arrive', started, { positionAt: at(900 - 179) }],
  ['a position three hours ago', ARRIVES + 300, 'no_news', started, { positionAt: at(720) }],
  ['a position on the way', ARRIVES + 180, 'no_news', started, { positionAt: at(300) }],
  ['a yes after the arrival', ARRIVES + 300, 'finished', started, { saidAt: at(ARRIVES + 200) }],
  ['a yes of who got off before', ARRIVES + 180, 'no_news', started, { saidAt: at(ARRIVES - 1) }],
  ['pressed', 300, 'finished', { ...started, finishedAt: at(299) }],
  ['nobody ended it, a day later', ARRIVES + 1440, 'finished', started],
  ['completed by the plan', ARRIVES + 1500, 'finished', { ...facts, status: 'completed' }],
  ['cancelled', 100, 'cancelled', { ...facts, status: 'cancelled' }],
  ['a draft', 100, 'draft', { ...facts, status: 'draft' }],
]

function late(minutes: number) {
  return { ...started, delayMs: minutes * MINUTE_MS }
}

describe('where a trip is', () => {
  it.each(table)('%s, at minute %d: %s', (_what, minutes, state, trip = {}, seen = {}) => {
    expect(tripStateAt({ ...facts, ...trip }, { ...signs, ...seen }, at(minutes))).toBe(state)
  })
})
