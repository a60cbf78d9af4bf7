import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPushSandbox, type PushSandbox } from '#sandbox/push/push-sandbox.ts'
import { debtPaid } from '#server/modules/money/payments/finance/finance.messages.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { documentRejected } from '#server/modules/people/verification/verification.messages.ts'
import { requestReceived } from '#server/modules/travel/bookings/tell/bookings.messages.ts'
import { driverStarted } from '#server/modules/travel/journeys/journeys.messages.ts'
import { HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Message } from '#server/platform/message.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { vapidPublicKey } from './vapid.ts'

let test: TestApp
let push: PushSandbox
let ana: TestUser

beforeAll(async () => {
  let origin = ''
  push = createPushSandbox({ origin: () => origin })
  test = await openTestApp({ extensions: [push.plugin] })
  origin = await test.app.listen({ port: 0, host: '127.0.0.1' })
  test.deps.urls.push = origin
})

beforeEach(async () => {
  test.clock.set(TEST_NOW)
  push.control.answer(null)
  push.control.clear()
  ana = await aUser(test.deps)
})

const serverKey = () => vapidPublicKey(test.deps.secrets.vapid ?? '')

async function call(
  user: TestUser,
  method: 'POST' | 'DELETE' | 'PUT' | 'GET',
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

async function subscribed(user: TestUser): Promise<string> {
  const subscription = push.control.subscribe(serverKey())
  const answer = await call(user, 'POST', '/push-subscriptions', subscription)
  expect(answer).toEqual({ status: 200, body: { subscribed: true } })
  return subscription.endpoint
}

const tell = <Data>(message: Message<Data>, data: NoInfer<Data>, { userId } = ana) =>
  inTransaction(test.deps.db, (tx) => tellUser(tx, test.deps, message, { userId, data }))
const rejected = {
  rejected: [{ name: 'licencia', plate: null, reason: 'La foto está borrosa.' }],
  approved: [],
  mayPublish: false,
}
const tellDocument = (user = ana) => tell(documentRejected, rejected, user)
const tellDuty = () => tell(debtPaid, { pesos: 20_000 })

const openJobs = async () => {
  const sql = `select * from jobs where name = 'notifications.push'`
  return (await asOwner(test.deps.databaseUrl, sql)).rows
}

describe('browser with a push subscription', () => {
  it('pushes a notification with its link to the browser, encrypted and signed', async () => {
    const endpoint = await subscribed(ana)
    await tellDocument()
    await test.runJobs()
    const [message, ...rest] = push.control.messages(endpoint)
    expect(rest).toEqual([])
    expect(JSON.parse(message?.text ?? '')).toMatchObject({
      title: 'No pudimos aprobar tu licencia',
      body: 'Motivo: La foto está borrosa.',
      url: '/documents',
    })
  })

  it('keeps news of a journey on the lock screen on its day, and no other news', async () => {
    const endpoint = await subscribed(ana)
    const started = (afterMs: number, path: string) => {
      const picksUpAt = new Date(TEST_NOW.getTime() + afterMs).toISOString()
      return tell(driverStarted, { path, picksUpAt })
    }
    await tellDocument()
    await started(HOUR_MS, '/bookings/a')
    test.clock.advance(HOUR_MS)
    await started(2 * HOUR_MS, '/bookings/a')
    await started(72 * HOUR_MS, '/bookings/b')
    await test.runJobs()
    const sent = push.control.messages(endpoint).map(({ text }) => JSON.parse(text))
    const tags = sent.filter(({ stays }) => stays).map(({ tag }) => tag)
    expect(tags).toEqual(['/bookings/a', '/bookings/a'])
    expect(sent).toHaveLength(4)
    expect(new Set(sent.map(({ tag }) => tag)).size).toBe(3)
  })

  it('pushes nothing that is for another person, and queues no readable name', async () => {
    const other = await aUser(test.deps)
    const endpoint = await subscribed(other)
    await subscribed(ana)
    await tellDocument()
    expect(JSON.stringify(await openJobs())).not.toContain('borrosa')
    await test.runJobs()
    expect(push.control.messages(endpoint)).toEqual([])
  })

  it('pushes nothing about a topic that the person disabled', async () => {
    const endpoint = await subscribed(ana)
    const preferences = [{ topic: 'documents', channel: 'push', enabled: false }]
    expect((await call(ana, 'PUT', '/notifications/preferences', { preferences })).status).toBe(200)
    await tellDocument()
    await tellDuty()
    await test.runJobs()
    expect(push.control.messages(endpoint)).toHaveLength(1)
  })

  it('delays push messages while the team has switched push off, and loses none', async () => {
    const admin = await aUser(test.deps, { roles: ['passenger', 'admin'] })
    const set = (isOn: boolean) =>
      call(admin, 'POST', '/admin/switches/push', { isOn, reason: 'El servicio falla.' })
    const endpoint = await subscribed(ana)
    expect((await set(false)).status).toBe(200)
    await tellDocument()
    await test.runJobs()
    expect(push.control.messages(endpoint)).toEqual([])
    expect((await set(true)).status).toBe(200)
    test.clock.advance(2 * MINUTE_MS)
    await test.runJobs()
    expect(push.control.messages(endpoint)).toHaveLength(1)
  })

  it('pushes nothing after signing out, not even queued messages', async () => {
    const endpoint = await subscribed(ana)
    await tellDocument()
    expect((await call(ana, 'POST', '/auth/logout')).status).toBe(200)
    await test.runJobs()
    await tellDocument()
    await test.runJobs()
    expect(push.control.messages(endpoint)).toEqual([])
    expect(await openJobs()).toEqual([])
  })

  it('moves a push subscription to the person who signed in last', async () => {
    const subscription = push.control.subscribe(serverKey())
    const next = await aUser(test.deps)
    await call(ana, 'POST', '/push-subscriptions', subscription)
    await call(next, 'POST', '/push-subscriptions', subscription)
    await tellDocument(ana)
    await tellDocument(next)
    await test.runJobs()
    expect(push.control.messages(subscription.endpoint)).toHaveLength(1)
    expect((await call(ana, 'GET', '/notifications/preferences')).body.pushHere).toBe(false)
  })

  it('unsubscribes a browser from push messages', async () => {
    await subscribed(ana)
    expect((await call(ana, 'GET', '/notifications/preferences')).body.pushHere).toBe(true)
    const gone = { status: 200, body: { subscribed: false } }
    expect(await call(ana, 'DELETE', '/push-subscriptions')).toEqual(gone)
    expect(await call(ana, 'DELETE', '/push-subscriptions')).toEqual(gone)
    expect((await call(ana, 'GET', '/notifications/preferences')).body.pushHere).toBe(false)
  })
})

describe('push service', () => {
  const rows = async (user: TestUser) => {
    const sql = 'select * from push_subscriptions where user_id = $1'
    return (await asOwner(test.deps.databaseUrl, sql, [user.userId])).rows
  }

  it('retries a push message when the push service is busy', async () => {
    const endpoint = await subscribed(ana)
    push.control.answer(503)
    await tellDocument()
    await test.runJobs()
    expect(await openJobs()).toHaveLength(1)
    push.control.answer(null)
    test.clock.advance(MINUTE_MS)
    await test.runJobs()
    expect(push.control.messages(endpoint)).toHaveLength(1)
    expect(await openJobs()).toEqual([])
  })

  it.each([404, 410])(
    'deletes a subscription for which the push service answers %i',
    async (status) => {
      await subscribed(ana)
      push.control.answer(status)
      await tellDocument()
      await test.runJobs()
      expect(await rows(ana)).toEqual([])
      expect(await openJobs()).toEqual([])
    },
  )

  it.each([401, 403])(
    'keeps the push subscription and retries when the service refuses our key with %i',
    async (status) => {
      await subscribed(ana)
      push.control.answer(status)
      await tellDocument()
      await test.runJobs()
      expect(await rows(ana)).toHaveLength(1)
      expect(await openJobs()).toHaveLength(1)
      push.control.answer(null)
      test.clock.advance(10 * MINUTE_MS)
      await test.runJobs()
      expect(await openJobs()).toEqual([])
    },
  )

  it.each([401, 403])(
    'deletes a subscription of a replaced key when the push service answers %i',
    async (status) => {
      await subscribed(ana)
      const { vapid } = test.deps.secrets
      test.deps.secrets.vapid = createHash('sha256').update('another key').digest('base64url')
      push.control.answer(status)
      await tellDocument()
      await test.runJobs()
      if (vapid) test.deps.secrets.vapid = vapid
      expect(await rows(ana)).toEqual([])
      expect(await openJobs()).toEqual([])
    },
  )

  it('drops a push message that the service rejects, without a retry', async () => {
    await subscribed(ana)
    push.control.answer(413)
    await tellDocument()
    await test.runJobs()
    expect(await openJobs()).toEqual([])
    expect(await rows(ana)).toHaveLength(1)
  })

  it.each([
    'https://169.254.169.254/latest',
    'https://localhost/send/1',
    'https://fcm.googleapis.com.evil.test/send/1',
    'https://jmt17.google.com.evil.test/send/1',
    'https://evilgoogle.com/send/1',
    'https://push.apple.com.evil.test/send/1',
    'https://127.0.0.1/send/1',
    'https://fcm.googleapis.com:8443/send/1',
    'https://user@fcm.googleapis.com/send/1',
    'http://fcm.googleapis.com/send/1',
    'https://evil.test/#fcm.googleapis.com',
    'file:///etc/passwd',
    'no address',
  ])('refuses the push endpoint %s', async (endpoint) => {
    const { keys } = push.control.subscribe(serverKey())
    const answer = await call(ana, 'POST', '/push-subscriptions', { endpoint, keys })
    expect(answer.body.code).toBe('push_refused')
  })

  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://wns2-par02p.notify.windows.com/w/1',
    'https://jmt17.google.com/fcm/send/abc',
    'https://android.googleapis.com/gcm/send/abc',
    'https://push.services.mozilla.com/wpush/v2/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://api.push.apple.com/3/device/abc',
  ])('accepts the push endpoint %s', async (endpoint) => {
    const { keys } = push.control.subscribe(serverKey())
    expect((await call(ana, 'POST', '/push-subscriptions', { endpoint, keys })).status).toBe(200)
  })

  it('refuses a push subscription whose keys cannot encrypt', async () => {
    const { endpoint, keys } = push.control.subscribe(serverKey())
    const p256dh = Buffer.alloc(65, 4).toString('base64url')
    const answer = await call(ana, 'POST', '/push-subscriptions', {
      endpoint,
      keys: { ...keys, p256dh },
    })
    expect(answer.body.code).toBe('push_refused')
  })
})

