// Opens conversations for tests over HTTP, as the app does.
import { expect } from 'vitest'
import type { Message, MessagePage } from '#contract/conversations.ts'
import { newId } from '#server/platform/ids.ts'
import type { Body, BookingsApp } from './booking-factories.ts'
import type { TestUser } from './factories.ts'
import type { TestTrip } from './trip-factories.ts'

export function conversationSteps({ call }: Pick<BookingsApp, 'call'>) {
  const send = (user: TestUser, conversationId: string, body: Body) =>
    call(user, 'POST', `/conversations/${conversationId}/messages`, { id: newId(), ...body })
  return {
    send,
    open: (user: TestUser, trip: TestTrip, body: Body = {}) =>
      call(user, 'POST', `/trips/${trip.tripId}/conversations`, body),
    /** Opens the conversation of a passenger with the driver; returns its id. */
    async opened(user: TestUser, trip: TestTrip, body: Body = {}): Promise<string> {
      const answer = await call(user, 'POST', `/trips/${trip.tripId}/conversations`, body)
      expect(answer).toMatchObject({ status: 200 })
      return answer.body.conversation.id
    },
    /** Sends a text that must be accepted. */
    async said(user: TestUser, conversationId: string, text: string): Promise<Message> {
      const answer = await send(user, conversationId, { text })
      expect(answer).toMatchObject({ status: 200 })
      return answer.body.message
    },
    read: (user: TestUser, conversationId: string, upTo: number) =>
      call(user, 'POST', `/conversations/${conversationId}/read`, { upTo }),
    async page(user: TestUser, conversationId: string, query = ''): Promise<MessagePage> {
      const answer = await call(user, 'GET', `/conversations/${conversationId}/messages${query}`)
      expect(answer.status).toBe(200)
      return answer.body
    },
    list: async (user: TestUser) => (await call(user, 'GET', '/conversations')).body,
  }
}
