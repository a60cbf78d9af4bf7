import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTextSandbox, type TextSandbox } from '#sandbox/text/text-sandbox.ts'
import {
  contactBoarded,
  contactNotAboard,
} from '#server/modules/community/safety/safety.messages.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { textCode, textNews } from './deliver-text.ts'

let test: TestApp
let phones: TextSandbox
let sms = ''
let last = 0
let phone = ''

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
  sms = `${origin}/sandbox/text/sms`
})

beforeEach(async () => {
  test.deps.urls.sms = sms
  test.clock.advance(25 * HOUR_MS)
  phones.control.answer(null)
  await asOwner(test.deps.databaseUrl, 'delete from jobs')
  phones.control.clear()
  last += 1
  phone = `+57320${String(last).padStart(7, '0')}`
})

const until = () => addMs(test.clock.now(), 6 * HOUR_MS)

async function news(channel: 'whatsapp' | 'sms' = 'whatsapp', orSms = true): Promise<void> {
  const at = test.clock.now().toISOString()
  const data = { by: 'Ana', from: 'Bogotá', to: 'Cali', at, path: '/v/1', stopPath: '/v/2' }
  await inTransaction(test.deps.db, (tx) =>
    textNews(tx, test.deps, contactBoarded, { channel, phone, data, until: until(), orSms }),
  )
  await test.runJobs()
}

const shown = () => phones.control.messages(phone).map(({ channel }) => channel)
const jobs = async () =>
  (await asOwner(test.deps.databaseUrl, 'select name, attempts, dead_at, key from jobs')).rows

const post = (posted: { payload: string; headers: Record<string, string> }) =>
  test.app.inject({ method: 'POST', url: '/api/webhooks/whatsapp', ...posted })
const report = (...what: Parameters<TextSandbox['control']['report']>) =>
  post(phones.control.report(...what))

async function counted(name: string, detail: string): Promise<number> {
  const { values } = await test.deps.metrics.registry.getSingleMetric('cupo_events_total')!.get()
  return values.find(({ labels }) => labels.name === name && labels.detail === detail)?.value ?? -1
}

