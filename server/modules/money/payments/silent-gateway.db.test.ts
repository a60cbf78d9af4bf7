import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { gatewayRestsUntil } from '#server/modules/bank/gateway/index.ts'
import { jobHandlers, recurringJobs } from '#server/modules.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { postJson } from '#test/http-client.ts'
import { openPaymentsApp, type PaymentsApp } from '#test/wompi.ts'
import { reconcilePayments } from './reconcile-payments.ts'

// A gateway that accepts connections and never answers, so that every request times out.

let shop: PaymentsApp
let silent: Server
let silentUrl: string
let answeringUrl: string
let asked = 0
let user: TestUser
let worker: Worker | undefined

beforeAll(async () => {
  shop = await openPaymentsApp({ poolSize: 20 })
  answeringUrl = shop.deps.urls.gatewayApi
  silent = createServer(() => {
    asked += 1
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`
  user = await aUser(shop.deps)
})

beforeEach(() => {
  asked = 0
  shop.deps.urls.gatewayApi = silentUrl
})

afterEach(async () => {
  silent.closeAllConnections()
  await worker?.stop()
  worker = undefined
})

afterAll(() => {
  silent.closeAllConnections()
  silent.close()
})

/** Stores events of `count` approved transactions without processing them. */
async function waitingEvents(count: number): Promise<void> {
  const reference = await shop.topUp(user, 20_000)
  for (let n = 0; n < count; n += 1) {
    const id = shop.payer(reference, 20_000, { delivery: 'none' })
    expect(await shop.wompi.post(shop.wompi.eventBody(id))).toBe(200)
  }
}

/** Milliseconds from a recovery request until its mail has arrived. */
async function mailed({ email }: TestUser): Promise<number> {
  const body = { email, password: 'otra-clave-larga' }
  expect((await postJson(shop.app, '/auth/recover-account', body)).statusCode).toBe(200)
  const from = Date.now()
  await expect
    .poll(() => shop.mail.control.messages(email).length, { timeout: 20_000, interval: 20 })
    .toBe(1)
  return Date.now() - from
}

const jobRows = async () =>
  (
    await asOwner(
      shop.deps.databaseUrl,
      `select attempts, dead_at, run_at from jobs where name = 'payments.event'`,
    )
  ).rows as { attempts: number; dead_at: Date | null; run_at: Date }[]

describe('a silent gateway', () => {
  it('mails a recovery without delay while 120 events wait for a silent gateway', async () => {
    await waitingEvents(120)
    worker = startWorker(shop.deps, jobHandlers, recurringJobs)
    // The first mail of a process takes longer, because it loads the layout.
    expect(await mailed(await aUser(shop.deps))).toBeLessThan(10_000)
    expect(asked).toBeGreaterThan(0)
    expect(await mailed(user)).toBeLessThan(2_000)
  }, 40_000)

  it('stops calling a silent gateway after five timeouts, and counts no failed job', async () => {
    worker = startWorker(shop.deps, jobHandlers, recurringJobs)
    // The eight workers of the lane wait for their first timeout, 8 s.
    await expect
      .poll(async () => (await jobRows()).filter(({ attempts }) => attempts > 0).length, {
        timeout: 20_000,
      })
      .toBe(0)
    expect((await jobRows()).length).toBe(120)
    expect((await jobRows()).every(({ dead_at }) => dead_at === null)).toBe(true)
    expect(gatewayRestsUntil(shop.deps)).toEqual(addMs(shop.clock.now(), 15_000))
    const before = asked
    const from = Date.now()
    const reference = await shop.topUp(user, 20_000)
    const { status, body } = await shop.post(user, '/payments/confirm-redirect', { reference })
    expect([status, body.payment.status]).toEqual([200, 'PENDING'])
    shop.clock.advance(5_000)
    expect(await reconcilePayments(shop.deps)).toBe(0)
    await worker.runDue()
    expect(Date.now() - from).toBeLessThan(2_000)
    expect(asked).toBe(before)
    const metrics = await shop.deps.metrics.registry.metrics()
    expect(metrics).toContain('name="gateway_breaker",detail="open"')
  }, 40_000)

  it('probes a silent gateway once after the pause, and then settles every event', async () => {
    shop.deps.urls.gatewayApi = answeringUrl
    for (let round = 0; round < 3; round += 1) {
      shop.clock.advance(MINUTE_MS)
      await shop.runRecurring('payments.reconcile', 'payments.sweep-events')
    }
    expect(await jobRows()).toEqual([])
    expect(gatewayRestsUntil(shop.deps)).toBeUndefined()
  }, 40_000)
})
