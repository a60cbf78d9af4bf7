import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { newRefreshToken, readRefreshToken, successor } from './refresh-token.ts'

describe('refresh token', () => {
  const key = randomBytes(32)
  const token = newRefreshToken(key, newId())

  it('reads a refresh token that it made, with the same digest', () => {
    expect(readRefreshToken({ authKey: key }, token.text)).toEqual(token)
  })

  it('derives the next refresh token only from the previous one and our key', () => {
    const next = successor(key, token)
    expect(successor(key, token)).toEqual(next)
    expect(next.sessionId).toBe(token.sessionId)
    expect(next.hash.equals(token.hash)).toBe(false)
    expect(readRefreshToken({ authKey: key }, next.text)).toEqual(next)
    expect(successor(randomBytes(32), token).text).not.toBe(next.text)
  })

  it('refuses a refresh token with a changed character, another session or another key', () => {
    const [id = '', secret = ''] = token.text.split('.')
    for (let i = 0; i < secret.length; i += 1) {
      const other = secret[i] === 'A' ? 'B' : 'A'
      const changed = `${id}.${secret.slice(0, i)}${other}${secret.slice(i + 1)}`
      expect(readRefreshToken({ authKey: key }, changed)).toBeNull()
    }
    expect(readRefreshToken({ authKey: key }, `${newId()}.${secret}`)).toBeNull()
    expect(readRefreshToken({ authKey: randomBytes(32) }, token.text)).toBeNull()
    expect(readRefreshToken({ authKey: key }, undefined)).toBeNull()
    expect(readRefreshToken({ authKey: key }, `${token.text}x`)).toBeNull()
  })
})
