// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { LiveEvent } from '#contract/live.ts'
import { openScreen, settle, until } from '#test/screen.tsx'
import { answers, type StubbedAnswer } from '#test/screen-answers.ts'
import { booking, ticketAnswers } from '#test/screen-tickets.ts'

const NOTICE: LiveEvent = {
  ...{ id: '01890000-0000-7000-8000-0000000000e1', type: 'notification' },
  ...{ ref: '01890000-0000-7000-8000-0000000000e2', at: '2026-11-20T13:00:00.000Z' },
}

/** A stream that stays open, and the function that sends an event through it. */
function aStream(): { answer: StubbedAnswer; send: (event: LiveEvent) => void } {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  return {
    answer: { route: api.live.events, reply: async () => new Response(readable) },
    send: (event) =>
      void writer.write(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`)),
  }
}

it('shows the new hour on an open ticket as soon as a notice of it arrives', async () => {
  const stream = aStream()
  // No day of travel, on which the screen asks every 15 seconds.
  const days = (count: number) => new Date(Date.UTC(2026, 10, 20 + count, 15)).toISOString()
  const ahead = { ...booking, from: { ...booking.from, at: days(7) }, aboardFrom: days(7) }
  const screen = await openScreen(`/bookings/${booking.id}`, {
    token: 'of-ana',
    answers: [...ticketAnswers, answers(api.bookings.show, { booking: ahead }), stream.answer],
  })
  await until(() => expect(screen.count('GET /events')).toBe(1))
  await settle()
  const tripChange = {
    ...{ agreedAt: days(7), changedAt: days(0), mayLeaveFree: true, asks: true, acceptedAt: null },
  }
  const moved = { ...ahead, from: { ...ahead.from, at: days(8) }, tripChange }
  screen.answer(answers(api.bookings.show, { booking: moved }))
  expect(screen.now().queryByText('El conductor cambió la hora')).toBeNull()
  stream.send(NOTICE)
  await screen.text('El conductor cambió la hora')
})
