import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTextSandbox, type TextSandbox } from '#sandbox/text/text-sandbox.ts'
import { debtPaid } from '#server/modules/money/payments/finance/finance.messages.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { provePhone } from '#server/modules/people/users/phone.ts'
import { driverStarted } from '#server/modules/travel/journeys/journeys.messages.ts'
import { tripChanged } from '#server/modules/travel/trip-changes/trip-changes.messages.ts'
import { messages } from '#server/modules.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { isDayOfTravel, textTime } from './message-times.ts'
import { savePreferences } from './preferences.queries.ts'

/** 8:00 in Bogotá on a Friday. */
const MORNING = new Date('2026-11-20T13:00:00Z')

let test: TestApp
let phones: TextSandbox
let ana: TestUser
let phone = ''
let last = 0
let path = ''

beforeAll(async () => {
  test = await openTestApp({
    extensions: [(app) => phones.plugin(app)],
    before(deps) {
      const { whatsapp, sms } = deps.secrets
      if (!whatsapp || !sms) throw new Error('the sandbox has no keys')
      phones = createTextSandbox({ whatsapp, sms }, deps.clock)
    },
  })
  const origin = await test.app.listen({ port: 0, host: '127.0.0.1' })
  test.deps.urls.whatsapp = `${origin}/sandbox/text/whatsapp`
  test.deps.urls.sms = `${origin}/sandbox/text/sms`
})

beforeEach(async () => {
  await asOwner(test.deps.databaseUrl, 'delete from jobs')
  test.clock.set(MORNING)
  phones.control.answer(null)
  phones.control.clear()
  path = `/bookings/${newId()}`
  ;({ user: ana, phone } = await withPhone())
})

async function withPhone() {
  const user = await aUser(test.deps)
  last += 1
  const number = `+57321${String(last).padStart(7, '0')}`
  await inTransaction(test.deps.db, (tx) =>
    provePhone(tx, test.deps, { userId: user.userId, phone: number }),
  )
  return { user, phone: number }
}

/** Tells Ana that her trip of `boardsAt` moved by an hour. */
const move = (boardsAt: Date) =>
  inTransaction(test.deps.db, (tx) =>
    tellUser(tx, test.deps, tripChanged, {
      userId: ana.userId,
      // Each change is of another trip, so that news-hold makes none wait; the page is one booking.
      batch: newId(),
      data: {
        ...{ path, from: 'Bogotá', to: 'Cali', freeUntil: null, byWallet: true },
        ...{ before: boardsAt.toISOString(), after: addMs(boardsAt, HOUR_MS).toISOString() },
      },
    }),
  )

const choose = (topic: 'travel' | 'money', channel: 'whatsapp' | 'sms', enabled: boolean) =>
  inTransaction(test.deps.db, (tx) =>
    savePreferences(tx, {
      userId: ana.userId,
      chosen: [{ topic, channel, enabled }],
      now: test.clock.now(),
    }),
  )

async function shown(): Promise<string[]> {
  await test.runJobs()
  return phones.control.messages(phone).map(({ channel }) => channel)
}

const hours = (count: number) => addMs(test.clock.now(), count * HOUR_MS)

describe('a text about a trip to a proved number', () => {
  it("sends a trip's texts by WhatsApp by default, from the day before", async () => {
    await move(hours(24 + 15))
    expect(await shown()).toEqual(['whatsapp'])
  })

  it('does not go two days before the trip, unless the person chose it', async () => {
    await move(hours(48 + 1))
    expect(await shown()).toEqual([])
    await choose('travel', 'whatsapp', true)
    await move(hours(48 + 1))
    expect(await shown()).toEqual(['whatsapp'])
  })

  it('sends a WhatsApp the day before the old time of a trip that moved', async () => {
    const data = { path, from: 'Bogotá', to: 'Cali', freeUntil: null, byWallet: true }
    const dates = { before: hours(20).toISOString(), after: hours(24 * 7).toISOString() }
    await inTransaction(test.deps.db, (tx) =>
      tellUser(tx, test.deps, tripChanged, { userId: ana.userId, data: { ...data, ...dates } }),
    )
    expect(await shown()).toEqual(['whatsapp'])
  })

  it("sends a trip's texts by SMS at any time to who chose SMS", async () => {
    await choose('travel', 'sms', true)
    await move(hours(24 * 5))
    expect(await shown()).toEqual(['sms'])
  })

  it('does not go to a number that is not proved', async () => {
    const sql = 'update users set phone_proved_at = null where id = $1'
    await asOwner(test.deps.databaseUrl, sql, [ana.userId])
    await move(hours(10))
    expect(await shown()).toEqual([])
  })

  it('does not go about other things until the person chooses it', async () => {
    const tell = () =>
      inTransaction(test.deps.db, (tx) =>
        tellUser(tx, test.deps, debtPaid, { userId: ana.userId, data: { pesos: 20_000 } }),
      )
    await tell()
    expect(await shown()).toEqual([])
    await choose('money', 'sms', true)
    await tell()
    expect(await shown()).toEqual(['sms'])
  })

  it('sends a text by one channel, also if the person chose both', async () => {
    await choose('travel', 'whatsapp', true)
    await choose('travel', 'sms', true)
    await move(hours(10))
    expect(await shown()).toEqual(['whatsapp'])
    await choose('travel', 'whatsapp', false)
    await move(hours(10))
    expect(await shown()).toEqual(['sms', 'whatsapp'])
  })

  it.each([132_001, 132_007, 132_015, 132_016])(
    'goes by SMS when WhatsApp has no approved template (%i)',
    async (code) => {
      phones.control.answer(404, code)
      await move(hours(10))
      await runOnce()
      phones.control.answer(null)
      expect(await shown()).toEqual(['sms'])
    },
  )

  it('sends no SMS instead when the person switched SMS off', async () => {
    await choose('travel', 'sms', false)
    await move(hours(10))
    expect(await shown()).toEqual(['whatsapp'])
    const report = phones.control.report(phone, 'failed', 131_026)
    await test.app.inject({ method: 'POST', url: '/api/webhooks/whatsapp', ...report })
    expect(await shown()).toEqual(['whatsapp'])
  })
})

