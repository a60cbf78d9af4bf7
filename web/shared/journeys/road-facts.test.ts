import { expect, it } from 'vitest'
import type { JourneyView } from '#contract/journeys.ts'
import { roadFactsOf } from './road-facts.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 28, 20, minute)).toISOString()

const stop = (id: string, minute: number, arrived: number | null, doubtful = false) => ({
  ...{ id, name: id, department: '', point: null, doubtful, passed: arrived !== null },
  ...{ plannedAt: at(minute), expectedAt: at(minute) },
  arrivedAt: arrived === null ? null : at(arrived),
})

it.each([
  ['at the last stop that was pressed', [stop('a', 0, 25), stop('b', 30, null)], 25],
  ['never below zero', [stop('a', 10, 5), stop('b', 30, null)], 0],
  ['not at a stop in doubt', [stop('a', 0, 5), stop('b', 30, 55, true)], 5],
  ['zero without a press', [stop('a', 0, null), stop('b', 30, null)], 0],
])('knows the delay %s', (_where, stops, minutes) => {
  const journey = { stops, mine: { from: 'a', to: 'b' }, delayMinutes: 90 } as unknown
  expect(roadFactsOf(journey as JourneyView)?.pressedDelayMinutes).toBe(minutes)
})
