import { expect, it } from 'vitest'
import type { withdrawPassenger } from '#server/modules/travel/bookings/cancel/withdraw-passenger.ts'
import type { Refund } from '#server/modules/travel/bookings/refund-policy.ts'
import { eventWords } from '#web/features/desk/back-office/event-words.ts'

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
