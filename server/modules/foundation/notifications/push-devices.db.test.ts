import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFcmSandbox, FCM_MOUNT } from '#sandbox/push/fcm-sandbox.ts'
import { dutyCall } from '#server/modules/community/safety/duty/duty.messages.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { documentRejected } from '#server/modules/people/verification/verification.messages.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { findDevice } from './push.queries.ts'

// Push messages to the telephone app by Firebase.

const fcm = createFcmSandbox()
let test: TestApp
let ana: TestUser

beforeAll(async () => {
  test = await openTestApp({ extensions: [fcm.plugin] })
  const origin = await test.app.listen({ port: 0, host: '127.0.0.1' })
  test.deps.urls.fcm = `${origin}${FCM_MOUNT}`
})

beforeEach(async () => {
  test.clock.set(TEST_NOW)
  test.deps.secrets.fcm = fcm.control.account
  fcm.control.answer(null)
  ana = await inApp(await aUser(test.deps))
})

const query = async (text: string, values: unknown[] = []) =>
  (await asOwner(test.deps.databaseUrl, text, values)).rows

/** Turns the session of a user into a session of the app. */
async function inApp(user: TestUser): Promise<TestUser> {
  await query('update sessions set mobile = true where id = $1', [user.sessionId])
  return user
}

async function call(
  user: TestUser,
  method: 'POST' | 'DELETE' | 'GET',
  path: string,
  body?: object,
) {
  const token = await freshToken(test.deps, user)
  const answer = await test.app.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(body ? { payload: body } : {}),
  })
  return { status: answer.statusCode, body: answer.json() }
}

const register = (user: TestUser, token: string) => call(user, 'POST', '/push-devices', { token })

async function registered(user = ana): Promise<string> {
  const token = fcm.control.install()
  expect(await register(user, token)).toEqual({ status: 200, body: { subscribed: true } })
  return token
}

const tell = (userId = ana.userId) =>
  inTransaction(test.deps.db, (tx) =>
    tellUser(tx, test.deps, documentRejected, {
      userId,
      data: {
        rejected: [{ name: 'licencia', plate: null, reason: 'La foto está borrosa.' }],
        approved: [],
        mayPublish: false,
      },
    }),
  )

const jobs = () => query(`select * from jobs where name = 'notifications.push'`)
const devices = () => query('select token from push_devices where user_id = $1', [ana.userId])
const push = async () => (await call(ana, 'GET', '/notifications/preferences')).body

