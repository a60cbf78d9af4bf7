import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLogger } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { fixedClock } from '#test/fixed-clock.ts'
import { fetchBetween, fetchByReference, fetchTransaction } from './wompi-gateway.ts'

const metrics = createMetrics({ process: false })
const urls = { site: '', gatewayApi: '', checkout: '' }
const deps = {
  urls,
  metrics,
  secrets: { wompi: { privateKey: 'prv' } } as Secrets,
  log: createLogger('silent'),
  clock: fixedClock(new Date('2026-11-24T16:00:00Z')),
}
const server = Fastify()
let answer: unknown

beforeAll(async () => {
  server.all('/*', async () => answer)
  urls.gatewayApi = await server.listen({ port: 0, host: '127.0.0.1' })
})

afterAll(() => server.close())

/** Example of https://docs.wompi.co/docs/colombia/transacciones/, with an invented reference. */
const row = {
  id: '1234-1610641025-49201',
  created_at: '2024-02-13T19:53:56.879Z',
  amount_in_cents: 4_490_000,
  reference: 'MZQ3X2DE2SMX',
  currency: 'COP',
  payment_method_type: 'CARD',
  status: 'APPROVED',
}
const read = {
  id: row.id,
  status: 'APPROVED',
  amountInCents: 4_490_000,
  currency: 'COP',
  reference: row.reference,
  merchantKey: null,
  method: 'CARD',
  payer: null,
  createdAt: new Date(row.created_at),
}

async function counted(reason: string): Promise<number> {
  const { values = [] } = (await metrics.registry.getSingleMetric('cupo_events_total')?.get()) ?? {}
  return values.find(({ labels }) => labels.detail === reason)?.value ?? 0
}

it('skips an invalid row in the list of the gateway and still counts it for paging', async () => {
  answer = { data: [{ ...row, id: null }, row, 'a text', { ...row, amount_in_cents: 'many' }] }
  expect(await fetchByReference(deps, row.reference)).toEqual([read])
  const days = { fromDay: '2024-02-13', untilDay: '2024-02-13' }
  expect(await fetchBetween(deps, days)).toEqual([read])
  expect(await counted('odd_row')).toBe(2)
})

it('treats an unknown transaction state as pending, and counts it in the metrics', async () => {
  answer = { data: [{ ...row, status: 'IN_REVIEW' }] }
  expect(await fetchByReference(deps, row.reference)).toEqual([{ ...read, status: 'PENDING' }])
  answer = { data: { ...row, status: 'IN_REVIEW' } }
  expect(await fetchTransaction(deps, row.id)).toEqual({ ...read, status: 'PENDING' })
  expect(await counted('odd_state')).toBe(2)
})

it('fails as malformed when the gateway answers something other than a list', async () => {
  answer = { data: null }
  await expect(fetchByReference(deps, row.reference)).rejects.toMatchObject({ reason: 'malformed' })
})
