// Creates tickets for tests over HTTP, as people and the team do.
import { leaveAnswer } from '#server/modules/community/support/index.ts'
import { newId } from '#server/platform/ids.ts'
import type { Body, BookingsApp } from './booking-factories.ts'
import type { TestUser } from './factories.ts'

export const HELP = 'Pagué la recarga y no aparece en mi saldo.'

type App = Pick<BookingsApp, 'call' | 'deps'>

/** Steps of a person and of the team with tickets. */
export function supportSteps(test: App) {
  const open = (who: TestUser, more: Body = {}) =>
    test.call(who, 'POST', '/support/tickets', { id: newId(), kind: 'money', text: HELP, ...more })
  const hold = (who: TestUser, ticketId: string, more: Body = {}) =>
    test.call(who, 'POST', `/admin/tickets/${ticketId}/answers`, {
      id: newId(),
      text: 'Ya lo revisamos.',
      ...more,
    })
  return {
    open,
    async opened(who: TestUser, more: Body = {}): Promise<string> {
      return (await open(who, more)).body.ticket.id
    },
    write: (who: TestUser, ticketId: string, text = 'Sigo esperando.', id = newId()) =>
      test.call(who, 'POST', `/support/tickets/${ticketId}/messages`, { id, text }),
    show: (who: TestUser, ticketId: string) =>
      test.call(who, 'GET', `/support/tickets/${ticketId}`),
    desk: (who: TestUser, ticketId: string) => test.call(who, 'GET', `/admin/tickets/${ticketId}`),
    queue: (who: TestUser, query = '') => test.call(who, 'GET', `/admin/tickets?${query}`),
    take: (who: TestUser, ticketId: string, from: string | null = null) =>
      test.call(who, 'POST', `/admin/tickets/${ticketId}/take`, { from }),
    handOver: (who: TestUser, ticketId: string, to: string, more: Body = {}) =>
      test.call(who, 'POST', `/admin/tickets/${ticketId}/hand-over`, {
        ...{ id: newId(), from: null, to, note: '' },
        ...more,
      }),
    hold,
    /** Answers, and lets the answer leave at once. */
    async answer(who: TestUser, ticketId: string, more: Body = {}) {
      const sent = { id: newId(), resolve: false, ...more }
      const answered = await hold(who, ticketId, sent)
      await leaveAnswer(test.deps, { messageId: sent.id, resolve: sent.resolve })
      return answered
    },
    note: (who: TestUser, ticketId: string, text = 'Parece un cobro doble.') =>
      test.call(who, 'POST', `/admin/tickets/${ticketId}/notes`, { id: newId(), text }),
    rate: (who: TestUser, ticketId: string, rating: number, comment = '') =>
      test.call(who, 'POST', `/support/tickets/${ticketId}/rating`, { rating, comment }),
  }
}
