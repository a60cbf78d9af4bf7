import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser } from '#test/factories.ts'
import { postJson } from '#test/http-client.ts'

let test: TestApp

beforeAll(async () => {
  test = await openTestApp()
})

beforeEach(async () => {
  test.clock.set(TEST_NOW)
  await asOwner(test.deps.databaseUrl, 'truncate browser_errors, browser_vitals')
})

type Sent = { kind?: string; page?: string; message?: string; frame?: string }

const error = (sent: Sent = {}) => ({
  kind: 'error',
  page: '/wallet',
  message: "Cannot read properties of undefined (reading 'at')",
  frame: 'assets/wallet.route-B1x_.js:1:2345',
  ...sent,
})

const post = (body: object, ip?: string) =>
  postJson(test.app, '/browser-reports', { release: '0.1.0', ...body }, ip ? { ip } : {})

async function report(body: object): Promise<void> {
  const answer = await post(body)
  expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }])
}

/** Reads the reports as a support member who signs in now. */
async function shown() {
  const support = await aUser(test.deps, { roles: ['passenger', 'support'] })
  const answer = await test.app.inject({
    url: '/api/admin/browser-reports',
    headers: { authorization: `Bearer ${support.token}` },
  })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

const rowsOf = async (table: string) =>
  (await asOwner(test.deps.databaseUrl, `select * from ${table} order by 1, 2, 3`)).rows

const counted = async (name: string, detail: string) => {
  const text = await test.deps.metrics.registry.metrics()
  const line = `cupo_events_total{name="${name}",detail="${detail}"} `
  return Number(
    text
      .split('\n')
      .find((each) => each.startsWith(line))
      ?.slice(line.length) ?? 0,
  )
}

describe('errors that browsers report', () => {
  it('counts browser errors by day, page, message, release and source position', async () => {
    const before = await counted('browser_error', 'error')
    await report({ errors: [error(), error(), error({ page: '/trips' })] })
    test.clock.advance(60_000)
    await report({ errors: [error()] })
    await report({ release: '0.2.0', errors: [error()] })
    const { errors } = await shown()
    expect(errors.map(({ id: _, ...rest }: { id: string }) => rest)).toEqual([
      {
        ...error(),
        release: '0.1.0',
        occurrences: 3,
        firstAt: TEST_NOW.toISOString(),
        lastAt: addMs(TEST_NOW, 60_000).toISOString(),
      },
      expect.objectContaining({ page: '/wallet', release: '0.2.0', occurrences: 1 }),
      expect.objectContaining({ page: '/trips', release: '0.1.0', occurrences: 1 }),
    ])
    expect(await counted('browser_error', 'error')).toBe(before + 5)
  })

  it('stores no personal data of a browser error', async () => {
    await report({
      errors: [
        error({
          page: '/trips/0197a000-0000-7000-8000-000000000001?from=11001',
          message: 'ana@correo.co called +57 300 123 4567 at https://cupo.example/x?token=abc',
          frame: 'https://evil.example/ana.js:1:1',
        }),
      ],
    })
    const [row] = await rowsOf('browser_errors')
    const { page, message, frame } = row
    expect({ page, message, frame }).toEqual({
      page: 'other',
      message: '… called … at …',
      frame: '',
    })
    expect(Object.keys(row).sort()).toEqual([
      'day',
      'first_at',
      'frame',
      'group_hash',
      'kind',
      'last_at',
      'message',
      'occurrences',
      'page',
      'release',
    ])
  })

  it('counts a browser error without its text once the day has 500 different errors', async () => {
    const letter = (at: number) => String.fromCharCode(97 + (at % 26))
    const messages = Array.from(
      { length: 510 },
      (_, at) => `${letter(at / 26)}${letter(at)} is not a function`,
    )
    for (let at = 0; at < messages.length; at += 10) {
      await report({ errors: messages.slice(at, at + 10).map((message) => error({ message })) })
    }
    await report({ errors: [error({ message: messages[0] ?? '' })] })
    const rows = await rowsOf('browser_errors')
    expect(rows).toHaveLength(501)
    const rest = rows.filter(({ message }) => message === '')
    expect(rest).toEqual([
      expect.objectContaining({ kind: 'error', page: 'other', release: '', occurrences: 10 }),
    ])
    expect(rows.find(({ message }) => message === messages[0])?.occurrences).toBe(2)
    // The limit starts again on the next day.
    test.clock.advance(DAY_MS)
    await report({ errors: [error({ message: 'new' })] })
    expect(await rowsOf('browser_errors')).toHaveLength(502)
  })

  it('counts every browser report when 60 arrive in parallel', async () => {
    await Promise.all(
      Array.from({ length: 60 }, () =>
        report({ errors: [error()], vitals: { page: '/wallet', LCP: 1_000 } }),
      ),
    )
    const { errors, vitals } = await shown()
    expect(errors[0].occurrences).toBe(60)
    expect(vitals).toEqual([{ metric: 'LCP', good: 60, needsImprovement: 0, poor: 0 }])
  })
})

it('counts page views by page and web vitals threshold, the worst page first', async () => {
  const before = await counted('web_vital', 'LCP,needsImprovement')
  const views = [
    { page: '/trips', LCP: 1_200, INP: 150, CLS: 0.02, FCP: 900, TTFB: 80 },
    { page: '/wallet', LCP: 3_000, INP: 600 },
    { page: '/wallet', LCP: 2_500, CLS: 0.3 },
    { page: '/wallet/ana@correo.co', TTFB: 5_000 },
  ]
  for (const vitals of views) await report({ vitals })
  const { vitals, pages } = await shown()
  expect(pages.map(({ page }: { page: string }) => page)).toEqual(['/wallet', '/trips', 'other'])
  expect(pages[0].vitals).toEqual([
    { metric: 'LCP', good: 1, needsImprovement: 1, poor: 0 },
    { metric: 'INP', good: 0, needsImprovement: 0, poor: 1 },
    { metric: 'CLS', good: 0, needsImprovement: 0, poor: 1 },
  ])
  expect(vitals).toEqual([
    { metric: 'LCP', good: 2, needsImprovement: 1, poor: 0 },
    { metric: 'INP', good: 1, needsImprovement: 0, poor: 1 },
    { metric: 'CLS', good: 1, needsImprovement: 0, poor: 1 },
    { metric: 'FCP', good: 1, needsImprovement: 0, poor: 0 },
    { metric: 'TTFB', good: 1, needsImprovement: 0, poor: 1 },
  ])
  expect(await counted('web_vital', 'LCP,needsImprovement')).toBe(before + 1)
})

describe('refused browser reports', () => {
  it.each([
    ['an unknown kind of error', { errors: [error({ kind: 'fatal' })] }],
    ['an unknown metric', { vitals: { page: '/', FID: 10 } }],
    ['an unknown field', { errors: [{ ...error(), user: 'ana' }] }],
    ['an address besides the page', { errors: [{ ...error(), url: 'https://x' }] }],
    ['eleven errors', { errors: Array.from({ length: 11 }, () => error()) }],
    ['a message of 201 characters', { errors: [error({ message: 'x'.repeat(201) })] }],
    ['a release that is none', { release: '<b>', errors: [error()] }],
    ['a time below zero', { vitals: { page: '/', LCP: -1 } }],
  ])('refuses a browser report with %s', async (_what, body) => {
    const answer = await post(body)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request'])
    expect(await rowsOf('browser_errors')).toEqual([])
  })

  it('refuses a browser report above 8 kB', async () => {
    const answer = await post({ errors: [error()], more: 'x'.repeat(8_192) })
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'payload_too_large'])
  })

  it('refuses more than 240 browser reports from one network in ten minutes', async () => {
    const ip = '2001:db8:77::1'
    const codes = new Map<number, number>()
    for (let at = 0; at < 242; at += 1) {
      const { statusCode } = await post({}, ip)
      codes.set(statusCode, (codes.get(statusCode) ?? 0) + 1)
    }
    expect([...codes]).toEqual([
      [200, 240],
      [429, 2],
    ])
  })
})

it('shows browser reports for 7 days and deletes them after 30 days', async () => {
  await report({ errors: [error()], vitals: { page: '/', LCP: 1 } })
  test.clock.set(addMs(TEST_NOW, 6 * DAY_MS))
  expect((await shown()).errors).toHaveLength(1)
  test.clock.set(addMs(TEST_NOW, 7 * DAY_MS))
  expect(await shown()).toEqual({ vitals: [], pages: [], errors: [] })
  for (const [days, left] of [
    [30, 1],
    [31, 0],
  ] as const) {
    test.clock.set(addMs(TEST_NOW, days * DAY_MS))
    await test.runRecurring('purge-browser-reports')
    expect(await rowsOf('browser_errors')).toHaveLength(left)
    expect(await rowsOf('browser_vitals')).toHaveLength(left)
  }
})