describe('push messages at night in Bogotá', () => {
  it('delays an optional push message at night until 6:00, but no mandatory one', async () => {
    const endpoint = await subscribed(ana)
    test.clock.set(new Date('2026-11-21T03:30:00.000Z')) // 22:30 in Bogotá
    await tellDocument()
    await tellDuty()
    await test.runJobs()
    const titles = () => push.control.messages(endpoint).map(({ text }) => JSON.parse(text).title)
    expect(titles()).toEqual(['Tu saldo pendiente está pagado'])
    test.clock.advance(7 * HOUR_MS + 29 * MINUTE_MS) // 5:59 in Bogotá
    await test.runJobs()
    expect(titles()).toHaveLength(1)
    test.clock.advance(2 * MINUTE_MS)
    await test.runJobs()
    expect(titles()).toHaveLength(2)
  })

  it('pushes what waited for the morning in the order in which it happened', async () => {
    await subscribed(ana)
    test.clock.set(new Date('2026-11-21T03:30:00.000Z'))
    await tellDocument()
    test.clock.advance(5 * MINUTE_MS)
    await tellDocument()
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select run_at from jobs where name = 'notifications.push' order by created_at, id`,
    )
    const [first, second] = rows.map(({ run_at }) => run_at.getTime())
    expect(first).toBeGreaterThanOrEqual(Date.parse('2026-11-21T11:00:00.000Z'))
    expect(second - first).toBeGreaterThanOrEqual(1000)
    expect(second).toBeLessThan(Date.parse('2026-11-21T11:06:00.000Z'))
    await asOwner(test.deps.databaseUrl, 'delete from jobs')
  })

  it('pushes a message about a trip of the same day at night without delay', async () => {
    const endpoint = await subscribed(ana)
    test.clock.set(new Date('2026-11-21T03:30:00.000Z'))
    const data = { path: '/bookings/1', picksUpAt: '2026-11-21T10:00:00.000Z' }
    await tell(driverStarted, data)
    await test.runJobs()
    expect(push.control.messages(endpoint)).toHaveLength(1)
  })

  it('drops a delayed push message once its request can no longer be answered', async () => {
    const endpoint = await subscribed(ana)
    test.clock.set(new Date('2026-11-21T03:30:00.000Z'))
    const data = {
      path: '/bookings/1',
      from: 'Bogotá',
      to: 'Cali',
      at: '2026-11-25T10:00:00.000Z',
      seats: 1,
      passenger: 'Camila',
      driver: 'Carlos',
      byWallet: true,
      farePesos: 50_000,
      earnsPesos: 45_000,
      refundedPesos: 0,
      chargedPesos: 0,
      answerUntil: '2026-11-21T06:30:00.000Z',
      paysAt: null,
      byOwnWord: false,
    }
    await tell(requestReceived, data)
    test.clock.advance(9 * HOUR_MS)
    await test.runJobs()
    expect(push.control.messages(endpoint)).toEqual([])
  })
})
