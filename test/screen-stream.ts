import { api } from '#contract/api.ts'
import type { LiveEvent } from '#contract/live.ts'
import type { StubbedAnswer } from './screen-answers.ts'

export const NOTICE: LiveEvent = {
  ...{ id: '01890000-0000-7000-8000-0000000000e1', type: 'notification' },
  ...{ ref: '01890000-0000-7000-8000-0000000000e2', at: '2026-11-20T13:00:00.000Z' },
}

/** Answer of a live stream that stays open, and the function that sends an event through it. */
export function aStream(): { answer: StubbedAnswer; send: (event: LiveEvent) => void } {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  return {
    answer: { route: api.live.events, reply: async () => new Response(readable) },
    send: (event) =>
      void writer.write(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`)),
  }
}