describe('a template of WhatsApp', () => {
  const page = fileURLToPath(new URL('../../../../docs/operations.md', import.meta.url))
  const documented = /`cupo_aviso_2`[^|]*\|[^|]*\| `([^`]+)`/.exec(readFileSync(page, 'utf8'))?.[1]

  it('uses the documented WhatsApp template, which starts and ends with words', async () => {
    expect(documented).toMatch(/^\p{L}.*\{\{1\}\}.*\p{L}+ .*\{\{2\}\}.*\p{L}\.$/u)
    await news()
    const [{ text } = { text: '' }] = phones.control.messages(phone)
    const [start, middle, end] = (documented ?? '').split(/\{\{[12]\}\}/)
    expect(text.startsWith(start ?? '?')).toBe(true)
    expect(text).toContain(middle)
    expect(text.endsWith(end ?? '?')).toBe(true)
    expect(text).not.toMatch(/\.\.|\n| {2}/)
  })
})

describe('text provider that refuses our account', () => {
  it.each([
    ['whatsapp', 401, 190],
    ['whatsapp', 403, 10],
    ['whatsapp', 400, 131_042],
    ['whatsapp', 404, 132_001],
    ['sms', 401, 20_003],
    ['sms', 403, 20_003],
    ['sms', 400, 21_408],
  ] as const)(
    'keeps a text for hours and counts the failure when %s refuses our account: %i %i',
    async (channel, status, code) => {
      const before = await counted('text_provider_failed', channel)
      expect(before).toBeGreaterThanOrEqual(0)
      phones.control.answer(status, code)
      await news(channel, false)
      for (let hour = 0; hour < 5; hour += 1) {
        await test.runJobs()
        test.clock.advance(HOUR_MS)
      }
      expect(await jobs()).toMatchObject([{ attempts: 0, dead_at: null }])
      expect(await counted('text_provider_failed', channel)).toBeGreaterThan(before + 2)
      phones.control.answer(null)
      await test.runJobs()
      expect(shown()).toEqual([channel])
    },
  )
})

describe('text that WhatsApp does not deliver', () => {
  it.each([131_026, 131_049])(
    'sends an SMS when Meta reports that WhatsApp failed with %i',
    async (code) => {
      await news()
      expect(shown()).toEqual(['whatsapp'])
      expect((await report(phone, 'failed', code)).statusCode).toBe(200)
      await test.runJobs()
      expect(shown()).toEqual(['sms', 'whatsapp'])
      expect(await jobs()).toEqual([])
    },
  )

  it('sends an SMS immediately when WhatsApp refuses the number', async () => {
    phones.control.answer(400, 131_026)
    await inTransaction(test.deps.db, (tx) =>
      textNews(tx, test.deps, contactNotAboard, {
        channel: 'whatsapp',
        phone,
        data: { by: 'Ana', path: '/v/1' },
        until: until(),
        orSms: true,
      }),
    )
    await runOnce()
    phones.control.answer(null)
    await test.runJobs()
    expect(shown()).toEqual(['sms'])
  })

  it('sends one SMS when Meta reports the same failure repeatedly', async () => {
    await news()
    await report(phone, 'failed', 131_026)
    await report(phone, 'failed', 131_026)
    await test.runJobs()
    await report(phone, 'failed', 131_026)
    await test.runJobs()
    expect(shown()).toEqual(['sms', 'whatsapp'])
  })

  it.each(['delivered', 'read'] as const)(
    'sends no SMS when WhatsApp reports the text as %s',
    async (status) => {
      await news()
      expect((await report(phone, status)).statusCode).toBe(200)
      expect(await jobs()).toEqual([])
      test.clock.advance(7 * HOUR_MS)
      await report(phone, 'failed', 131_026)
      await test.runJobs()
      expect(shown()).toEqual(['whatsapp'])
    },
  )

  it('sends no SMS when the failure of WhatsApp is reported too late', async () => {
    await news()
    test.clock.advance(7 * HOUR_MS)
    await report(phone, 'failed', 131_026)
    await test.runJobs()
    expect(shown()).toEqual(['whatsapp'])
    expect(await jobs()).toEqual([])
  })

  it('sends no fallback SMS if an SMS was sent anyway or SMS is not configured', async () => {
    await news('whatsapp', false)
    await report(phone, 'failed', 131_026)
    await test.runJobs()
    delete test.deps.urls.sms
    await news()
    await report(phone, 'failed', 131_026)
    await test.runJobs()
    expect(shown()).toEqual(['whatsapp', 'whatsapp'])
  })

  it('answers 503 to a WhatsApp report that arrives before the message is recorded', async () => {
    await news()
    await asOwner(test.deps.databaseUrl, 'delete from jobs')
    const posted = phones.control.report(phone, 'failed', 131_026)
    expect((await post(posted)).statusCode).toBe(503)
    test.clock.advance(2 * MINUTE_MS)
    expect((await post(posted)).statusCode).toBe(200)
  })

  it('sends a code by SMS when WhatsApp does not deliver it', async () => {
    await inTransaction(test.deps.db, (tx) =>
      textCode(tx, test.deps, { channel: 'whatsapp', phone, code: '123456', until: until() }),
    )
    await test.runJobs()
    await report(phone, 'failed', 131_026)
    await test.runJobs()
    expect(phones.control.messages(phone)[0]).toMatchObject({
      channel: 'sms',
      text: expect.stringContaining('tu codigo es 123456'),
    })
  })

  it('stores no readable phone number in the queue', async () => {
    await news()
    const dump = await asOwner(test.deps.databaseUrl, 'select j::text from jobs j')
    expect(JSON.stringify(dump.rows)).not.toContain(phone.slice(3))
    const encoded = Buffer.from(phone.slice(1)).toString('base64').slice(0, 12)
    expect(JSON.stringify(dump.rows)).not.toContain(encoded)
  })
})

describe('webhook of Meta', () => {
  it('refuses a WhatsApp report that Meta did not sign', async () => {
    await news()
    const { payload, headers } = phones.control.report(phone, 'failed', 131_026)
    for (const signature of ['', 'sha256=', `sha256=${'0'.repeat(64)}`]) {
      const forged = { ...headers, 'x-hub-signature-256': signature }
      expect((await post({ payload, headers: forged })).statusCode).toBe(401)
    }
    expect((await post({ payload: `${payload} `, headers })).statusCode).toBe(401)
    await test.runJobs()
    expect(shown()).toEqual(['whatsapp'])
  })

  it('answers the WhatsApp webhook challenge only with the right token', async () => {
    const token = test.deps.secrets.whatsapp?.verifyToken ?? ''
    const ask = (query: Record<string, string>) =>
      test.app.inject({ url: '/api/webhooks/whatsapp', query })
    const good = { 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '115820' }
    const answer = await ask(good)
    expect([answer.statusCode, answer.body]).toEqual([200, '115820'])
    expect(answer.headers['content-type']).toContain('text/plain')
    expect((await ask({ ...good, 'hub.verify_token': 'x' })).statusCode).toBe(403)
    expect((await ask({ ...good, 'hub.mode': 'x' })).statusCode).toBe(403)
    expect((await ask({})).statusCode).toBe(403)
  })
})

/** Runs the job of the message, but not the jobs that it queues. */
async function runOnce(): Promise<void> {
  const { jobRunner } = await import('#server/platform/jobs/worker.ts')
  const { jobHandlers } = await import('#server/modules.ts')
  await jobRunner(test.deps, jobHandlers)()
}
