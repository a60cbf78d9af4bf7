// The changes of a booking in the real app match the table of transitions.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BookingState } from '#contract/booking-view.ts'
import { type Transition, transitions } from '#server/modules/travel/bookings/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import {
  BookedTrip,
  openStatesApp,
  PEOPLE,
  type Somebody,
  type StatesApp,
  VERBS,
  type Verb,
} from './booking-steps.ts'
import { expectConsistent } from './race/invariants.ts'

let test: StatesApp

beforeAll(async () => {
  test = await openStatesApp()
})

/** Steps from 26 h before the pick-up: action, person, and the state afterwards. */
type Walk = [string, { instant?: boolean; seats?: number; steps: (Step | number)[] }]
type Step = [Verb, Somebody, BookingState] | 'trip is cancelled'

/** Time until the pick-up, and from there until the trip and all its deadlines are over. */
const TO_PICK_UP = 26 * HOUR_MS
const TO_DROP_OFF = 12 * HOUR_MS
const LATE = 31 * MINUTE_MS
/** Time until a passenger's "aboard" is paid. */
const UNDO = 10 * MINUTE_MS

const walks: Walk[] = [
  ['rejected', { instant: false, steps: [['reject', 'driver', 'rejected']] }],
  ['expired', { instant: false, steps: [3 * HOUR_MS] }],
  [
    'a request returned',
    { instant: false, steps: [['cancel', 'passenger', 'cancelled_by_passenger']] },
  ],
  [
    'a request of a cancelled trip',
    { instant: false, steps: [['cancelTrip', 'driver', 'trip_cancelled']] },
  ],
  [
    'accepted, aboard and over',
    {
      instant: false,
      steps: [
        ['accept', 'driver', 'confirmed'],
        TO_PICK_UP,
        ['scan', 'driver', 'checked_in'],
        ['finish', 'driver', 'arrived'],
        TO_DROP_OFF + DAY_MS,
      ],
    },
  ],
  [
    'aboard by word',
    { steps: [TO_PICK_UP, ['aboard', 'passenger', 'aboard_said'], UNDO, TO_DROP_OFF] },
  ],
  [
    'aboard by word, afterwards',
    { steps: [2 * DAY_MS, ['aboard', 'passenger', 'aboard_said'], UNDO] },
  ],
  [
    'aboard by word, and no job until all is over',
    { steps: [TO_PICK_UP, ['aboard', 'passenger', 'aboard_said'], 2 * DAY_MS] },
  ],
  [
    'aboard by word, undone and cancelled',
    {
      steps: [
        TO_PICK_UP - UNDO,
        ['aboard', 'passenger', 'aboard_said'],
        ['cancel', 'passenger', 'aboard_said'],
        ['undoAboard', 'passenger', 'confirmed'],
        ['cancel', 'passenger', 'cancelled_by_passenger'],
      ],
    },
  ],
  [
    'aboard by word, and scanned',
    {
      steps: [
        TO_PICK_UP,
        ['aboard', 'passenger', 'aboard_said'],
        ['scan', 'driver', 'checked_in'],
        ['undoAboard', 'passenger', 'checked_in'],
        UNDO,
      ],
    },
  ],
  [
    'aboard by word on a trip that is then cancelled',
    {
      steps: [
        TO_PICK_UP - UNDO,
        ['aboard', 'passenger', 'aboard_said'],
        ['cancelTrip', 'driver', 'trip_cancelled'],
        UNDO,
      ],
    },
  ],
  ['aboard, forgotten', { steps: [TO_PICK_UP, ['scan', 'driver', 'checked_in'], 2 * DAY_MS] }],
  ['nobody registered it', { steps: [TO_PICK_UP + TO_DROP_OFF + DAY_MS] }],
  [
    'another segment, and aboard',
    {
      steps: [
        ['segment', 'passenger', 'confirmed'],
        ['segment', 'passenger', 'confirmed'],
        TO_PICK_UP,
        ['scan', 'driver', 'checked_in'],
      ],
    },
  ],
  [
    'a request for another segment',
    {
      instant: false,
      steps: [
        ['segment', 'passenger', 'requested'],
        ['accept', 'driver', 'confirmed'],
      ],
    },
  ],
  [
    'one of two seats given back, and aboard',
    {
      seats: 2,
      steps: [['giveBack', 'passenger', 'confirmed'], TO_PICK_UP, ['scan', 'driver', 'checked_in']],
    },
  ],
  [
    'one of two seats of a request given back',
    {
      ...{ instant: false, seats: 2 },
      steps: [
        ['giveBack', 'passenger', 'requested'],
        ['accept', 'driver', 'confirmed'],
      ],
    },
  ],
  ['returned in time', { steps: [['cancel', 'passenger', 'cancelled_by_passenger']] }],
  [
    'returned late',
    { steps: [TO_PICK_UP - HOUR_MS, ['cancel', 'passenger', 'cancelled_by_passenger']] },
  ],
  ['cancelled by the driver', { steps: [['cancel', 'driver', 'cancelled_by_driver']] }],
  [
    'left while the trip is cancelled',
    { steps: ['trip is cancelled', ['cancel', 'passenger', 'trip_cancelled']] },
  ],
  [
    'cancelled while the trip is',
    { steps: ['trip is cancelled', ['cancel', 'driver', 'trip_cancelled']] },
  ],
  ['ended by a sanction', { steps: [['withdraw', 'team', 'cancelled_by_passenger']] }],
  [
    'a request ended by a sanction',
    { instant: false, steps: [['withdraw', 'team', 'cancelled_by_passenger']] },
  ],
  ['trip cancelled', { steps: [['cancelTrip', 'driver', 'trip_cancelled']] }],
  ['not there', { steps: [TO_PICK_UP + LATE, ['noShow', 'driver', 'no_show_claimed'], DAY_MS] }],
  ...decided('said to be absent', 'decided_for_passenger', 'no_show', [
    TO_PICK_UP + LATE,
    ['noShow', 'driver', 'no_show_claimed'],
    ['say', 'passenger', 'no_show_disputed'],
  ]),
  ...decided('the driver absent', 'decided_for_passenger', 'completed_upheld', [
    TO_PICK_UP + LATE,
    ['say', 'passenger', 'driver_absent'],
  ]),
  ...decided('denied at once', 'decided_for_passenger', 'checked_in_upheld', [
    TO_PICK_UP,
    ['scan', 'driver', 'checked_in'],
    ['say', 'passenger', 'checked_in_denied'],
  ]),
  [
    'denied, upheld and over',
    {
      steps: [
        TO_PICK_UP,
        ['scan', 'driver', 'checked_in'],
        ['say', 'passenger', 'checked_in_denied'],
        ['forDriver', 'team', 'checked_in_upheld'],
        2 * DAY_MS,
      ],
    },
  ],
  [
    'registered late, over and denied',
    {
      steps: [
        TO_PICK_UP + DAY_MS,
        ['scan', 'driver', 'arrived'],
        TO_DROP_OFF,
        ['say', 'passenger', 'completed_denied'],
      ],
    },
  ],
  ...decided('denied, and over', 'decided_for_passenger', 'completed_upheld', [
    TO_PICK_UP,
    ['scan', 'driver', 'checked_in'],
    ['say', 'passenger', 'checked_in_denied'],
    2 * DAY_MS,
  ]),
]

