// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { DeskPerson } from '#contract/back-office-people.ts'
import type { DeskActionsView, MoneyAct } from '#contract/desk-actions.ts'
import { messageOf } from '#contract/errors.ts'
import { openScreen, settle, until } from '#test/screen.tsx'
import { answers, refuses } from '#test/screen-answers.ts'
import { signedInAsTeam } from '#test/screen-people.ts'

const idOf = (last: number) => `01890000-0000-7000-8000-00000000000${last}`
const AT = '2026-11-20T10:45:00.000Z'
const person = { id: idOf(2), name: 'Ana R.' }

const payment = {
  ...{ id: idOf(1), reference: 'CUPO-1', status: 'approved' as const, person, amount: 60_000 },
  ...{ method: 'PSE', createdAt: AT, updatedAt: AT, environment: 'test', checks: 0 },
  ...{ attempts: [], events: [], answers: [], cases: [], money: [] },
}

const refund: MoneyAct = {
  ...{ id: idOf(3), kind: 'refund', pesos: 20_000, cause: 'error', withdrawable: false },
  ...{ gatewayReference: 'ANULA-1', reason: 'Recargó dos veces.', by: 'Jorge S.', at: AT },
  ...{ firstBy: 'Jorge S.', outcome: null, unpaid: null, sameDevice: false },
  person: { ...person, standing: 'active', missing: [], sameDevice: false },
  ...{ can: { sign: true, refuse: false, unpaid: true }, last: { sign: true, unpaid: false } },
}

const shows = (...money: MoneyAct[]) =>
  answers(api.deskActions.show, {
    ...{ actions: ['note'], recipients: [], cancelling: null, creditLeft: 0, refundLeft: 0 },
    ...{ walletFree: 0, locks: [], notes: [], money },
  } satisfies DeskActionsView)

const openPayment = () =>
  openScreen(`/admin/payments/${payment.id}`, {
    token: 'of-ana',
    answers: [
      ...signedInAsTeam('finance'),
      answers(api.backOffice.showPayment, { payment }),
      shows(refund),
    ],
  })

it('says why a decision did not count after a colleague made another one', async () => {
  const screen = await openPayment()
  await screen.user.type(await screen.label('Qué viste en el tablero'), 'No aparece a las 8:00.')
  const over = { ...refund, outcome: 'done' as const }
  const none = { sign: false, refuse: false, unpaid: false }
  screen.answer(refuses(api.deskActions.sayUnpaid, 'money_act_over'), shows({ ...over, can: none }))
  await screen.press(/^No se pagó/)
  await screen.text(/ · hecha$/)
  await settle()
  expect(screen.now().queryByRole('button', { name: /^No se pagó/ })).toBe(null)
  await screen.text(messageOf('money_act_over'))
})

const none = { total: 0, items: [] }
const shown: DeskPerson = {
  ...{
    id: idOf(2),
    name: 'Ana R.',
    fullName: 'Ana Ríos',
    username: null,
    email: 'a•••@correo.test',
  },
  ...{ phone: null, verified: false, isDriver: false, isTeam: false, memberSince: AT },
  ...{ emailConfirmedAt: AT, phoneProvedAt: null, identification: null, verifiedAt: null },
  ...{ roles: ['passenger'], expelled: false, paused: false, suspendedUntil: null },
  standing: {
    ...{ level: 'new', rating: null, tripsDriven: 0, tripsRidden: 0, cancelled: 0, agreed: 0 },
  },
  ...{ documents: [], vehicles: [], devices: 0, can: { reveal: false } },
  wallet: { accountId: idOf(4), available: 0, held: 0, debt: 0 },
  ...{ trips: none, bookings: none, payments: none, withdrawals: none, sanctions: none },
  ...{ cases: none, tickets: none, sessions: none, ratings: none },
}

it('records no second view of a person after a note about them', async () => {
  const screen = await openScreen(`/admin/people/${shown.id}`, {
    token: 'of-ana',
    answers: [
      ...signedInAsTeam('finance'),
      answers(api.backOffice.showPerson, { person: shown }),
      shows(),
      answers(api.deskActions.writeNote, { entry: { action: 'note.written', at: AT }, told: 0 }),
    ],
  })
  await screen.press('Anotar')
  await screen.user.type(await screen.label('Nota'), 'Llamó por su maleta.')
  const actions = `GET /admin/desk-actions/user/${shown.id}`
  const before = screen.count(actions)
  await screen.press('Guardar la nota')
  await until(() => expect(screen.count(actions)).toBe(before + 1))
  await settle()
  expect(screen.count(`GET /admin/people/${shown.id}`)).toBe(1)
})
