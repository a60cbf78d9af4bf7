import { describe, expect, it } from 'vitest'
import { BookingState, BookingStatus } from '#contract/bookings.ts'
import { bookingStates } from './booking-states.ts'
import { type Transition, transitions } from './booking-transitions.ts'

const leaving = (state: BookingState) => transitions.filter(({ from }) => from.includes(state))
const reaching = (state: BookingState) => transitions.filter(({ to }) => to === state)
const named = ({ action, by, from, to }: Transition) => [action, by, from.join(), to].join(' ')

describe('the table of transitions', () => {
  it('reaches every state, and stands for every stored status', () => {
    const unreached = BookingState.options.filter((state) => reaching(state).length === 0)
    expect(unreached).toEqual([])
    const statuses = new Set(Object.values(bookingStates).map(({ status }) => status))
    expect([...statuses].sort()).toEqual([...BookingStatus.options].sort())
  })

  it('never returns to a state that was left, and ends', () => {
    const isAfter = (state: BookingState): BookingState[] =>
      leaving(state).flatMap(({ to }) => [to, ...isAfter(to)])
    for (const state of BookingState.options) expect(isAfter(state)).not.toContain(state)
  })

  it('leaves nobody waiting: time or the team ends what is open or contested', () => {
    for (const state of BookingState.options) {
      const { due, review, status } = bookingStates[state]
      const byTime = leaving(state).some(({ by }) => by === 'time')
      expect([state, byTime]).toEqual([state, due !== undefined])
      const byTeam = leaving(state).filter(({ by }) => by === 'team')
      // The driver's word stands if nobody objects to it.
      const outcomes = review && state !== 'no_show_claimed' ? 2 : 0
      expect([state, byTeam.length]).toEqual([state, outcomes])
      if (['requested', 'confirmed'].includes(status)) expect(leaving(state)).not.toEqual([])
    }
  })

  it('releases or keeps money exactly where seats return or stay', () => {
    for (const step of transitions) {
      const returns = bookingStates[step.to].seats === 'returned'
      const givesBack = ['release', 'refund', 'give_back'].includes(step.money)
      expect([named(step), givesBack]).toEqual([named(step), returns])
    }
  })

  it('has one row for each step', () => {
    const names = transitions.map(named)
    expect(new Set(names).size).toBe(names.length)
  })
})
