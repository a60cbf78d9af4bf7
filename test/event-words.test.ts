import { expect, it } from 'vitest'
import { BookingStatus } from '#contract/booking-view.ts'
import type { withdrawPassenger } from '#server/modules/travel/bookings/cancel/withdraw-passenger.ts'
import type { Refund } from '#server/modules/travel/bookings/refund-policy.ts'
import { eventTitle, eventWords } from '#web/features/desk/back-office/event-words.ts'

type Withdrawn = NonNullable<Parameters<typeof withdrawPassenger>[1]['rule']>

/** Complete by type: a new rule does not compile without a line here. */
const rules = {
  ...{ driver_cancels: 0, trip_paused: 0, trip_crosses: 0, connection_broken: 0, repeated: 0 },
  ...{ not_accepted: 0, a_day_ahead: 0, second_thoughts: 0, trip_changed: 0, late: 0 },
  ...{ driver_late: 0, sanction: 0, untold: 0 },
} satisfies Record<Refund['rule'] | Withdrawn, 0>

it.each(Object.keys(rules))("the desk has words for the reason of a booking's end: %s", (rule) => {
  expect(eventWords({ rule })).toHaveLength(1)
})

/** Events that are no states: `noted` in bookings.queries.ts, and the functions of the database. */
const NOTED = [
  ...['aboard_said', 'aboard_undone', 'change_missed', 'change_kept', 'connection_broken'],
  ...['meeting_changed', 'segment_changed', 'seats_returned', 'seats_left', 'trip_moved'],
  ...['disputed', 'change_accepted'],
]

it.each([...BookingStatus.options, ...NOTED])('the desk has a name for the event %s', (event) => {
  expect(eventTitle(event)).not.toBe(event)
  expect(eventTitle(event)).toMatch(/^[A-ZÁÉÍÓÚ]/)
})

it('says that a driver marked an absence, and apart that nobody objected', () => {
  expect(eventTitle('requested')).toBe('Pedida')
  expect(eventTitle('no_show', {})).toBe('El conductor marcó «No llegó»')
  expect(eventTitle('no_show', { by: 'auto' })).toBe('No se presentó')
  expect(eventWords({ by: 'auto' }, 'no_show')).toEqual(['Nadie reclamó a tiempo'])
})
