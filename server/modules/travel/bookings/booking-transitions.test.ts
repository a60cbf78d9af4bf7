import { describe, expect, it } from 'vitest'
import { BookingState, BookingStatus } from '#contract/booking-view.ts'
import { bookingStates } from './booking-states.ts'
import { type Transition, transitions } from './booking-transitions.ts'

const leaving = (state: BookingState) => transitions.filter(({ from }) => from.includes(state))
const reaching = (state: BookingState) => transitions.filter(({ to }) => to === state)
const named = ({ action, by, from, to }: Transition) => [action, by, from.join(), to].join(' ')

describe('the table of transitions', () => {
  it('has transitions to every booking state and every stored status', () => {
    const unreached = BookingState.options.filter((state) => reaching(state).length === 0)
    expect(unreached).toEqual([])
    const statuses = new Set(Object.values(bookingStates).map(({ status }) => status))
    expect([...statuses].sort()).toEqual([...BookingStatus.options].sort())
  })

  it('returns to a state only by an undo, keeps one by other segments or fewer seats', () => {
    const stays = transitions.filter(({ from, to }) => from.includes(to))
    expect(new Set(stays.map(({ action }) => action))).toEqual(
      new Set(['change_segment', 'return_seats']),
    )
    const isAfter = (state: BookingState): BookingState[] =>
      leaving(state)
        .filter(
          ({ action, to }) => to !== state && !['undo_aboard', 'undo_missed'].includes(action),
        )
        .flatMap(({ to }) => [to, ...isAfter(to)])
    for (const state of BookingState.options) expect(isAfter(state)).not.toContain(state)
  })

  it('ends every open or disputed booking by time or by a decision of the team', () => {
    for (const state of BookingState.options) {
      const { due, review, status } = bookingStates[state]
      const byTime = leaving(state).some(({ by }) => by === 'time')
      expect([state, byTime]).toEqual([state, due !== undefined])
      const decides = ['decide_for_passenger', 'decide_for_driver']
      const byTeam = leaving(state).filter(({ action }) => decides.includes(action))
      // An undisputed no-show ends by time.
      const outcomes = review && state !== 'no_show_claimed' ? 2 : 0
      expect([state, byTeam.length]).toEqual([state, outcomes])
      if (['requested', 'confirmed'].includes(status)) expect(leaving(state)).not.toEqual([])
    }
  })

  it('releases money exactly where seats are returned', () => {
    for (const step of transitions) {
      const returns = bookingStates[step.to].seats === 'returned'
      const givesBack = ['release', 'refund', 'give_back'].includes(step.money)
      expect([named(step), givesBack]).toEqual([named(step), returns])
    }
  })

  it('has one row for each transition of a booking', () => {
    const names = transitions.map(named)
    expect(new Set(names).size).toBe(names.length)
  })
})
