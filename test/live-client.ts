// Client of the live stream over HTTP, like a browser's tab.
import { request } from 'node:http'
import type { LiveEvent } from '#contract/live.ts'

export type LiveClient = {
  status: number
  headers: Record<string, unknown>
  /** Events so far, in the order of arrival. */
  events: LiveEvent[]
  /** Names of other messages: `ping`, `reset`. */
  named: string[]
  /** Returns the cursor of the last event. */
  cursor: () => string
  /** Arrival time of each event, by `performance.now()`. */
  at: number[]
  /** Resolves when the condition holds, which is checked on every arrival. */
  until(holds: (client: LiveClient) => boolean): Promise<void>
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  close(): void
}

type Target = { url: string; token: string; after?: string }

/** Opens a stream; resolves with the headers of the response. */
export function openLive({ url, token, after }: Target): Promise<LiveClient> {
  const headers = {
    accept: 'text/event-stream',
    authorization: `Bearer ${token}`,
    ...(after === undefined ? {} : { 'last-event-id': after }),
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}/api/events`, { headers, agent: false }, (incoming) => {
      const waiting = new Set<() => void>()
      let rest = ''
      let cursor = ''
      const client: LiveClient = {
        status: incoming.statusCode ?? 0,
        headers: incoming.headers,
        events: [],
        named: [],
        at: [],
        cursor: () => cursor,
        until: (holds) =>
          new Promise((done) => {
            const look = () => {
              if (!holds(client)) return
              waiting.delete(look)
              done()
            }
            waiting.add(look)
            look()
          }),
        ended: new Promise((done) => incoming.once('close', done)),
        close: () => outgoing.destroy(),
      }
      incoming.setEncoding('utf8')
      incoming.on('error', () => {})
      incoming.on('data', (text: string) => {
        const blocks = (rest + text).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) {
          const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
          cursor = field('id') ?? cursor
          const name = field('event')
          if (name) client.named.push(name)
          else if (field('data')) {
            client.events.push(JSON.parse(field('data') ?? '') as LiveEvent)
            client.at.push(performance.now())
          }
        }
        for (const look of [...waiting]) look()
      })
      resolve(client)
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}
