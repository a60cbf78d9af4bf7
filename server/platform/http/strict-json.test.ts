import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repeatsKey } from './strict-json.ts'

describe('repeated key', () => {
  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{ "a" : 1 , "b" : { "c" : [ { "d" : 1 , "d" : 1 } ] } }',
    '{"":1,"":1}',
    '{"a\\"":1,"a\\"":1}',
    '{"a":"}","b":{"a":1},"a":1}',
    '{"a\\\\":1,"b":"\\\\","a\\\\":2}',
  ])('detects a repeated key in %s', (json) => {
    JSON.parse(json)
    expect(repeatsKey(json)).toBe(true)
  })

  it.each([
    '{"a":1,"b":1}',
    '[{"a":1},{"a":1}]',
    '{"a":{"a":{"a":1}}}',
    '{"a":"a","b":"\\"a\\":1,\\"a\\":2"}',
    '["a","a"]',
    '"a"',
    'null',
    '{"a":"\\\\","b":":"}',
  ])('finds no repeated key in %s', (json) => {
    JSON.parse(json)
    expect(repeatsKey(json)).toBe(false)
  })

  it('finds no repeated key in text written by JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(3), (value, spaces) => {
        expect(repeatsKey(JSON.stringify(value, null, spaces))).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  it('detects a repeated key at any position of an object', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 })
    fc.assert(
      fc.property(object, fc.nat(), (value, which) => {
        const keys = Object.keys(value)
        const key = JSON.stringify(keys[which % keys.length])
        const written = JSON.stringify(value).replace(/}$/, () => `,${key}:0}`)
        expect(repeatsKey(`[${written}]`)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('searches a booking for repeated keys in microseconds, and the largest body in 20 ms', () => {
    const booking = JSON.stringify({
      fromStopId: `${'0'.repeat(36)}.0`,
      toStopId: `${'0'.repeat(36)}.4`,
      seats: 1,
      paymentMode: 'billetera',
      price: 45_000,
    })
    expect(timeOf(() => repeatsKey(booking), 5_000)).toBeLessThan(0.02)
    const worst = [
      `{${Array.from({ length: 6_000 }, (_, n) => `"${n}":${n}`).join(',')}}`,
      `"${'\\\\'.repeat(32_000)}"`,
      '['.repeat(32_000) + ']'.repeat(32_000),
      `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`,
      `["",${'"",'.repeat(15_000)}""]`,
      `{"a"${' '.repeat(60_000)}:1}`,
    ]
    for (const body of worst) expect(timeOf(() => repeatsKey(body), 3)).toBeLessThan(20)
  })
})

/** Returns milliseconds per run, after a warm-up. */
function timeOf(run: () => unknown, times: number): number {
  run()
  const start = performance.now()
  for (let n = 0; n < times; n += 1) run()
  return (performance.now() - start) / times
}
