import type { FastifyInstance, FastifyRequest } from 'fastify'
import { live } from '#contract/live.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { writeCursor } from './cursor.ts'
import { openHub } from './live-hub.ts'
import { presentEvent } from './live-stream.ts'
import { missedEvents } from './missed-events.ts'
import { noHints, openNatsHints } from './nats-hints.ts'

export function liveRoutes(app: FastifyInstance, deps: HttpDeps): void {
  const hints = deps.urls.nats ? openNatsHints(deps.urls.nats, deps.log) : noHints
  const hub = openHub(deps, hints)
  app.addHook('preClose', async () => hub.close())
  app.addHook('onClose', () => hints.close())
  serve(app, deps, live, {
    async events({ actor, query, request, reply }) {
      const after = query.after ?? lastEventId(request)
      if (!wantsStream(request)) {
        const { rows, cursor, reset } = await missedEvents(deps, { ...actor, after })
        return { events: rows.map(presentEvent), cursor: writeCursor(cursor), reset }
      }
      const { body } = await hub.join(actor, after)
      return reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store, no-transform')
        .header('x-accel-buffering', 'no')
        .send(body)
    },
  })
}

/** Returns the cursor that the browser's EventSource sends when it reconnects. */
function lastEventId({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id']
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** Whether a stream is asked for; HEAD gets JSON headers, since a stream would have no reader. */
function wantsStream({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/event-stream')
}
