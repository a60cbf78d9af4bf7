import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { blindIndex, isCurrent, open, sameHex, seal, sealAnew, sealingKeys } from './crypto.ts'

const bytes = randomBytes(32)
const key = sealingKeys(bytes)
const text = Buffer.from('1.032.456.789')

describe('encryption with seal and open', () => {
  it('decrypts a text with the same key and context', () => {
    expect(open(key, 'users:1', seal(key, 'users:1', text))).toEqual(text)
  })

  it('refuses to decrypt with another context, another key or a changed byte', () => {
    const sealed = seal(key, 'users:1', text)
    const changed = Buffer.from(sealed)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    expect(() => open(key, 'users:2', sealed)).toThrow()
    expect(() => open(sealingKeys(randomBytes(32)), 'users:1', sealed)).toThrow()
    expect(() => open(key, 'users:1', changed)).toThrow()
    expect(() => open(key, 'users:1', sealed.subarray(0, 10))).toThrow()
  })

  it('encrypts the same text to different bytes each time', () => {
    expect(seal(key, 'a', text)).not.toEqual(seal(key, 'a', text))
  })
})

describe('several sealing keys', () => {
  const newest = randomBytes(32)
  const both = sealingKeys(newest, [bytes])

  it('decrypts with any of several keys and encrypts with the newest', () => {
    const old = seal(key, 'a', text)
    expect(open(both, 'a', old)).toEqual(text)
    expect(isCurrent(both, old)).toBe(false)
    const anew = sealAnew(both, 'a', old)
    expect(isCurrent(both, anew)).toBe(true)
    expect(open(sealingKeys(newest), 'a', anew)).toEqual(text)
    expect(() => open(sealingKeys(newest), 'a', old)).toThrow(/DATA_KEYS_OLD/)
  })

  it('refuses bytes of another layout', () => {
    const other = Buffer.from(seal(key, 'a', text))
    other[0] = 1
    expect(() => open(both, 'a', other)).toThrow('sealed layout')
  })
})

it('computes equal blind indexes only for equal values and keys', () => {
  expect(blindIndex(bytes, 'CC:1')).toEqual(blindIndex(bytes, 'CC:1'))
  expect(blindIndex(bytes, 'CC:1')).not.toEqual(blindIndex(randomBytes(32), 'CC:1'))
})

it('compares hex digests without case, and returns false for different lengths', () => {
  expect(sameHex('AB01', 'ab01')).toBe(true)
  expect(sameHex('ab01', 'ab02')).toBe(false)
  expect(sameHex('ab01', 'ab0101')).toBe(false)
  expect(sameHex('', '')).toBe(false)
})
