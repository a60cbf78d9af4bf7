import { describe, expect, it } from 'vitest'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { answerDue, movedAnswerDue, saidOr } from './answer-due.ts'

/** An instant on 20 November 2026 in Bogotá (UTC−5), or some days later. */
function at(clock: string, days = 0): Date {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  const midnight = new Date('2026-11-20T05:00:00.000Z')
  return addMs(midnight, (days * 24 + hours) * HOUR_MS + minutes * MINUTE_MS)
}

const inAWeek = at('12:00', 7)

describe('answerDue: the deadline of a request', () => {
  it.each([
    { asked: '12:00', pickUp: inAWeek, due: at('15:00') },
    { asked: '18:00', pickUp: inAWeek, due: at('21:00') },
    { asked: '20:00', pickUp: inAWeek, due: at('9:00', 1) },
    { asked: '20:59', pickUp: inAWeek, due: at('9:59', 1) },
    { asked: '21:00', pickUp: inAWeek, due: at('10:00', 1) },
    { asked: '23:59', pickUp: inAWeek, due: at('10:00', 1) },
    { asked: '0:00', pickUp: inAWeek, due: at('10:00') },
    { asked: '6:59', pickUp: inAWeek, due: at('10:00') },
    { asked: '7:00', pickUp: inAWeek, due: at('10:00') },
  ])('asked at $asked, counts 3 hours between 7:00 and 21:00', ({ asked, pickUp, due }) => {
    expect(answerDue(at(asked), pickUp)).toEqual(due)
  })

  it.each([
    { asked: '22:00', pickUp: at('6:00', 1), due: at('4:00', 1) },
    { asked: '12:00', pickUp: at('16:59'), due: at('14:59') },
    { asked: '12:00', pickUp: at('17:00'), due: at('15:00') },
    { asked: '12:00', pickUp: at('15:00'), due: at('13:00') },
  ])('asked at $asked for $pickUp, ends 2 hours before the pick-up', ({ asked, pickUp, due }) => {
    expect(answerDue(at(asked), pickUp)).toEqual(due)
  })

  it.each([
    { asked: '12:00', pickUp: at('14:59'), due: at('14:29') },
    { asked: '3:00', pickUp: at('5:30'), due: at('5:00') },
    { asked: '12:00', pickUp: at('12:31'), due: at('12:01') },
    { asked: '12:00', pickUp: at('12:30'), due: at('12:00') },
    { asked: '12:00', pickUp: at('12:10'), due: at('12:00') },
  ])('asked at $asked less than 3 hours before $pickUp, ends 30 min before it', (row) => {
    expect(answerDue(at(row.asked), row.pickUp)).toEqual(row.due)
  })
})

describe('saidOr: the deadline that the passenger read before', () => {
  it.each([
    ['the same', '15:00', '15:00'],
    ['read ten minutes earlier', '14:50', '14:50'],
    ['read an hour earlier', '14:00', '14:00'],
    ['read longer ago', '13:59', '15:00'],
    ['later than the own one', '15:01', '15:00'],
  ])('is kept up to an hour early: %s', (_, said, due) => {
    expect(saidOr(at('15:00'), at(said).toISOString(), at('12:00'))).toEqual(at(due))
  })

  it('uses its own answer deadline when the passenger read none', () => {
    expect(saidOr(at('15:00'), undefined, at('12:00'))).toEqual(at('15:00'))
  })

  it.each(['14:00', '14:29'])(
    'leaves the driver at least an hour, whatever was said: %s',
    (said) => {
      const now = at('13:30')
      expect(saidOr(at('15:00'), at(said).toISOString(), now)).toEqual(at('15:00'))
    },
  )
})

describe('movedAnswerDue: the deadline after the trip moved', () => {
  const asked = { expiresAt: at('15:00'), picksUpAt: at('20:00') }

  it('keeps the deadline when the trip leaves later', () => {
    expect(movedAnswerDue(asked, 5 * HOUR_MS, at('12:30'))).toEqual(at('15:00'))
    const soon = { expiresAt: at('14:20'), picksUpAt: at('14:50') }
    expect(movedAnswerDue(soon, 30 * MINUTE_MS, at('12:10'))).toEqual(at('14:20'))
  })

  it('shortens the deadline when the new pick-up is too close for it', () => {
    expect(movedAnswerDue(asked, -HOUR_MS, at('12:30'))).toEqual(at('15:00'))
    expect(movedAnswerDue(asked, -4 * HOUR_MS, at('12:30'))).toEqual(at('14:00'))
  })

  it('leaves the driver time to answer when the trip moves to 2 hours from now', () => {
    expect(movedAnswerDue(asked, -3.5 * HOUR_MS, at('14:30'))).toEqual(at('15:00'))
  })

  it('gives a booking without a deadline none', () => {
    expect(movedAnswerDue({ ...asked, expiresAt: null }, -HOUR_MS, at('12:30'))).toBeNull()
  })
})
