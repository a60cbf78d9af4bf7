import { pino } from 'pino'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { closeSessionsOf } from '#server/modules/people/access/index.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { anotherSession, aUser, type TestUser } from '#test/factories.ts'
import { type LiveClient, openLive } from '#test/live-client.ts'
import { liveRecurring } from '../module.ts'
import { announce } from './announce.ts'

let test: TestApp
let url: string
let person: TestUser
const open: LiveClient[] = []

beforeAll(async () => {
  test = await openTestApp()
  url = await test.app.listen({ port: 0, host: '127.0.0.1' })
  person = await aUser(test.deps)
})
afterEach(() => {
  for (const client of open.splice(0)) client.close()
})

async function follow(user = person, after?: string): Promise<LiveClient> {
  const client = await openLive({ url, token: user.token, ...(after ? { after } : {}) })
  open.push(client)
  // After the first ping or event the client misses nothing.
  if (client.status === 200) await client.until(({ cursor }) => cursor() !== '')
  return client
}

/** Announces a message. Returns its `ref`. */
async function tell(...users: TestUser[]): Promise<string> {
  const ref = newId()
  const ids = users.map(({ userId }) => userId)
  await inTransaction(test.deps.db, (tx) => announce(tx, ids, { type: 'message', ref }))
  return ref
}

const has = (ref: string) => (client: LiveClient) => client.events.some((each) => each.ref === ref)

async function readJson(after?: string) {
  const answer = await test.app.inject({
    url: `/api/events${after ? `?after=${after}` : ''}`,
    headers: { authorization: `Bearer ${person.token}` },
  })
  return answer.json() as { events: { ref: string }[]; cursor: string; reset: boolean }
}

