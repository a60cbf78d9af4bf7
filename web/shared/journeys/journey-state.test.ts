import { describe, expect, it } from 'vitest'
import type { BookingView } from '#contract/booking-view.ts'
import type { JourneyView } from '#contract/journeys.ts'
import { isTravelDay, standing } from './journey-state.tsx'

const at = (clock: string) => `2026-11-27T${clock}:00.000-05:00`

function aStop(id: string, name: string, planned: string, over = {}) {
  const [plannedAt, expectedAt] = [at(planned), at(planned)]
  const place = { department: 'Tolima', point: null }
  return {
    id,
    name,
    ...place,
    plannedAt,
    expectedAt,
    arrivedAt: null,
    passed: false,
    doubtful: false,
    ...over,
  }
}

function aJourney(over: Partial<JourneyView> = {}): JourneyView {
  return {
    tripId: 't',
    state: 'on_the_way',
    startedAt: at('06:00'),
    finishedAt: null,
    delayMinutes: 0,
    isLate: (over.delayMinutes ?? 0) >= 5,
    stops: [
      aStop('t.0', 'Bogotá', '06:00'),
      aStop('t.1', 'Ibagué', '10:00'),
      aStop('t.2', 'Cali', '15:00'),
    ],
    lastArrival: null,
    mine: { from: 't.1', to: 't.2' },
    driver: { name: 'Carlos R.', phone: null },
    tripState: 'on_the_way',
    asks: null,
    arrived: null,
    asOf: at('07:00'),
    ...over,
  }
}

/** Returns a journey whose stop `name` was reached at `clock`; earlier stops are passed. */
function reached(name: string, clock: string, delayMinutes = 0): Partial<JourneyView> {
  const { stops } = aJourney()
  const row = stops.findIndex((stop) => stop.name === name)
  return {
    delayMinutes,
    lastArrival: { name, at: at(clock) },
    stops: stops.map((stop, each) => ({
      ...stop,
      passed: each <= row,
      arrivedAt: each === row ? at(clock) : null,
    })),
  }
}

describe('journey text for a passenger who waits in Ibagué', () => {
  const plain = (journey: JourneyView) => standing(journey).replace(/\s/g, ' ')

  it('names the pick-up time before the start, and the delay when the driver starts late', () => {
    const before = { state: 'not_started', startedAt: null } as const
    expect(plain(aJourney(before))).toBe('Te recogen a las 10:00 a. m.')
    expect(plain(aJourney({ ...before, delayMinutes: 25 }))).toBe(
      'Carlos R. aún no ha salido, 25 min tarde.',
    )
  })

  it('names the last stop and the expected arrival while the car approaches the passenger', () => {
    expect(plain(aJourney())).toBe('Carlos R. ya salió. Llega por ti a las 10:00 a. m.')
    expect(plain(aJourney(reached('Bogotá', '06:10', 10)))).toBe(
      'Carlos R. ya pasó por Bogotá. Llega por ti a las 10:00 a. m., 10 min tarde.',
    )
  })

  it('describes the journey at the pick-up, after it, and at the destination', () => {
    expect(plain(aJourney(reached('Ibagué', '10:02')))).toBe('Carlos R. ya llegó a Ibagué.')
    const past = aJourney({ ...reached('Ibagué', '10:02'), lastArrival: null })
    expect(plain({ ...past, stops: past.stops.map((s) => ({ ...s, arrivedAt: null })) })).toBe(
      'Llegas a las 3:00 p. m.',
    )
    expect(plain(aJourney(reached('Cali', '15:02')))).toBe('Llegaron a Cali.')
    expect(plain(aJourney({ state: 'finished' }))).toBe('El conductor terminó el viaje.')
  })
})

describe('the day of travel', () => {
  const booking = (status: string, from = '21:00', to = '23:30') =>
    ({ status, from: { at: at(from) }, to: { at: at(to) } }) as BookingView

  it('the day of travel begins at midnight in Bogotá and ends 6 h after the drop-off', () => {
    const shown = (now: string) => isTravelDay(booking('confirmed'), new Date(now))
    expect(shown('2026-11-26T23:59:00-05:00')).toBe(false)
    expect(shown('2026-11-27T00:00:00-05:00')).toBe(true)
    expect(shown('2026-11-28T05:30:00-05:00')).toBe(true)
    expect(shown('2026-11-28T05:31:00-05:00')).toBe(false)
  })

  it('the day of travel exists only for confirmed and checked-in bookings', () => {
    const noon = new Date(at('12:00'))
    expect(isTravelDay(booking('checked_in'), noon)).toBe(true)
    for (const status of ['requested', 'cancelled_by_passenger', 'no_show', 'completed']) {
      expect(isTravelDay(booking(status), noon)).toBe(false)
    }
  })
})
