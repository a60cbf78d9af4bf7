import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { blindIndex, isCurrent, open, sameHex, seal, sealAnew, sealingKeys } from './crypto.ts'

const bytes = randomBytes(32)
const key = sealingKeys(bytes)
const text = Buffer.from('1.032.456.789')

describe('seal and open', () => {
  it('return the text in its own place', () => {
    expect(open(key, 'users:1', seal(key, 'users:1', text))).toEqual(text)
  })

  // covers: V11.3.3
  it('refuse another row, another key and a changed byte', () => {
    const sealed = seal(key, 'users:1', text)
    const changed = Buffer.from(sealed)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    expect(() => open(key, 'users:2', sealed)).toThrow()
    expect(() => open(sealingKeys(randomBytes(32)), 'users:1', sealed)).toThrow()
    expect(() => open(key, 'users:1', changed)).toThrow()
    expect(() => open(key, 'users:1', sealed.subarray(0, 10))).toThrow()
  })

  // covers: V11.3.2
  it('never make the same bytes twice', () => {
    expect(seal(key, 'a', text)).not.toEqual(seal(key, 'a', text))
  })
})

describe('several keys', () => {
  const newest = randomBytes(32)
  const both = sealingKeys(newest, [bytes])

  // covers: C197, V11.2.2
  it('all decrypt; the newest encrypts', () => {
    const old = seal(key, 'a', text)
    expect(open(both, 'a', old)).toEqual(text)
    expect(isCurrent(both, old)).toBe(false)
    const anew = sealAnew(both, 'a', old)
    expect(isCurrent(both, anew)).toBe(true)
    expect(open(sealingKeys(newest), 'a', anew)).toEqual(text)
    expect(() => open(sealingKeys(newest), 'a', old)).toThrow(/DATA_KEYS_OLD/)
  })

  // covers: C137
  it('decrypt data from before there were key ids', () => {
    const sealed = seal(key, 'a', text)
    const before = Buffer.concat([Buffer.from([1]), sealed.subarray(5)])
    expect(open(both, 'a', before)).toEqual(text)
    expect(isCurrent(key, before)).toBe(false)
    expect(() => open(both, 'b', before)).toThrow()
  })
})

it('blind indexes are equal for equal values and keys only', () => {
  expect(blindIndex(bytes, 'CC:1')).toEqual(blindIndex(bytes, 'CC:1'))
  expect(blindIndex(bytes, 'CC:1')).not.toEqual(blindIndex(randomBytes(32), 'CC:1'))
})

it('sameHex ignores case and tells different lengths apart without failing', () => {
  expect(sameHex('AB01', 'ab01')).toBe(true)
  expect(sameHex('ab01', 'ab02')).toBe(false)
  expect(sameHex('ab01', 'ab0101')).toBe(false)
  expect(sameHex('', '')).toBe(false)
})