describe('the live stream', () => {
  it('forbids proxies to cache, transform or buffer the live stream', async () => {
    const { status, headers } = await follow()
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store, no-transform')
    expect(headers['x-accel-buffering']).toBe('no')
    expect(headers['content-encoding']).toBeUndefined()
  })

  it('sends a live event to each tab of its person and to nobody else', async () => {
    const other = await aUser(test.deps)
    const [first, second, foreign] = [await follow(), await follow(), await follow(other)]
    const ref = await tell(person)
    await first.until(has(ref))
    await second.until(has(ref))
    const theirs = await tell(other)
    await foreign.until(has(theirs))
    expect(foreign.events.map((each) => each.ref)).toEqual([theirs])
  })

  it('sends no live event of a transaction that is rolled back', async () => {
    const client = await follow()
    const lost = newId()
    const attempt = inTransaction(test.deps.db, async (tx) => {
      await announce(tx, [person.userId], { type: 'message', ref: lost })
      throw new Error('no')
    })
    await expect(attempt).rejects.toThrow('no')
    await client.until(has(await tell(person)))
    expect(has(lost)(client)).toBe(false)
  })

  it('sends a live event that another process wrote without a hint', async () => {
    const client = await follow()
    const ref = newId()
    await asOwner(
      test.deps.databaseUrl,
      `insert into live_events (id, user_id, type, ref) values ($1, $2, 'read', $3)`,
      [newId(), person.userId, ref],
    )
    await client.until(has(ref))
  })

  it('ends the live stream when its session ends', async () => {
    const leaving = await aUser(test.deps)
    const client = await follow(leaving)
    await asOwner(test.deps.databaseUrl, 'update sessions set revoked_at = now() where id = $1', [
      leaving.sessionId,
    ])
    await client.ended
    expect((await follow(leaving)).status).toBe(401)
  })

  it('sends no live event written after the session ended', async () => {
    const leaving = await aUser(test.deps)
    const stays = await aUser(test.deps)
    const [client, other] = [await follow(leaving), await follow(stays)]
    const before = await tell(leaving, stays)
    await client.until(has(before))
    await asOwner(test.deps.databaseUrl, 'update sessions set revoked_at = now() where id = $1', [
      leaving.sessionId,
    ])
    const after = await tell(leaving, stays)
    await other.until(has(after))
    await client.ended
    expect(client.events.map(({ ref }) => ref)).toEqual([before])
  })

  it('closes only the live stream of a revoked session, within 3 s', async () => {
    const who = await aUser(test.deps)
    const second = await anotherSession(test.deps, who)
    const [lost, kept] = [await follow(who), await follow(second)]
    const endedAt = performance.now()
    const answer = await test.app.inject({
      method: 'DELETE',
      url: `/api/auth/sessions/${who.sessionId}`,
      headers: { authorization: `Bearer ${second.token}` },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    await lost.ended
    // The periodic check of sessions runs only every 5 s.
    expect(performance.now() - endedAt).toBeLessThan(3_000)
    await kept.until(({ events }) => events.some(({ type }) => type === 'session'))
    const ref = await tell(who)
    await kept.until(has(ref))
    expect(lost.events).toEqual([])
  })

  it('closes live streams of other processes when the password is changed', async () => {
    const app = await buildApp(test.deps)
    const own = await app.listen({ port: 0, host: '127.0.0.1' })
    const who = await aUser(test.deps)
    const client = await openLive({ url: own, token: who.token })
    await client.until(({ cursor }) => cursor() !== '')
    const endedAt = performance.now()
    await inTransaction(test.deps.db, (tx) =>
      closeSessionsOf(tx, {
        userId: who.userId,
        except: null,
        reason: 'password',
        now: test.clock.now(),
      }),
    )
    await client.ended
    expect(performance.now() - endedAt).toBeLessThan(3_000)
    expect(client.events).toEqual([])
    await app.close()
  })

  it('refuses a ninth live stream of one person', async () => {
    const many = await aUser(test.deps)
    for (let tab = 0; tab < 8; tab += 1) expect((await follow(many)).status).toBe(200)
    expect((await follow(many)).status).toBe(429)
    open.at(-2)?.close()
    const free = async () => (await follow(many)).status === 200
    await expect.poll(free, { timeout: 20_000 }).toBe(true)
  })

  it('ends live streams when the server closes', async () => {
    const app = await buildApp(test.deps)
    const own = await app.listen({ port: 0, host: '127.0.0.1' })
    const client = await openLive({ url: own, token: person.token })
    await app.close()
    await client.ended
  })
})

it('logs no error when a reader leaves the live stream', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const app = await buildApp({ ...test.deps, log })
  const own = await app.listen({ port: 0, host: '127.0.0.1' })
  const client = await openLive({ url: own, token: person.token })
  client.close()
  const connections = () => new Promise((done) => app.server.getConnections((_, n) => done(n)))
  await expect.poll(connections, { timeout: 20_000 }).toBe(0)
  await app.close()
  expect(lines).toEqual([])
})

describe('reader that reconnects to the live stream', () => {
  it('sends a reconnecting reader the events that it missed', async () => {
    const before = await follow()
    await before.until(has(await tell(person)))
    before.close()
    const [a, b] = [await tell(person), await tell(person)]
    const after = await follow(person, before.cursor())
    await after.until((client) => has(a)(client) && has(b)(client))
    const answer = await readJson(before.cursor())
    expect(answer.events.map(({ ref }) => ref)).toEqual(expect.arrayContaining([a, b]))
    // Open transactions of other databases on the server hold back the cursor; then hints repeat.
    let { cursor } = answer
    const rest = async () => {
      const next = await readJson(cursor)
      cursor = next.cursor
      return next.events
    }
    await expect.poll(rest, { timeout: 20_000 }).toEqual([])
  })

  it('sends an event whose transaction committed after that of a later event', async () => {
    const client = await follow()
    const late = newId()
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let written = () => {}
    const isWritten = new Promise<void>((resolve) => {
      written = resolve
    })
    const slow = inTransaction(test.deps.db, async (tx) => {
      await announce(tx, [person.userId], { type: 'message', ref: late })
      written()
      await held
    })
    await isWritten
    const early = await tell(person)
    await client.until(has(early))
    const cursor = client.cursor()
    const json = await readJson(cursor)
    letGo()
    await slow
    await client.until(has(late))
    expect((await readJson(cursor)).events.map(({ ref }) => ref)).toContain(late)
    expect((await readJson(json.cursor)).events.map(({ ref }) => ref)).toContain(late)
    await (await follow(person, cursor)).until(has(late))
    // The open stream received each event once.
    expect(client.events.filter(({ ref }) => ref === late || ref === early)).toHaveLength(2)
  })

  it('resets a reader with a cursor that is too old or from another database', async () => {
    const { cursor } = await readJson()
    const [low, seconds] = cursor.split('.')
    const old = `${low}.${Number(seconds) - 3_601}`
    expect(await readJson(old)).toMatchObject({ reset: true, events: [] })
    expect((await follow(person, old)).named).toEqual(['reset'])
    const ahead = `${Number(low) + 1_000_000}.${seconds}`
    expect(await readJson(ahead)).toMatchObject({ reset: true })
  })

  it('reads a cursor with leading zeros as the same number', async () => {
    const { cursor } = await readJson()
    const [low, seconds] = cursor.split('.')
    expect(await readJson(`0${low}.${seconds}`)).toMatchObject({ reset: false })
    expect(await readJson(`054196904.${seconds}`)).toMatchObject({ events: [] })
  })

  it('resets a reader that missed too many events', async () => {
    const { cursor } = await readJson()
    await asOwner(
      test.deps.databaseUrl,
      `insert into live_events (id, user_id, type, ref)
       select gen_random_uuid(), $1, 'read', gen_random_uuid() from generate_series(1, 501)`,
      [person.userId],
    )
    expect(await readJson(cursor)).toMatchObject({ reset: true, events: [] })
  })

  it('refuses an invalid live cursor in the query or in Last-Event-ID', async () => {
    const answer = await test.app.inject({
      url: '/api/events?after=x',
      headers: { authorization: `Bearer ${person.token}` },
    })
    expect(answer.json().code).toBe('invalid_request')
    expect((await follow(person, 'x')).named).toEqual(['reset'])
  })
})

it('deletes live events after two hours', async () => {
  await tell(person)
  const count = async () => {
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select count(*)::int as n from live_events',
    )
    return rows[0]?.n as number
  }
  const purge = async (now: Date) => {
    for (const job of liveRecurring) await job.run({ ...test.deps, clock: { now: () => now } })
  }
  const { rows } = await asOwner(test.deps.databaseUrl, 'select now() as now')
  const now = rows[0]?.now as Date
  await purge(addMs(now, HOUR_MS))
  expect(await count()).toBeGreaterThan(0)
  await purge(addMs(now, 2 * HOUR_MS + 60_000))
  expect(await count()).toBe(0)
})