describe('the hours of a text', () => {
  /** Hour of the day in Bogotá. */
  const hourOf = (at: Date) => new Date(at.getTime() - 5 * HOUR_MS).getUTCHours()

  it('are 6:00 to 21:00 except on the day of travel, at any clock', () => {
    const minutes = fc.integer({ min: 0, max: 60 * 24 * 60 })
    fc.assert(
      fc.property(minutes, fc.option(minutes), (now, boards) => {
        const at = addMs(MORNING, now * MINUTE_MS)
        const boardsAt = boards === null ? null : addMs(MORNING, boards * MINUTE_MS)
        const sent = textTime(at, boardsAt?.toISOString() ?? null)
        if (boardsAt && isDayOfTravel(at, boardsAt)) {
          expect(sent).toEqual(at)
          return
        }
        expect(hourOf(sent)).toBeGreaterThanOrEqual(6)
        expect(hourOf(sent)).toBeLessThan(21)
        if (hourOf(at) >= 6 && hourOf(at) < 21) expect(sent).toEqual(at)
        expect(sent.getTime() - at.getTime()).toBeLessThanOrEqual(9 * HOUR_MS)
        // In the order of the night; earlier only where the day of travel begins between the two.
        const later = textTime(addMs(at, MINUTE_MS), boardsAt?.toISOString() ?? null)
        if (later >= sent) expect(later.getTime()).toBeGreaterThan(sent.getTime())
      }),
      { numRuns: 500 },
    )
  })

  it('hold a text until 6:00, and send one for a trip before dawn at once', async () => {
    test.clock.set(new Date('2026-11-21T02:30:00Z')) // 21:30 in Bogotá.
    await move(hours(20))
    expect(await shown()).toEqual([])
    test.clock.set(new Date('2026-11-21T10:59:00Z'))
    expect(await shown()).toEqual([])
    test.clock.set(new Date('2026-11-21T11:05:00Z'))
    expect(await shown()).toEqual(['whatsapp'])
    test.clock.set(new Date('2026-11-21T02:30:00Z'))
    await move(hours(7))
    expect(await shown()).toEqual(['whatsapp', 'whatsapp'])
  })

  it('hold an SMS in place of a WhatsApp message that failed in the evening', async () => {
    test.clock.set(new Date('2026-11-21T01:59:00Z')) // 20:59 in Bogotá.
    await move(hours(20))
    expect(await shown()).toEqual(['whatsapp'])
    test.clock.advance(10 * MINUTE_MS)
    const report = phones.control.report(phone, 'failed', 131_026)
    await test.app.inject({ method: 'POST', url: '/api/webhooks/whatsapp', ...report })
    expect(await shown()).toEqual(['whatsapp'])
    test.clock.set(new Date('2026-11-21T11:05:00Z'))
    expect(await shown()).toEqual(['sms', 'whatsapp'])
  })
})

