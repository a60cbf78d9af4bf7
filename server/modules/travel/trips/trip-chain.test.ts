import { describe, expect, it } from 'vitest'
import type { AppError } from '#server/platform/errors.ts'
import { assertPossible, clashes, type Drive, type KnownDrive } from './trip-chain.ts'

const bogota = { lat: 4.61, lng: -74.08 }
const cali = { lat: 3.45, lng: -76.53 }

function drive(from: typeof bogota, to: typeof bogota, departs: string, arrives: string): Drive {
  return { from, to, departsAt: new Date(departs), arrivesAt: new Date(arrives) }
}

const outward = drive(bogota, cali, '2026-11-27T12:00:00Z', '2026-11-27T22:00:00Z')

describe('two drives of one person or car', () => {
  it('allows two drives that follow each other at the same place without a gap', () => {
    const back = drive(cali, bogota, '2026-11-27T22:00:00Z', '2026-11-28T08:00:00Z')
    expect(clashes(outward, back)).toBe(false)
    expect(clashes(back, outward)).toBe(false)
  })

  it('refuses two drives that overlap by a minute', () => {
    const early = drive(cali, bogota, '2026-11-27T21:59:00Z', '2026-11-28T07:59:00Z')
    expect(clashes(outward, early)).toBe(true)
    expect(clashes(early, outward)).toBe(true)
    expect(clashes(outward, outward)).toBe(true)
  })

  it('requires travel time between the distant ends of two drives', () => {
    // 300 km in a straight line take two and a half hours at the highest speed limit.
    const again = (departs: string) => drive(bogota, cali, departs, '2026-11-28T23:00:00Z')
    expect(clashes(outward, again('2026-11-27T23:00:00Z'))).toBe(true)
    expect(clashes(again('2026-11-27T23:00:00Z'), outward)).toBe(true)
    expect(clashes(outward, again('2026-11-28T12:00:00Z'))).toBe(false)
  })
})

describe('the refusal of an overlapping drive', () => {
  const known: KnownDrive = {
    ...outward,
    tripId: 't1',
    route: 'Bogotá → Cali',
    sameDriver: true,
    samePlate: true,
    ended: false,
  }
  const refusal = (changes: Partial<KnownDrive>) => {
    try {
      assertPossible(outward, [{ ...known, ...changes }])
    } catch (error) {
      return error as AppError
    }
    throw new Error('the drive was not refused')
  }

  it("names the driver's other trip with its hour", () => {
    const { message, details } = refusal({})
    expect(message).toMatch(/cruza con este horario: Bogotá → Cali, .*27 de nov.*7:00/)
    expect(details).toMatchObject({ kind: 'trip', tripId: 't1', route: 'Bogotá → Cali' })
  })

  it('does not name the trip that another person drives with the same car', () => {
    const { message, details } = refusal({ sameDriver: false })
    expect(message).toContain('con este carro')
    expect(message).not.toContain('Cali')
    expect(details).toBeUndefined()
  })
})

describe('the daily limit of drives', () => {
  const known = (hour: number, changes: Partial<KnownDrive> = {}): KnownDrive => ({
    ...drive(
      bogota,
      bogota,
      `2026-11-27T${String(hour).padStart(2, '0')}:00:00-05:00`,
      `2026-11-27T${String(hour).padStart(2, '0')}:30:00-05:00`,
    ),
    tripId: `trip-${hour}`,
    route: 'Bogotá → Bogotá',
    sameDriver: true,
    samePlate: true,
    ended: false,
    ...changes,
  })
  const fifth = known(20)

  it('allows four drives of a person per day, including ended ones', () => {
    const four = [known(6), known(8, { ended: true }), known(10), known(12)]
    expect(() => assertPossible(fifth, four.slice(1))).not.toThrow()
    expect(() => assertPossible(fifth, four)).toThrow('máximo de viajes')
  })

  it('counts the drives of a person and of a car separately', () => {
    const mixed = [6, 8, 10, 12].map((hour, i) =>
      known(hour, { sameDriver: i % 2 === 0, samePlate: i % 2 === 1 }),
    )
    expect(() => assertPossible(fifth, mixed)).not.toThrow()
  })

  it('counts drives per calendar date in Bogotá', () => {
    const late = drive(bogota, bogota, '2026-11-27T22:00:00-05:00', '2026-11-27T22:30:00-05:00')
    const next = drive(bogota, bogota, '2026-11-28T00:00:00-05:00', '2026-11-28T00:30:00-05:00')
    const four = [6, 8, 10, 12].map((hour) => known(hour))
    expect(() => assertPossible(late, four)).toThrow()
    expect(() => assertPossible(next, four)).not.toThrow()
  })

  it('ignores ended trips when checking overlaps', () => {
    expect(() => assertPossible(fifth, [known(20, { ended: true })])).not.toThrow()
    expect(() => assertPossible(fifth, [known(20)])).toThrow('se cruza')
  })
})
