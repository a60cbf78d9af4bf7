import { describe, expect, it } from 'vitest'
import { BookingState, type BookingView } from '#contract/booking-view.ts'
import { PaymentMode } from '#contract/trips.ts'
import { bookedTips } from '#web/shared/safety/safety-tips.tsx'
import { momentsOf } from './booking-timeline.tsx'

/** When the driver accepted a request that is now in this state. */
const answered = (state: BookingState) =>
  /requested|rejected|expired|by_passenger/.test(state) ? null : '2026-11-20T15:00:00-05:00'

function aBooking(state: BookingState, asked: boolean): BookingView {
  const at = '2026-11-20T14:05:00-05:00'
  return {
    state,
    viewer: 'passenger',
    createdAt: at,
    ...(asked
      ? { expiresAt: state === 'requested' ? at : null, confirmedAt: answered(state) }
      : { expiresAt: null, confirmedAt: at }),
    from: { name: 'Ibagué', at },
    to: { name: 'Cali', at },
  } as BookingView
}

function states(state: BookingState, asked: boolean) {
  return momentsOf(aBooking(state, asked)).map((moment) => moment.state)
}

describe('the timeline of a booking', () => {
  it('the booking timeline shows that the driver changed the departure', () => {
    const at = '2026-11-20T14:05:00-05:00'
    const tripChange = {
      agreedAt: at,
      changedAt: at,
      mayLeaveFree: true,
      asks: false,
      acceptedAt: null,
    }
    const [created, moved] = momentsOf({ ...aBooking('confirmed', false), tripChange })
    expect([created?.text, moved?.text]).toEqual(['Reserva hecha', 'El conductor cambió la hora'])
  })

  it.each([
    ['driver_absent', false, 'Una persona de Cupo decide', 'now'],
    ['decided_for_passenger', true, 'Se resolvió a tu favor', 'ended'],
    ['completed_upheld', true, 'Se resolvió a favor del conductor', 'done'],
  ] as const)(
    'the booking timeline shows the state of a dispute: %s',
    (standing, decided, text, state) => {
      const at = '2026-11-20T14:05:00-05:00'
      const objection = { until: at, arrivalRecordedAt: null, openedAt: at, decided }
      const moments = momentsOf({ ...aBooking(standing, false), objection })
      expect(moments).toHaveLength(3)
      expect(moments[2]).toEqual({ text, state })
    },
  )

  it.each([
    ['passenger', 'El conductor marcó que no llegaste', 'Puedes reclamar', 'Reclamaste'],
    ['driver', 'Marcaste que no llegó', 'El pasajero puede reclamar', 'El pasajero reclamó'],
  ] as const)(
    'is open for the %s while "no llegó" may be untrue',
    (viewer, said, may, objected) => {
      const at = '2026-11-20T14:05:00-05:00'
      const noShow = { claimedAt: at, disputeUntil: at, disputedAt: null, decided: false }
      const claimed = { ...aBooking('no_show_claimed', false), viewer, noShow }
      expect(momentsOf(claimed).slice(1)).toEqual([
        { text: said, at, state: 'done' },
        { text: may, hour: 'Hasta', at, state: 'now' },
      ])
      const disputed = { ...noShow, disputedAt: at }
      const review = { ...claimed, state: 'no_show_disputed' as const, noShow: disputed }
      expect(momentsOf(review).slice(1)).toEqual([
        { text: said, at, state: 'done' },
        { text: objected, at, state: 'done' },
        { text: 'Una persona de Cupo decide', state: 'now' },
      ])
      const stands = momentsOf({ ...claimed, state: 'no_show' }).at(-1)
      expect([stands?.text, stands?.state]).toEqual([said, 'ended'])
    },
  )

  it.each(['passenger', 'driver'] as const)('says to the %s that Cupo ended it', (viewer) => {
    const ended = aBooking('cancelled_by_passenger', false)
    const moments = momentsOf({ ...ended, viewer, endedByCupo: true })
    expect(moments.at(-1)?.text).toBe('Cupo la canceló')
  })

  it('a requested booking is waiting for the driver in its timeline', () =>
    expect(states('requested', true)).toEqual(['done', 'now', 'next', 'next']))

  it.each(['requested', 'rejected', 'expired', 'cancelled_by_passenger', 'confirmed'] as const)(
    'begins with the request, not with a booking, where the driver had to answer: %s',
    (state) => expect(momentsOf(aBooking(state, true))[0]?.text).toBe('Solicitud enviada'),
  )

  it('begins with the booking for seats that were given back, whose part knows no answer', () => {
    const part = { ...aBooking('cancelled_by_passenger', true), partOf: 'rest' }
    expect(momentsOf(part)[0]?.text).toBe('Reserva hecha')
  })

  it("the timeline of an instant booking has no step for the driver's answer", () =>
    expect(states('confirmed', false)).toEqual(['done', 'now', 'next']))

  it('the booking timeline advances from confirmed to arrived', () => {
    expect(states('confirmed', true)).toEqual(['done', 'done', 'now', 'next'])
    expect(states('checked_in', false)).toEqual(['done', 'done', 'now'])
    expect(states('arrived', false)).toEqual(['done', 'done', 'done'])
    expect(states('completed', false)).toEqual(['done', 'done', 'done'])
  })

  it.each(['rejected', 'expired', 'cancelled_by_passenger', 'trip_cancelled'] as const)(
    'the booking timeline ends with %s',
    (state) => expect(states(state, true)).toEqual(['done', 'ended']),
  )

  it.each(BookingState.options)(
    'nobody reads about themselves in the third person: %s',
    (state) => {
      const at = '2026-11-20T14:05:00-05:00'
      const told = {
        aboardSaidAt: at,
        tripChange: {
          agreedAt: at,
          changedAt: at,
          mayLeaveFree: true,
          asks: false,
          acceptedAt: null,
        },
      }
      const objection = { until: at, arrivalRecordedAt: null, openedAt: at, decided: true }
      for (const over of [told, { ...told, objection }]) {
        const texts = (viewer: BookingView['viewer']) =>
          momentsOf({ ...aBooking(state, true), ...over, viewer } as BookingView).map(
            (each) => each.text,
          )
        expect(texts('passenger').join(' ')).not.toMatch(/pasajer/i)
        expect(texts('driver').join(' ')).not.toMatch(/conductor/i)
      }
    },
  )
})

it('only who pays from the wallet is told to give nobody money', () => {
  const says = PaymentMode.options.filter((mode) =>
    /no des más dinero/.test(bookedTips[mode].join(' ')),
  )
  expect(says).toEqual(['billetera'])
})
