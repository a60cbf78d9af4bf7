import type { WompiStore } from './wompi-store.ts'

/** Pauses before each repeat in milliseconds. The real gateway waits 30 minutes to 24 hours. */
const RETRY_MS = [1_000, 3_000, 10_000, 30_000, 60_000]
const TIMEOUT_MS = 10_000
const PUMP_MS = 200

export type Sent = { transactionId: string; status: number | null }

/** Posts an event; returns the HTTP status, null when the shop cannot be reached. */
export async function postEvent(
  webhookUrl: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<number | null> {
  try {
    const response = await fetch(webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}

/** Posts an event with its checksum, which the gateway also sends as a header. */
function postSigned(webhookUrl: string, body: string) {
  const { signature } = JSON.parse(body) as { signature: { checksum: string } }
  return postEvent(webhookUrl, body, { 'x-event-checksum': signature.checksum })
}

/** Posts the stored events to the shop until each is answered with 200, as the gateway does. */
export function createEventSender(input: {
  store: WompiStore
  webhookUrl: string
  now: () => number
  /** Called before each round: applies delayed results that are due. */
  beforeRound: () => void
}) {
  const { store, webhookUrl, now } = input
  let timer: NodeJS.Timeout | undefined
  let round: Promise<Sent[]> | undefined

  async function send(dueBefore: number): Promise<Sent[]> {
    input.beforeRound()
    const sent: Sent[] = []
    for (const event of store.openEvents(dueBefore)) {
      const status = await postSigned(webhookUrl, event.body)
      const pause = RETRY_MS[event.attempts]
      store.markEvent(event.id, {
        // Only 200 counts: the gateway treats 201 and 204 as failures.
        done: status === 200 || pause === undefined,
        dueAt: now() + (pause ?? 0),
        status,
      })
      sent.push({ transactionId: event.transaction_id, status })
    }
    return sent
  }

  /** Runs one round at a time, so that no event is posted twice by accident. */
  async function next(dueBefore: () => number): Promise<Sent[]> {
    while (round) await round
    round = send(dueBefore())
    try {
      return await round
    } finally {
      round = undefined
    }
  }

  return {
    post: (body: string) => postSigned(webhookUrl, body),
    /** Sends every open event now, whatever its time; returns the answers of the shop. */
    deliverAll: () => next(() => Number.MAX_SAFE_INTEGER),
    start() {
      const tick = () => {
        timer = setTimeout(() => {
          next(now).then(tick, tick)
        }, PUMP_MS)
        timer.unref()
      }
      tick()
    },
    async stop() {
      clearTimeout(timer)
      await round
      clearTimeout(timer)
    },
  }
}
