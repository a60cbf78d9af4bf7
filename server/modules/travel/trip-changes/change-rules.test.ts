import { describe, expect, it } from 'vitest'
import { Preferences } from '#contract/trips.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { assertMayMove, lastDayOf, takenBack } from './change-rules.ts'

const now = new Date('2026-11-20T13:00:00.000Z')
const leaves = addMs(now, 5 * DAY_MS)
const at = (picksUpAt: Date, agreedPickupAt: Date | null = null, status = 'confirmed' as const) => {
  return { status, picksUpAt, agreedPickupAt }
}

function refusal(from: Date, to: Date, booked = [at(from)]): string | undefined {
  try {
    assertMayMove({ from, to, now }, booked)
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
  return undefined
}

describe('rules for moving a trip', () => {
  it.each([
    ['from 2 h ahead', 2 * HOUR_MS, 5 * HOUR_MS, undefined],
    ['from a moment less', 2 * HOUR_MS - 1, 5 * HOUR_MS, 'trip_change_too_late'],
    ['to 2 h ahead', 5 * HOUR_MS, 2 * HOUR_MS, undefined],
    ['to a moment less', 5 * HOUR_MS, 2 * HOUR_MS - 1, 'trip_change_too_late'],
    ['by 48 h', DAY_MS, 3 * DAY_MS, undefined],
    ['by a moment more', DAY_MS, 3 * DAY_MS + 1, 'trip_change_too_far'],
  ])('limits moving a booked trip %s', (_name, from, to, code) => {
    expect(refusal(addMs(now, from), addMs(now, to))).toBe(code)
    expect(refusal(addMs(now, from), addMs(now, to), [])).toBeUndefined()
  })

  it('limits moves of a trip to 48 h in total, and allows moving back', () => {
    const agreed = addMs(leaves, -DAY_MS)
    const booked = [at(leaves), at(leaves, agreed)]
    expect(refusal(leaves, addMs(leaves, DAY_MS), booked)).toBeUndefined()
    expect(refusal(leaves, addMs(leaves, DAY_MS + 1), booked)).toBe('trip_change_too_far')
    expect(refusal(leaves, addMs(leaves, -2 * DAY_MS), booked)).toBeUndefined()
  })

  it('refuses a move with a checked-in passenger', () => {
    const aboard = { ...at(leaves), status: 'checked_in' as const }
    expect(() => assertMayMove({ from: leaves, to: leaves, now }, [aboard])).toThrow(/a bordo/)
  })

  it('counts a move for a mark within a day before the old or the new departure', () => {
    const to = addMs(leaves, HOUR_MS)
    const on = (ms: number) => lastDayOf({ from: leaves, to, now: addMs(leaves, ms) })
    expect([on(-DAY_MS), on(-DAY_MS + 1)]).toEqual([undefined, addMs(leaves, -DAY_MS)])
    const sooner = { from: leaves, to: addMs(leaves, -HOUR_MS) }
    expect(lastDayOf({ ...sooner, now: addMs(leaves, -DAY_MS) })).toEqual(addMs(sooner.to, -DAY_MS))
  })
})

describe('terms that passengers accepted', () => {
  const before = Preferences.parse({
    ...{ luggage: 'small', pets: true, maxTwoInBack: true },
    ...{ wheelchair: true, childSeat: true },
  })
  it.each([
    [{ luggage: 'large', talk: 'quiet', music: false }, undefined],
    [{ luggage: 'none' }, /permitir menos equipaje/],
    [{ pets: false, smoking: true }, /dejar de aceptar mascotas o permitir fumar/],
    [{ wheelchair: false }, /dejar de llevar una silla de ruedas/],
    [{ childSeat: false }, /quitar la silla para niños/],
    [{ maxTwoInBack: false }, /tres personas atrás/],
    [{ womenOnly: true }, /solo mujeres/],
  ] as const)(
    'refuses preferences that get worse for people who have booked: %o',
    (changes, sentence) => {
      const said = takenBack(before, { ...before, ...changes })
      if (sentence) expect(said).toMatch(sentence)
      else expect(said).toBeUndefined()
    },
  )

  it('refuses to open a booked trip for women, or for verified people, to others', () => {
    const women = { ...before, womenOnly: true }
    expect(takenBack(women, before)).toMatch(/solo mujeres/)
    const verified = { ...before, verifiedOnly: true }
    expect(takenBack(verified, before)).toMatch(/dejar de pedir la identidad verificada/)
  })
})