function decided(
  name: string,
  passenger: BookingState,
  driver: BookingState,
  steps: (Step | number)[],
): Walk[] {
  return [
    [`${name}, for the passenger`, { steps: [...steps, ['forPassenger', 'team', passenger]] }],
    [`${name}, for the driver`, { steps: [...steps, ['forDriver', 'team', driver]] }],
  ]
}

async function take(trip: BookedTrip, step: Step | number): Promise<void> {
  await trip.tell()
  if (typeof step === 'number') return await trip.pass(step)
  if (typeof step === 'string') return await trip.cutOffCancellation()
  const [verb, who, state] = step
  await trip.attempt(verb, who)
  expect([verb, await trip.state()]).toEqual([verb, state])
}

describe('a booking and its table of transitions', () => {
  const taken = new Set<unknown>()
  let walked = 0

  it.each(walks)(
    'takes a booking step by step: %s',
    async (_name, { instant = true, seats = 1, steps }) => {
      walked += 1
      const mode = walked % 2 ? 'billetera' : 'directo'
      const trip = await BookedTrip.make(test, { instant, mode, seats, aheadMs: TO_PICK_UP })
      for (const step of steps) await take(trip, step)
      await trip.expectTold()
      for (const row of trip.taken) taken.add(row)
    },
  )

  it('covers every row of the table of booking transitions', () => {
    // Parts of a trip with one change: server/modules/travel/connections has their tests.
    const ofParts = (row: Transition) =>
      ['miss', 'undo_missed', 'break'].includes(row.action) ||
      (row.action === 'object' && row.by === 'time')
    const left = transitions.filter((row) => !taken.has(row) && !ofParts(row))
    expect(left.map(({ action, by, from }) => [action, by, ...from])).toEqual([])
  })

  const step = fc.oneof(
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        20 * MINUTE_MS,
        40 * MINUTE_MS,
        2 * HOUR_MS,
        TO_DROP_OFF,
        DAY_MS,
        TO_PICK_UP,
      ),
    },
    { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...VERBS), fc.constantFrom(...PEOPLE)) },
  )

  it('makes only transitions of the table with random people and times', async () => {
    const start = fc.record({
      instant: fc.boolean(),
      mode: fc.constantFrom('billetera' as const, 'directo' as const),
      seats: fc.constantFrom(1, 2),
      aheadMs: fc.constantFrom(3 * HOUR_MS, TO_PICK_UP),
    })
    const steps = fc.array(step, { minLength: 14, maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(start, steps, async (from, all) => {
        const trip = await BookedTrip.make(test, from)
        for (const each of all) {
          if (typeof each === 'number') await trip.pass(each)
          else await trip.attempt(...each)
        }
      }),
      { numRuns: 12, endOnFailure: true },
    )
    await expectConsistent(test.deps)
  })
})
