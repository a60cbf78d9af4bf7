// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { DeskThread, UndoableAnswer } from '#contract/support-desk.ts'
import { openScreen, pass, until } from '#test/screen.tsx'
import { answers, refuses } from '#test/screen-answers.ts'
import { signedInAsTeam } from '#test/screen-people.ts'

const idOf = (last: number) => `01890000-0000-7000-8000-00000000000${last}`
const AT = '2026-11-20T12:00:00.000Z'

const message = (last: number, text: string) => ({
  ...{ id: idOf(last), kind: 'person' as const, author: 'Camila O.', handedTo: null, text },
  ...{ at: AT, photoIds: [] },
})

const ticket: DeskThread = {
  ...{ id: idOf(1), number: 1042, kind: 'money', status: 'open', urgency: 'waiting' },
  ...{ person: { id: null, name: 'Camila O.', email: 'c***@correo.test' }, greetedName: 'Camila' },
  ...{ excerpt: 'Pagué dos veces.', createdAt: AT, lastAt: AT, dueAt: AT, isOverdue: false },
  ...{ assignee: null, isMine: false, isOwn: false, subject: null, incidentId: null },
  ...{
    isFiled: false,
    rating: null,
    ratingComment: null,
    travelsAt: null,
    isReopened: false,
    about: null,
  },
  messages: [message(2, 'Pagué dos veces.')],
}

const queue = (undoable: UndoableAnswer[]) =>
  answers(api.support.listQueue, {
    ...{ items: [], total: 0, totalPages: 1, undoable },
    counts: {
      ...{ open: 0, overdue: 0, unassigned: 0, medianAnswerMinutes: null, meanRating: null },
    },
  })

const openTicket = (undoable: UndoableAnswer[] = []) =>
  openScreen(`/admin/tickets?caso=${ticket.id}`, {
    token: 'of-ana',
    answers: [
      ...[...signedInAsTeam('support'), queue(undoable)],
      answers(api.support.listMacros, { macros: [] }),
      answers(api.support.showDeskTicket, { ticket }),
      refuses(api.support.answerTicket, 'ticket_written'),
    ],
  })

it.each([
  ['another ticket', idOf(5), 1],
  ['the open ticket', ticket.id, 2],
])('reads the open ticket again only when an answer to it leaves: %s', async (_w, of, times) => {
  const left = { id: idOf(6), ticketId: of, number: 1043, person: 'Luis', secondsLeft: 3 }
  const screen = await openTicket([left])
  await screen.text(/tu respuesta al caso 1043/)
  screen.answer(queue([]))
  await pass(5_000)
  expect(screen.now().queryByText(/tu respuesta al caso 1043/)).toBeNull()
  expect(screen.count(`GET /admin/tickets/${ticket.id}`)).toBe(times)
})

it('shows what the person wrote meanwhile, and keeps the reply that was not sent', async () => {
  const screen = await openTicket()
  const reply = await screen.label('Tu respuesta')
  await screen.user.type(reply, 'Te devolvemos el segundo pago.')
  const written = message(3, 'Y me robaron la cuenta.')
  const messages = [...ticket.messages, written]
  screen.answer(answers(api.support.showDeskTicket, { ticket: { ...ticket, messages } }))
  await screen.press(/^Responder y resolver/)
  await screen.text(written.text)
  await screen.text(/escribió otra vez mientras respondías/)
  const path = `POST /admin/tickets/${ticket.id}/answers`
  expect(screen.sent(path)).toMatchObject({ seenMessageId: idOf(2) })
  expect((await screen.label('Tu respuesta')).value).toBe('Te devolvemos el segundo pago.')
  await screen.press(/^Responder y resolver/)
  await until(() => expect(screen.sent(path)).toMatchObject({ seenMessageId: idOf(3) }))
})
