import { describe, expect, it } from 'vitest'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { picoYPlaca } from './pico-y-placa.ts'

const BOGOTA = '11001'
const GIRARDOT = '25307'
const TUNJA = '15001'

/** Warnings for a drive that leaves Bogotá at this time and reaches Girardot three hours later. */
function leaving(at: string, plate: string) {
  const moment = new Date(at)
  const to = { placeId: GIRARDOT, at: addMs(moment, 3 * HOUR_MS) }
  return picoYPlaca(plate, [{ placeId: BOGOTA, at: moment }, to])
}
function arriving(at: string, plate: string) {
  const moment = new Date(at)
  const from = { placeId: GIRARDOT, at: addMs(moment, -3 * HOUR_MS) }
  return picoYPlaca(plate, [from, { placeId: BOGOTA, at: moment }])
}

describe('pico y placa in Bogotá on working days', () => {
  // On Tuesday 7 October 2025 plates ending in 6 to 0 may not drive (bogota.gov.co and Semana of
  // that day).
  it.each([
    ['6', true],
    ['0', true],
    ['9', true],
    ['1', false],
    ['5', false],
  ])('warns a plate ending in %s on an odd date: %s', (digit, warned) => {
    const warnings = leaving('2025-10-07T10:00:00-05:00', `ABC12${digit}`)
    expect(warnings).toHaveLength(warned ? 1 : 0)
  })

  it.each([
    ['1', true],
    ['5', true],
    ['6', false],
    ['0', false],
  ])('warns a plate ending in %s on an even date: %s', (digit, warned) => {
    const warnings = leaving('2025-10-08T10:00:00-05:00', `ABC12${digit}`)
    expect(warnings).toHaveLength(warned ? 1 : 0)
  })

  it('warns of pico y placa from 6:00 to 21:00, with an hour to cross the city', () => {
    const odd = (time: string) => leaving(`2025-10-07T${time}-05:00`, 'ABC126').length
    expect([odd('04:59:59'), odd('05:00:00'), odd('20:59:59'), odd('21:00:00')]).toEqual([
      0, 1, 1, 0,
    ])
    const home = (time: string) => arriving(`2025-10-07T${time}-05:00`, 'ABC126').length
    expect([home('05:59:59'), home('06:00:00'), home('21:59:59'), home('22:00:00')]).toEqual([
      0, 1, 1, 0,
    ])
  })

  it('names the restricted plate digits, the hours and the date', () => {
    expect(leaving('2025-10-07T10:00:00-05:00', 'ABC126')).toEqual([
      { kind: 'daily', date: '2025-10-07', fromHour: 6, toHour: 21, digits: '67890' },
    ])
  })

  it.each([
    ['Saturday', '2025-10-11'],
    ['Sunday', '2025-10-05'],
    ['a holiday in the week', '2026-12-08'],
    ['the day before the rule', '2023-01-09'],
  ])('does not warn of pico y placa on %s', (_, date) => {
    for (const plate of ['ABC121', 'ABC126']) {
      expect(leaving(`${date}T10:00:00-05:00`, plate)).toEqual([])
    }
  })

  it('warns a drive that only passes through Bogotá, and none that avoids it', () => {
    const at = new Date('2025-10-07T10:00:00-05:00')
    const through = [TUNJA, BOGOTA, GIRARDOT].map((placeId, i) => {
      return { placeId, at: addMs(at, (i - 1) * 3 * HOUR_MS) }
    })
    expect(picoYPlaca('ABC126', through)).toHaveLength(1)
    expect(
      picoYPlaca(
        'ABC126',
        through.filter(({ placeId }) => placeId !== BOGOTA),
      ),
    ).toEqual([])
  })
})

describe('pico y placa for cars that return on a holiday Monday', () => {
  // On Monday 12 January 2026 even plates may enter from 12 to 16, odd ones from 16 to 20.
  const on = (time: string, digit: number) =>
    arriving(`2026-01-12T${time}-05:00`, `ABC12${digit}`).map((warning) => warning.fromHour)

  it('warns odd plates that enter from 12 to 16, and even plates from 16 to 20', () => {
    expect([on('14:00:00', 1), on('14:00:00', 2)]).toEqual([[12], []])
    expect([on('18:00:00', 1), on('18:00:00', 2)]).toEqual([[], [16]])
    expect([on('11:59:59', 1), on('12:00:00', 1)]).toEqual([[], [12]])
    expect([on('20:59:59', 2), on('21:00:00', 2)]).toEqual([[16], []])
  })

  it('does not warn cars that leave Bogotá or enter it on another holiday', () => {
    expect(leaving('2026-01-12T14:00:00-05:00', 'ABC121')).toEqual([])
    expect(arriving('2026-12-08T14:00:00-05:00', 'ABC121')).toEqual([])
    expect(arriving('2026-01-11T14:00:00-05:00', 'ABC121')).toEqual([])
  })
})
