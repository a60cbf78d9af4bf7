import { describe, expect, it } from 'vitest'
import { clockText, leftMs, offsetOf, spokenLeft } from './keep-time.ts'

const END = '2026-11-20T14:10:00.000Z'
const at = (time: string) => Date.parse(`2026-11-20T${time}.000Z`)

describe('the time a kept seat has left', () => {
  it('is the server’s, whatever the clock of the device says', () => {
    const wrong = at('14:00:19') + 3_600_000
    const offset = offsetOf('2026-11-20T14:00:19.000Z', wrong)
    expect(leftMs(END, offset, wrong)).toBe(581_000)
    expect(leftMs(END, offset, wrong + 600_000)).toBe(0)
  })

  it('reads as minutes and seconds, and is over at 0:00', () => {
    expect(clockText(581_000)).toBe('9:41')
    expect(clockText(600_000)).toBe('10:00')
    expect(clockText(60_000)).toBe('1:00')
    expect(clockText(59_001)).toBe('1:00')
    expect(clockText(1)).toBe('0:01')
    expect(clockText(0)).toBe('0:00')
  })

  it('is read out at five minutes, at one, and at the end', () => {
    const spoken = [600_000, 300_001, 300_000, 60_001, 60_000, 1, 0].map(spokenLeft)
    expect(spoken.map((text, i) => text !== spoken[i - 1])).toEqual([
      ...[true, false, true, false, true, false, true],
    ])
    expect(spoken.at(-1)).toMatch(/Se acabó el tiempo/)
  })
})
