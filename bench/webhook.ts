import { createHash } from 'node:crypto'
import { expectStatus, httpClient } from './harness/http.ts'
import { measure } from './harness/load.ts'
import { check, printAgainst } from './harness/report.ts'
import type { Stage } from './harness/stage.ts'
import { measureTpcB } from './harness/yardsticks.ts'

const CONNECTIONS = 256
const EVENTS = 10_000

/** Our own limit for the response time, because the gateway may time out on a slower response. */
const P99_MAX_MS = 500

/**
 * Measures signed events of the gateway, each about another transaction, over keep-alive
 * connections.
 */
export async function webhook(stage: Stage): Promise<void> {
  await printAgainst(
    () => measureTpcB(stage.pool, { clients: 16, seconds: 3 }),
    measureEvents(stage),
  )
}

async function* measureEvents({ deps, pool, port }: Stage) {
  const client = httpClient(port, CONNECTIONS)
  const secret = deps.secrets.wompi.eventsSecret
  const options = { clients: CONNECTIONS, turns: EVENTS }
  try {
    const found = await measure('events of the gateway', options, async (turn) => {
      expectStatus(await client.post('/webhooks/wompi', anEvent(turn, secret)), 200)
      return true
    })
    yield found
    const { rows } = await pool.query<{ n: number }>(
      'select count(*)::int as n from gateway_events',
    )
    check(`p99 at most ${P99_MAX_MS} ms`, found.p99Ms <= P99_MAX_MS)
    check(`${rows[0]?.n} events stored of ${EVENTS}`, rows[0]?.n === EVENTS)
  } finally {
    client.close()
  }
}

/**
 * Signs an event as the gateway does: the values of the named properties, the time and the secret.
 */
function anEvent(turn: number, secret: string): object {
  const id = `${turn + 1}-1795000000-1`
  const status = 'APPROVED'
  const cents = 6_000_000
  const timestamp = 1_795_000_000
  const text = `${id}${status}${cents}${timestamp}${secret}`
  return {
    event: 'transaction.updated',
    data: { transaction: { id, status, amount_in_cents: cents, reference: `CUPO-${turn}` } },
    environment: 'test',
    signature: {
      properties: ['transaction.id', 'transaction.status', 'transaction.amount_in_cents'],
      checksum: createHash('sha256').update(text).digest('hex'),
    },
    timestamp,
  }
}
