import type { IncomingHttpHeaders } from 'node:http'
import { Pool } from 'undici'

export type Figures = {
  name: string
  done: number
  refused: number
  perSecond: number
  p50Ms: number
  p99Ms: number
}

/** One unit of work; answers whether it had its effect. Throws when it could not be measured. */
export type Work = (turn: number) => Promise<boolean>

const WARM_UP_MS = 500

/** How long or how often work is done. Of a time, the first half second is not counted. */
type Amount = { seconds: number } | { turns: number }

/** Runs `clients` loops over the work, one after the other in each, and counts. */
export async function measure(
  name: string,
  options: { clients: number } & Amount,
  work: Work,
): Promise<Figures> {
  const started = performance.now()
  const timed = 'seconds' in options
  const counting = started + (timed ? WARM_UP_MS : 0)
  const end = timed ? counting + options.seconds * 1000 : Number.POSITIVE_INFINITY
  const turnsMax = timed ? Number.POSITIVE_INFINITY : options.turns
  const times: number[] = []
  let turn = 0
  let refused = 0
  let last = counting
  async function loop(): Promise<void> {
    while (performance.now() < end && turn < turnsMax) {
      const mine = turn
      turn += 1
      const from = performance.now()
      const effect = await work(mine)
      const until = performance.now()
      if (from < counting) continue
      if (effect) times.push(until - from)
      else refused += 1
      last = Math.max(last, until)
    }
  }
  await Promise.all(Array.from({ length: options.clients }, loop))
  times.sort((a, b) => a - b)
  const seconds = Math.max(0.001, (last - counting) / 1000)
  return {
    name,
    done: times.length,
    refused,
    perSecond: times.length / seconds,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
  }
}

export function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export type Answer = { status: number; body: string; headers: IncomingHttpHeaders }

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A client over kept-open connections, which takes little of the processor. */
export function httpClient(port: number, connections: number) {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 })
  return {
    send(
      method: Method,
      path: string,
      headers: Record<string, string> = {},
      payload?: string,
    ): Promise<Answer> {
      return new Promise((resolve, reject) => {
        const answer: Answer = { status: 0, body: '', headers: {} }
        const chunks: Buffer[] = []
        // `dispatch`, since `request` makes a stream of each answer.
        pool.dispatch(
          { method, path, headers, body: payload ?? null },
          {
            onRequestStart() {},
            onResponseStart(_controller, status, received) {
              answer.status = status
              answer.headers = received
            },
            onResponseData: (_controller, chunk) => void chunks.push(chunk),
            onResponseEnd() {
              answer.body = Buffer.concat(chunks).toString()
              resolve(answer)
            },
            onResponseError: (_controller, error) => reject(error),
          },
        )
      })
    },
    close: () => void pool.destroy(),
  }
}

export type Client = ReturnType<typeof httpClient>
