import { randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { addMs, MINUTE_MS } from '../clock.ts'
import { ACCESS_TOKEN_SECONDS, keyIdOf, signAccessToken, verifyAccessToken } from './session.ts'

const now = new Date('2026-11-20T12:00:00Z')
const key = randomBytes(32)
const actor = { userId: 'u', sessionId: 's', roles: ['passenger'] as const }

describe('access token', () => {
  it('identifies the caller by an access token, cached or not, until it expires', async () => {
    const { token, expiresAt } = await signAccessToken(key, actor, now)
    for (const at of [now, addMs(now, MINUTE_MS), new Date((expiresAt - 1) * 1000)]) {
      expect(await verifyAccessToken({ authKey: key }, token, at)).toEqual(actor)
    }
    const after = [new Date(expiresAt * 1000), addMs(now, 2 * ACCESS_TOKEN_SECONDS * 1000)]
    for (const at of after) {
      await expect(verifyAccessToken({ authKey: key }, token, at)).rejects.toMatchObject({
        code: 'token_expired',
      })
    }
  })

  it('refuses an access token signed with another key', async () => {
    const { token } = await signAccessToken(key, actor, now)
    await verifyAccessToken({ authKey: key }, token, now)
    const refused = { code: 'unauthenticated' }
    const other = verifyAccessToken({ authKey: randomBytes(32) }, token, now)
    await expect(other).rejects.toMatchObject(refused)
    const forged = token.replace(/(.)(.{20})$/, (_, at, end) => `${at === 'A' ? 'B' : 'A'}${end}`)
    await expect(verifyAccessToken({ authKey: key }, forged, now)).rejects.toMatchObject(refused)
  })

  it('refuses an expired access token that is not cached', async () => {
    const { token } = await signAccessToken(key, actor, addMs(now, -60 * MINUTE_MS))
    await expect(verifyAccessToken({ authKey: key }, token, now)).rejects.toMatchObject({
      code: 'token_expired',
    })
  })

  it('refuses an access token with another audience, type or key', async () => {
    const made = (header: object, audience?: string) => {
      const token = new SignJWT({ sid: 's', roles: [] })
        .setProtectedHeader({ alg: 'HS256', ...header })
        .setIssuer('cupo')
        .setSubject('u')
        .setExpirationTime(Math.floor(now.getTime() / 1000) + 60)
      return (audience ? token.setAudience(audience) : token).sign(key)
    }
    const kid = keyIdOf(key)
    const right = { typ: 'at+jwt', kid }
    const read = async (token: Promise<string>) =>
      verifyAccessToken({ authKey: key }, await token, now)
    await expect(read(made(right, 'cupo-api'))).resolves.toMatchObject({ userId: 'u' })
    const wrong = [
      made(right),
      made(right, 'otra-api'),
      made({ kid }, 'cupo-api'),
      made({ typ: 'JWT', kid }, 'cupo-api'),
      made({ typ: 'at+jwt' }, 'cupo-api'),
      made({ typ: 'at+jwt', kid: keyIdOf(randomBytes(32)) }, 'cupo-api'),
    ]
    for (const token of wrong) {
      await expect(read(token)).rejects.toMatchObject({ code: 'unauthenticated' })
    }
  })

  it('accepts an access token after its signing key was rotated', async () => {
    const { token } = await signAccessToken(key, actor, now)
    const next = randomBytes(32)
    const keys = { authKey: next, previousAuthKeys: [key] }
    expect(await verifyAccessToken(keys, token, now)).toEqual(actor)
    await expect(verifyAccessToken({ authKey: randomBytes(32) }, token, now)).rejects.toMatchObject(
      { code: 'unauthenticated' },
    )
  })
})