describe('the number of texts', () => {
  it('sends at most 6 texts per booking over both channels, also in parallel', async () => {
    for (let change = 0; change < 4; change += 1) await move(hours(10))
    expect(await shown()).toHaveLength(4)
    await choose('travel', 'whatsapp', false)
    for (let change = 0; change < 5; change += 1) await move(hours(10))
    expect(await shown()).toHaveLength(6)
    path = `/bookings/${newId()}`
    await move(hours(10))
    expect(await shown()).toHaveLength(7)
  })

  it('counts a text that is sent again, or by SMS instead, once', async () => {
    phones.control.answer(500)
    await move(hours(10))
    await test.runJobs()
    phones.control.answer(null)
    test.clock.advance(5 * MINUTE_MS)
    expect(await shown()).toEqual(['whatsapp'])
    const report = phones.control.report(phone, 'failed', 131_026)
    await test.app.inject({ method: 'POST', url: '/api/webhooks/whatsapp', ...report })
    expect(await shown()).toEqual(['sms', 'whatsapp'])
    expect(await costs()).toEqual([{ channel: 'sms', pesos: test.deps.config.textPesos.sms }])
  })

  it('counts a text whose delivery nobody reported', async () => {
    await move(hours(10))
    await shown()
    test.clock.advance(26 * HOUR_MS)
    expect(await shown()).toEqual(['whatsapp'])
    expect(await costs()).toMatchObject([{ channel: 'whatsapp' }])
  })

  it('counts no text that did not reach the number', async () => {
    await choose('travel', 'sms', false)
    phones.control.answer(400, 131_026)
    await move(hours(10))
    await test.runJobs()
    expect(await costs()).toEqual([])
  })

  const costs = async () => {
    const sql = 'select channel, pesos from sent_texts where user_id = $1'
    return (await asOwner(test.deps.databaseUrl, sql, [ana.userId])).rows
  }
})

describe('"no más"', () => {
  const answer = (text: string) => {
    const posted = phones.control.answerBack(phone, text)
    return test.app.inject({ method: 'POST', url: '/api/webhooks/whatsapp', ...posted })
  }

  it.each(['No más', 'no mas', ' «NO MÁS» gracias', 'STOP'])(
    'as an answer in WhatsApp, such as %s, stops all texts',
    async (text) => {
      await move(hours(10))
      await shown()
      const [first] = phones.control.messages(phone)
      expect(first?.text).toContain('Responde «no más»')
      expect((await answer(text)).statusCode).toBe(200)
      await move(hours(10))
      expect(await shown()).toEqual(['whatsapp'])
    },
  )

  it('stops nothing by other answers, nor for other people', async () => {
    const other = await withPhone()
    await move(hours(10))
    await shown()
    await answer('No, más tarde llego')
    await move(hours(10))
    expect(await shown()).toHaveLength(2)
    await answer('no más')
    ;({ user: ana, phone } = other)
    await move(hours(10))
    expect(await shown()).toEqual(['whatsapp'])
  })

  it('stops a text that already waits for the morning', async () => {
    await move(hours(10))
    await shown()
    test.clock.set(new Date('2026-11-21T02:30:00Z'))
    await move(hours(20))
    await shown()
    await answer('no más')
    test.clock.set(new Date('2026-11-21T12:00:00Z'))
    expect(await shown()).toEqual(['whatsapp'])
  })

  it('stops texts by a link in the SMS, without a session, after a button press', async () => {
    await choose('travel', 'whatsapp', false)
    await move(hours(10))
    await shown()
    const [{ text } = { text: '' }] = phones.control.messages(phone)
    const [, code = ''] = /\/n\/([\w-]{11}) No mas: \S+\/n\/\1\/no$/.exec(text) ?? []
    const open = (url: string) => test.app.inject(url)
    expect((await open(`/n/${code}`)).headers.location).toBe(path)
    expect((await open('/n/x')).headers.location).toBe('/notifications')
    const page = (await open(`/n/${code}/no`)).headers.location
    expect(page).toBe(`/notifications/unsubscribe?token=texts.${code}`)
    await move(hours(10))
    expect(await shown()).toHaveLength(2)
    const url = '/api/notifications/unsubscribe'
    const stop = (token: string) => test.app.inject({ method: 'POST', url, payload: { token } })
    expect((await stop('texts.xxxxxxxxxxx')).json().code).toBe('link_invalid')
    expect((await stop(`texts.${code}`)).json()).toEqual({ topic: null })
    await move(hours(10))
    expect(await shown()).toHaveLength(2)
  })
})

it('knows when every message of the travel is about', () => {
  const travel = [...messages.values()].filter(({ topic }) => topic === 'travel')
  expect(travel.map(({ name }) => name).sort()).toEqual([
    'driver_cancelled',
    'driver_started',
    'meeting_agreed',
    'meeting_changed',
    'other_car_failed',
    'part_released',
    'point_replaced',
    'rescue_asked',
    'rescue_expired',
    'rescue_none',
    'rescue_offered',
    'rescue_waits',
    'seat_wanted',
    'trip_cancelled',
    'trip_changed',
    'trip_point_changed',
  ])
  expect(travel.filter(({ boardsAt }) => !boardsAt)).toEqual([])
  expect(driverStarted.channels.short).toBe(true)
})

/** Runs the job of the message, but not the jobs that it queues. */
async function runOnce(): Promise<void> {
  const { jobRunner } = await import('#server/platform/jobs/worker.ts')
  const { jobHandlers } = await import('#server/modules.ts')
  await jobRunner(test.deps, jobHandlers)()
}
