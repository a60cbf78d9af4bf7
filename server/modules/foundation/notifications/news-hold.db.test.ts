import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { createPushSandbox, type PushSandbox } from '#sandbox/push/push-sandbox.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import {
  bookingCancelled,
  seatBooked,
} from '#server/modules/travel/bookings/tell/bookings.messages.ts'
import { tripChanged } from '#server/modules/travel/trip-changes/trip-changes.messages.ts'
import { bogotaDate, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { sealPayload } from '#server/platform/jobs/sealed-payload.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { countUnread } from './notifications.queries.ts'
import { vapidPublicKey } from './vapid.ts'

let test: TestApp
let mail: MailSandbox
let driver: TestUser
let push: PushSandbox

beforeAll(async () => {
  mail = await openMailSandbox()
  let origin = ''
  push = createPushSandbox({ origin: () => origin })
  test = await openTestApp({ urls: { smtp: mail.url }, extensions: [push.plugin] })
  origin = await test.app.listen({ port: 0, host: '127.0.0.1' })
  test.deps.urls.push = origin
  return () => mail.close()
})

beforeEach(async () => {
  test.clock.set(TEST_NOW)
  driver = await aUser(test.deps)
})

const seatFacts = (passenger: string) => ({
  path: `/bookings/${passenger.replace(' ', '-')}`,
  from: 'Bogotá',
  to: 'Cali',
  at: '2026-11-25T10:00:00.000Z',
  seats: 1,
  passenger,
  driver: 'Carlos',
  byWallet: true,
  farePesos: 50_000,
  earnsPesos: 45_000,
  refundedPesos: 0,
  chargedPesos: 0,
  answerUntil: null,
  paysAt: null,
  byOwnWord: false,
})

const tellSeatBooked = (passenger: string, batch: string, message = seatBooked) =>
  inTransaction(test.deps.db, (tx) =>
    tellUser(tx, test.deps, message, {
      userId: driver.userId,
      batch,
      data: seatFacts(passenger),
    }),
  )

async function subjectsAfter(minutes: number): Promise<string[]> {
  test.clock.advance(minutes * MINUTE_MS)
  await test.runJobs()
  return mail.control.messages(driver.email).map(({ subject }) => subject)
}

it('mails the first booking of a trip at once, and the next ones as one list', async () => {
  const [one, other] = [newId(), newId()]
  await tellSeatBooked('Ana', one)
  await tellSeatBooked('Zoe', other)
  expect(await subjectsAfter(0)).toEqual(Array(2).fill('Vendiste 1 cupo Bogotá → Cali'))
  await tellSeatBooked('Luis', one)
  test.clock.advance(3 * MINUTE_MS)
  await tellSeatBooked('Eva', one)
  expect(await subjectsAfter(6)).toHaveLength(2)
  expect(await subjectsAfter(1)).toHaveLength(3)
  const [digest] = mail.control.messages(driver.email)
  expect(digest?.subject).toBe('2 novedades de tu viaje')
  for (const name of ['Luis', 'Eva']) {
    expect(digest?.text).toContain(`${name} reservó 1 cupo`)
    expect(digest?.text).toContain(`/bookings/${name}`)
  }
  expect(await subjectsAfter(30)).toHaveLength(3)
})

it('mails news after its window alone, with its full text', async () => {
  const trip = newId()
  await tellSeatBooked('Ana', trip)
  await tellSeatBooked('Luis', trip)
  expect((await subjectsAfter(10))[0]).toBe('Vendiste 1 cupo Bogotá → Cali')
  expect(mail.control.messages(driver.email)[0]?.text).toContain('/bookings/Luis')
})

const PATH = '/bookings/0197aaaa-0000-7000-8000-000000000000'
const move = (nth: number, on = '2026-11-28') =>
  inTransaction(test.deps.db, (tx) =>
    tellUser(tx, test.deps, tripChanged, {
      userId: driver.userId,
      data: {
        byWallet: true,
        path: PATH,
        from: 'Bogotá',
        to: 'Cali',
        before: `${on}T15:00:00.000Z`,
        after: `${on}T16:${String(nth).padStart(2, '0')}:00.000Z`,
        freeUntil: null,
      },
    }),
  )

async function subscribed() {
  const serverKey = vapidPublicKey(test.deps.secrets.vapid ?? '')
  const payload = push.control.subscribe(serverKey)
  const headers = { authorization: `Bearer ${await freshToken(test.deps, driver)}` }
  await test.app.inject({ method: 'POST', url: '/api/push-subscriptions', headers, payload })
  return () => push.control.messages(payload.endpoint)
}

async function listed(): Promise<{ total: number; unread: number }> {
  const headers = { authorization: `Bearer ${await freshToken(test.deps, driver)}` }
  const list = await test.app.inject({ url: '/api/notifications', headers })
  const { notifications } = list.json() as { notifications: { kind: string }[] }
  const unread = await countUnread(test.deps.db, driver.userId)
  return { total: notifications.filter(({ kind }) => kind === 'trip_changed').length, unread }
}

it.each([
  ['ten minutes', '2026-11-28', 10],
  ['two minutes on the day of travel', bogotaDate(TEST_NOW), 2],
])('sends 59 moves of a trip as the first and the last, %s later', async (_, day, minutes) => {
  const pushed = await subscribed()
  for (let nth = 1; nth <= 59; nth += 1) await move(nth, day)
  expect(await subjectsAfter(minutes - 1)).toHaveLength(1)
  expect(pushed()).toHaveLength(1)
  expect(await subjectsAfter(1)).toHaveLength(2)
  expect(pushed()).toHaveLength(2)
  const [last, first] = mail.control.messages(driver.email)
  expect([first?.text, last?.text].map((text) => /11:\d\d/.exec(text ?? '')?.[0])).toEqual([
    '11:01',
    '11:59',
  ])
  expect(await listed()).toEqual({ total: 2, unread: 2 })
  expect(await subjectsAfter(60)).toHaveLength(2)
  await move(1, day)
  expect(await subjectsAfter(0)).toHaveLength(3)
})

it('sends only the last of several changes that wait for the same job', async () => {
  await move(1)
  await test.runJobs()
  await move(2)
  test.clock.advance(10.5 * MINUTE_MS)
  await move(3)
  expect(await subjectsAfter(0)).toHaveLength(2)
  expect(mail.control.messages(driver.email)[0]?.text).toContain('11:03')
})

it('sends each message about money or a lost seat at once', async () => {
  for (const nth of [1, 2, 3]) await tellSeatBooked(`Ana ${nth}`, 'one', bookingCancelled)
  expect(await subjectsAfter(0)).toHaveLength(3)
})

it('mails what a job of release 0.1.0 held', async () => {
  const trip = newId()
  await tellSeatBooked('Ana', trip)
  await test.runJobs()
  mail.control.clear()
  const { userId } = driver
  await asOwner(
    test.deps.databaseUrl,
    'update notifications set mailed_at = null where user_id = $1',
    [userId],
  )
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    'select id from notifications where user_id = $1 order by created_at desc limit 1',
    [userId],
  )
  const to = { address: driver.email, name: null }
  const held = { id: rows[0].id, userId, batch: trip, stop: 'x' }
  const payload = sealPayload(test.deps.secrets, 'notifications.digest', {
    ...held,
    mail: { template: 'seat_booked', data: seatFacts('Ana'), to },
  })
  await inTransaction(test.deps.db, (tx) =>
    enqueue(tx, test.deps.clock, { name: 'notifications.digest', payload }),
  )
  expect(await subjectsAfter(0)).toEqual(['Vendiste 1 cupo Bogotá → Cali'])
})
