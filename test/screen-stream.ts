import { api } from '#contract/api.ts'
import type { LiveEvent } from '#contract/live.ts'
import type { StubbedAnswer } from './screen-answers.ts'

export const NOTICE: LiveEvent = {
  ...{ id: '01890000-0000-7000-8000-0000000000e1', type: 'notification' },
  ...{ ref: '01890000-0000-7000-8000-0000000000e2', at: '2026-11-20T13:00:00.000Z' },
}

/** Answer of a live stream that stays open, and what sends an event, or a loss, through it. */
export function aStream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const write = (text: string) => void writer.write(new TextEncoder().encode(`${text}\n\n`))
  return {
    answer: { route: api.live.events, reply: async () => new Response(readable) } as StubbedAnswer,
    send: (event: LiveEvent) => write(`data: ${JSON.stringify(event)}`),
    reset: () => write('event: reset\ndata: {}'),
  }
}