describe('telephone with the app', () => {
  it('pushes topic and link to a telephone, without names', async () => {
    const token = await registered()
    await tell()
    await test.runJobs()
    const [message, ...rest] = fcm.control.messages(token)
    expect(rest).toEqual([])
    expect(message).toMatchObject({
      notification: { title: 'Novedades de tus documentos', body: 'Toca para verlo en Cupo.' },
      data: { url: '/documents' },
      android: { priority: 'HIGH' },
    })
    expect(JSON.stringify(message)).not.toMatch(/licencia|borrosa|Laura/)
  })

  it('pushes an emergency title to the team member who is called', async () => {
    const token = await registered()
    const incidentId = newId()
    const pressedAt = test.clock.now().toISOString()
    const data = { kind: 'emergency', pressedAt, incidentId } as const
    await inTransaction(test.deps.db, (tx) =>
      tellUser(tx, test.deps, dutyCall, { userId: ana.userId, data }),
    )
    await test.runJobs()
    expect(fcm.control.messages(token)).toMatchObject([
      {
        notification: {
          title: 'Emergencia en un viaje. Tómala ya',
          body: 'Toca para verlo en Cupo.',
        },
        data: { url: `/admin/incidents/${incidentId}` },
      },
    ])
  })

  it('reuses the Firebase access token until it expires', async () => {
    await registered()
    await tell()
    await test.runJobs()
    const before = fcm.control.granted()
    await tell()
    await test.runJobs()
    expect(fcm.control.granted()).toBe(before)
    test.clock.advance(2 * HOUR_MS)
    await tell()
    await test.runJobs()
    expect(fcm.control.granted()).toBe(before + 1)
  })

  it('offers Firebase push only to the app, and only if Firebase is configured', async () => {
    expect(await push()).toMatchObject({ pushKey: 'app', pushHere: false })
    await registered()
    expect(await push()).toMatchObject({ pushKey: 'app', pushHere: true })
    const browser = await aUser(test.deps)
    const refused = await register(browser, fcm.control.install())
    expect([refused.status, refused.body.code]).toEqual([400, 'push_refused'])
    delete test.deps.secrets.fcm
    expect((await push()).pushKey).toBeNull()
    expect((await register(ana, fcm.control.install())).body.code).toBe('push_refused')
  })

  it('keeps only the latest token of a telephone and its latest owner', async () => {
    const first = await registered()
    const second = await registered()
    expect(await devices()).toEqual([{ token: second }])
    const next = await inApp(await aUser(test.deps))
    await register(next, second)
    expect(await devices()).toEqual([])
    await tell()
    await tell(next.userId)
    await test.runJobs()
    expect([first, second].map((each) => fcm.control.messages(each).length)).toEqual([0, 1])
  })

  it('pushes nothing to a telephone after it is unsubscribed or signed out', async () => {
    const first = await registered()
    const off = { status: 200, body: { subscribed: false } }
    expect(await call(ana, 'DELETE', '/push-subscriptions')).toEqual(off)
    expect(await devices()).toEqual([])
    await tell()
    const second = await registered()
    await tell()
    expect((await call(ana, 'POST', '/auth/logout')).status).toBe(200)
    // The session counts as ended even before the job that deletes the row has run.
    expect(await devices()).toEqual([{ token: second }])
    const session = { sessionId: ana.sessionId, now: test.clock.now() }
    expect(await findDevice(test.deps.db, session)).toBeUndefined()
    await test.runJobs()
    expect([first, second].flatMap((each) => fcm.control.messages(each))).toEqual([])
    expect(await jobs()).toEqual([])
    test.clock.advance(2 * DAY_MS)
    await test.runRecurring('purge-push-subscriptions')
    expect(await devices()).toEqual([])
  })

  it.each(['', 'x', `${'a'.repeat(30)} b`, '../'.repeat(10)])(
    'refuses the device token %j',
    async (token) => {
      expect((await register(ana, token)).body.code).toBe('invalid_request')
    },
  )
})

describe('Firebase', () => {
  it('deletes a telephone that Firebase no longer knows', async () => {
    fcm.control.remove(await registered())
    await tell()
    await test.runJobs()
    expect([await devices(), await jobs()]).toEqual([[], []])
    await registered()
    fcm.control.answer({ status: 403, errorCode: 'SENDER_ID_MISMATCH' })
    await tell()
    await test.runJobs()
    expect([await devices(), await jobs()]).toEqual([[], []])
  })

  it('keeps the telephone and retries when Firebase refuses our account', async () => {
    const token = await registered()
    for (const status of [403, 404]) {
      fcm.control.answer({ status })
      await tell()
      await test.runJobs()
    }
    expect(await devices()).toEqual([{ token }])
    expect(await jobs()).toHaveLength(2)
    fcm.control.answer(null)
    test.clock.advance(10 * MINUTE_MS)
    await test.runJobs()
    expect(fcm.control.messages(token)).toHaveLength(2)
  })

  it('requests a new Firebase access token after the old one was revoked', async () => {
    const token = await registered()
    await tell()
    await test.runJobs()
    fcm.control.revoke()
    await tell()
    await test.runJobs()
    test.clock.advance(10 * MINUTE_MS)
    await test.runJobs()
    expect(fcm.control.messages(token)).toHaveLength(2)
    expect(await jobs()).toEqual([])
  })

  it.each([429, 503])('retries at the requested time when Firebase answers %i', async (status) => {
    const token = await registered()
    fcm.control.answer({ status, retryAfter: 300 })
    await tell()
    await test.runJobs()
    fcm.control.answer(null)
    test.clock.advance(4 * MINUTE_MS)
    await test.runJobs()
    expect(fcm.control.messages(token)).toEqual([])
    test.clock.advance(MINUTE_MS)
    await test.runJobs()
    expect(fcm.control.messages(token)).toHaveLength(1)
  })

  it('drops a push message that Firebase rejects as invalid, without a retry', async () => {
    const token = await registered()
    fcm.control.answer({ status: 400, errorCode: 'INVALID_ARGUMENT' })
    await tell()
    await test.runJobs()
    expect(await jobs()).toEqual([])
    expect(await devices()).toEqual([{ token }])
  })
})
