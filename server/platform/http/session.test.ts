import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addMs, MINUTE_MS } from '../clock.ts'
import { ACCESS_TOKEN_SECONDS, signAccessToken, verifyAccessToken } from './session.ts'

const now = new Date('2026-11-20T12:00:00Z')
const key = randomBytes(32)
const actor = { userId: 'u', sessionId: 's', roles: ['passenger'] as const }

describe('an access token', () => {
  it('says who is calling, the first time and again, until it expires', async () => {
    const { token, expiresAt } = await signAccessToken(key, actor, now)
    for (const at of [now, addMs(now, MINUTE_MS), new Date((expiresAt - 1) * 1000)]) {
      expect(await verifyAccessToken(key, token, at)).toEqual(actor)
    }
    const after = [new Date(expiresAt * 1000), addMs(now, 2 * ACCESS_TOKEN_SECONDS * 1000)]
    for (const at of after) {
      await expect(verifyAccessToken(key, token, at)).rejects.toMatchObject({
        code: 'token_expired',
      })
    }
  })

  it('that was read with one key is nothing with another', async () => {
    const { token } = await signAccessToken(key, actor, now)
    await verifyAccessToken(key, token, now)
    const refused = { code: 'unauthenticated' }
    const other = verifyAccessToken(randomBytes(32), token, now)
    await expect(other).rejects.toMatchObject(refused)
    const forged = token.replace(/(.)(.{20})$/, (_, at, end) => `${at === 'A' ? 'B' : 'A'}${end}`)
    await expect(verifyAccessToken(key, forged, now)).rejects.toMatchObject(refused)
  })

  it('expired is refused though nobody had read it before', async () => {
    const { token } = await signAccessToken(key, actor, addMs(now, -60 * MINUTE_MS))
    await expect(verifyAccessToken(key, token, now)).rejects.toMatchObject({
      code: 'token_expired',
    })
  })
})
