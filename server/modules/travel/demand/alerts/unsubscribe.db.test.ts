import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { beforeAll, describe, expect, it } from 'vitest'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { aRoadNetwork, aTrip, BOGOTA, CALI } from '#test/trip-factories.ts'
import { alertIdOf, unsubscribeToken } from './unsubscribe.ts'

let test: TestApp
/** Raw messages that the mail server received. */
const received: string[] = []

beforeAll(async () => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      text(stream).then((raw) => {
        received.push(raw)
        done()
      }, done)
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  test = await openTestApp({ urls: { smtp: `smtp://127.0.0.1:${port}` } })
  await aRoadNetwork(test.deps)
  return () => new Promise<void>((resolve) => server.close(() => resolve()))
})

async function anAlert(): Promise<{ user: TestUser; id: string; token: string }> {
  const user = await aUser(test.deps)
  const departsAt = addMs(test.clock.now(), 7 * DAY_MS)
  const date = departsAt.toISOString().slice(0, 10)
  const { statusCode, json } = await test.app.inject({
    method: 'POST',
    url: '/api/alerts',
    headers: { authorization: `Bearer ${user.token}` },
    payload: { from: BOGOTA, to: CALI, since: date, until: date },
  })
  expect(statusCode).toBe(200)
  const { id } = json().alert
  return { user, id, token: unsubscribeToken(test.deps.secrets, id) }
}

async function statusOf(user: TestUser): Promise<string[]> {
  const answer = await test.app.inject({
    url: '/api/alerts',
    headers: { authorization: `Bearer ${user.token}` },
  })
  const { active, past } = answer.json()
  return [...active, ...past].map((alert: { status: string }) => alert.status)
}

const post = (path: string, payload: object) =>
  test.app.inject({ method: 'POST', url: `/api/alerts/${path}`, payload })

describe('the unsubscribe token of a mail', () => {
  it('gives an alert the same unsubscribe token each time, and the token leads back to it', () => {
    const id = newId()
    const { secrets } = test.deps
    expect(unsubscribeToken(secrets, id)).toBe(unsubscribeToken(secrets, id))
    expect(alertIdOf(secrets, unsubscribeToken(secrets, id))).toBe(id)
  })

  it("shows the alert of a mail's token without stopping it, then stops it", async () => {
    const { user, token } = await anAlert()
    const shown = await post('from-mail', { token })
    expect(shown.json().alert).toMatchObject({ status: 'active', from: { name: 'Bogotá' } })
    expect(Object.keys(shown.json().alert).sort()).toEqual([
      'from',
      'since',
      'status',
      'to',
      'until',
    ])
    expect(await statusOf(user)).toEqual(['active'])
    for (const _ of [1, 2]) {
      const stopped = await post('unsubscribe', { token })
      expect(stopped.json().alert).toMatchObject({ status: 'stopped', to: { name: 'Cali' } })
    }
    expect(await statusOf(user)).toEqual(['stopped'])
  })

  it('stops only the alert of the token, not the alert of another person', async () => {
    const [one, other] = [await anAlert(), await anAlert()]
    await post('unsubscribe', { token: one.token })
    expect(await statusOf(other.user)).toEqual(['active'])
  })

  it('refuses an unsubscribe token with one changed byte or made for another purpose', async () => {
    const { user, id, token } = await anAlert()
    const bytes = Buffer.from(token, 'base64url')
    const flipped = (at: number) => {
      const copy = Buffer.from(bytes)
      copy[at] = (copy[at] ?? 0) ^ 1
      return copy.toString('base64url')
    }
    const signedWith = (key: Buffer, words: string) => {
      const mac = createHmac('sha256', key).update(words).digest()
      return Buffer.concat([bytes.subarray(0, 16), mac]).toString('base64url')
    }
    const { indexKey, authKey, dataKey } = test.deps.secrets
    const forged = [
      flipped(0),
      flipped(16),
      flipped(47),
      token.slice(0, -1),
      `${token}A`,
      ` ${token}`,
      'x'.repeat(64),
      signedWith(indexKey, id),
      signedWith(indexKey, `alerts.unsubscribe${id}`),
      signedWith(authKey, id),
      signedWith(dataKey.current.bytes, id),
      unsubscribeToken({ indexKey: authKey }, id),
      unsubscribeToken(test.deps.secrets, newId()),
      user.token.slice(0, 200),
    ]
    for (const each of forged) {
      for (const path of ['from-mail', 'unsubscribe']) {
        const answer = await post(path, { token: each })
        expect([answer.statusCode, answer.json().code], each).toEqual([410, 'link_invalid'])
      }
      const oneClick = await post(`unsubscribe/${encodeURIComponent(each)}`, {})
      expect([404, 410]).toContain(oneClick.statusCode)
    }
    expect(await statusOf(user)).toEqual(['active'])
  })
})

describe('the unsubscribe button of a mail program', () => {
  it('puts the one-click unsubscribe address in the mail headers', async () => {
    const { token } = await anAlert()
    received.length = 0
    await aTrip(test.deps, { departsAt: addMs(test.clock.now(), 7 * DAY_MS) })
    await test.runJobs()
    const lines = received.map((raw) => raw.replaceAll(/\r\n[ \t]+/g, ' '))
    const own = lines.find((raw) => raw.includes(`/unsubscribe/${token}`))
    const address = `http://localhost:3000/api/alerts/unsubscribe/${token}`
    expect(own).toContain(`List-Unsubscribe: <${address}>\r\n`)
    expect(own).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  })

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['application/json', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      [
        '--x',
        'content-disposition: form-data; name="List-Unsubscribe"',
        '',
        'One-Click',
        '--x--',
        '',
      ].join('\r\n'),
    ],
  ])('stops the alert for any posted body (here %s), without a session', async (type, payload) => {
    const { user, token } = await anAlert()
    const press = () =>
      test.app.inject({
        method: 'POST',
        url: `/api/alerts/unsubscribe/${token}`,
        headers: { 'content-type': type },
        payload,
      })
    expect((await press()).json()).toEqual({ status: 'stopped' })
    expect((await press()).statusCode).toBe(200)
    expect(await statusOf(user)).toEqual(['stopped'])
  })

  it('redirects people who open the one-click address to a page that asks first', async () => {
    const { user, token } = await anAlert()
    const answer = await test.app.inject({ url: `/api/alerts/unsubscribe/${token}` })
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe(`http://localhost:3000/alerts?token=${token}`)
    expect(await statusOf(user)).toEqual(['active'])
  })
})
