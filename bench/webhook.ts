import { createHash } from 'node:crypto'
import { httpClient, measure } from './load.ts'
import type { Stage } from './stage.ts'

const CONNECTIONS = 256
const EVENTS = 10_000

/** Ours: the gateway may give up on an answer that takes longer. */
const BUDGET_MS = 500

export type WebhookFigures = {
  events: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  stored: number
  ok: boolean
}

/** Signed events, each of another transaction, over 256 kept-open connections. */
export async function measureWebhook(stage: Stage): Promise<WebhookFigures> {
  const client = httpClient(stage.port, CONNECTIONS)
  const secret = stage.deps.secrets.wompi.eventsSecret
  const options = { clients: CONNECTIONS, seconds: 120, turnsMax: EVENTS }
  try {
    const found = await measure('events of the gateway', options, async (turn) => {
      const headers = { 'content-type': 'application/json' }
      const { status } = await client.send('POST', '/webhooks/wompi', headers, event(turn, secret))
      if (status !== 200) throw new Error(`an event was answered ${status}`)
      return true
    })
    const rows = await stage.pool.query('select count(*)::int as n from gateway_events')
    const stored = Number(rows.rows[0]?.n)
    const { perSecond, p50Ms, p99Ms, done } = found
    const ok = p99Ms <= BUDGET_MS && stored === EVENTS
    return { events: done, perSecond, p50Ms, p99Ms, stored, ok }
  } finally {
    client.close()
  }
}

/** As the gateway signs it: values of the named properties, the time and the secret. */
function event(turn: number, secret: string): string {
  const id = `${turn + 1}-1795000000-1`
  const status = 'APPROVED'
  const cents = 6_000_000
  const timestamp = 1_795_000_000
  const text = `${id}${status}${cents}${timestamp}${secret}`
  return JSON.stringify({
    event: 'transaction.updated',
    data: { transaction: { id, status, amount_in_cents: cents, reference: `CUPO-${turn}` } },
    environment: 'test',
    signature: {
      properties: ['transaction.id', 'transaction.status', 'transaction.amount_in_cents'],
      checksum: createHash('sha256').update(text).digest('hex'),
    },
    timestamp,
  })
}
