import { describe, expect, it } from 'vitest'
import { clockText, keepReturned, leftMs, offsetOf, spokenLeft } from './keep-time.ts'

const END = '2026-11-20T14:10:00.000Z'
const at = (time: string) => Date.parse(`2026-11-20T${time}.000Z`)

describe('the remaining time of a kept seat', () => {
  it('uses the server’s clock for the remaining time when the device’s clock is wrong', () => {
    const wrong = at('14:00:19') + 3_600_000
    const offset = offsetOf('2026-11-20T14:00:19.000Z', wrong)
    expect(leftMs(END, offset, wrong)).toBe(581_000)
    expect(leftMs(END, offset, wrong + 600_000)).toBe(0)
  })

  it('formats the remaining time as minutes and seconds, with 0:00 only at the end', () => {
    expect(clockText(581_000)).toBe('9:41')
    expect(clockText(600_000)).toBe('10:00')
    expect(clockText(60_000)).toBe('1:00')
    expect(clockText(59_001)).toBe('1:00')
    expect(clockText(1)).toBe('0:01')
    expect(clockText(0)).toBe('0:00')
  })

  it('announces the remaining time at five minutes, at one minute, and at the end', () => {
    const spoken = [600_000, 300_001, 300_000, 60_001, 60_000, 1, 0].map((left) =>
      spokenLeft(left, 1),
    )
    expect(spoken.map((text, i) => text !== spoken[i - 1])).toEqual([
      ...[true, false, true, false, true, false, true],
    ])
    expect(spoken.at(-1)).toMatch(/Se acabó el tiempo/)
  })

  it('speaks of all the seats that are kept', () => {
    expect(spokenLeft(600_000, 2)).toBe('Tus cupos están apartados por unos minutos.')
    expect(spokenLeft(0, 2)).toBe('Se acabó el tiempo de tus cupos apartados.')
    expect(keepReturned(2)).toBe('Se acabó el tiempo; los cupos volvieron a la venta')
    expect(keepReturned(1)).toBe('Se acabó el tiempo; el cupo volvió a la venta')
  })
})
