import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { cookieOf, postJson } from '#test/http-client.ts'
import type { RevokeReason } from './auth.queries.ts'
import { closeSessionsOf, endSessionsByOperator } from './end-session.ts'

let test: TestApp

beforeAll(async () => {
  test = await openTestApp()
})

const NEUTRAL = 'Tu sesión venció. Inicia sesión de nuevo.'

/** Signs in, and returns a renewal of this session. */
async function openSession(user: TestUser) {
  const signedIn = await postJson(test.app, '/auth/login', {
    email: user.email,
    password: user.password,
  })
  const renew = async (cookie = cookieOf(signedIn)) => {
    const answer = await postJson(test.app, '/auth/refresh', {}, { cookie })
    return { answer, why: answer.statusCode === 200 ? null : answer.json().error }
  }
  return { renew, id: cookieOf(signedIn).split('=')[1]?.split('.')[0] ?? '' }
}

const end = (user: TestUser, reason: RevokeReason) =>
  inTransaction(test.deps.db, (tx) =>
    closeSessionsOf(tx, {
      userId: user.userId,
      except: null,
      reason,
      now: test.clock.now(),
    }),
  )

it.each([
  ['closed_all', /^Cerraste todas las sesiones \(.+ [ap]\. m\.\)\. Inicia sesión de nuevo\.$/],
  ['password', /^Cambiaste la contraseña \(/],
  ['recovery', /^Recuperaste tu cuenta \(/],
  ['email_undo', /^Deshiciste un cambio de correo \(/],
  ['unlinked', /^Se desvinculó la cuenta con la que entrabas \(/],
  ['team', /^Tus permisos en el equipo cambiaron \(/],
] as const)('says to who held the token that a session ended by %s', async (reason, words) => {
  const user = await aUser(test.deps)
  const { renew } = await openSession(user)
  await end(user, reason)
  expect((await renew()).why).toMatch(words)
})

it('says that another device, or the operator, closed the session', async () => {
  const user = await aUser(test.deps)
  const { renew, id } = await openSession(user)
  const headers = { authorization: `Bearer ${await freshToken(test.deps, user)}` }
  await test.app.inject({ method: 'DELETE', url: `/api/auth/sessions/${id}`, headers })
  expect((await renew()).why).toMatch(/^Entraste desde otro dispositivo y cerraste esta sesión \(/)
  const other = await openSession(user)
  await endSessionsByOperator(test.deps, { email: user.email })
  expect((await other.renew()).why).toMatch(/^Cupo cerró las sesiones por seguridad \(/)
})

describe('the neutral sentence', () => {
  it('is the answer to a token that the session had long ago, or that is forgotten', async () => {
    const user = await aUser(test.deps)
    const { renew } = await openSession(user)
    const second = cookieOf((await renew()).answer)
    const third = cookieOf((await renew(second)).answer)
    await end(user, 'password')
    expect((await renew()).why).toBe(NEUTRAL)
    expect((await renew(third)).why).toMatch(/^Cambiaste la contraseña/)
    test.clock.advance(8 * DAY_MS)
    await test.runRecurring('purge-sessions')
    expect((await renew(third)).why).toBe(NEUTRAL)
  })

  it('is the answer after a logout, and to an invented token', async () => {
    const user = await aUser(test.deps)
    const { renew, id } = await openSession(user)
    await end(user, 'logout')
    expect((await renew()).why).toBe(NEUTRAL)
    expect((await renew(`cupo_refresh=${id}.${'A'.repeat(64)}`)).why).toBe(NEUTRAL)
  })
})

it('says that a session ended by inactivity, or at its longest', async () => {
  const { renew } = await openSession(await aUser(test.deps))
  test.clock.advance(30 * DAY_MS)
  const { answer, why } = await renew()
  expect([answer.json().code, why]).toEqual([
    'token_expired',
    'Tu sesión se venció por inactividad: pasaron 30 días sin usarla. Inicia sesión de nuevo.',
  ])
  const staff = await openSession(await aUser(test.deps, { roles: ['support'] }))
  test.clock.advance(9 * HOUR_MS)
  expect((await staff.renew()).why).toMatch(/^Tu sesión llegó al tiempo máximo/)
})
