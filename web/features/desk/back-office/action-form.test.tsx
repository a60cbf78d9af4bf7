import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { DeskAction, DeskActionsView } from '#contract/desk-actions.ts'
import { ActionForm } from './action-form.tsx'
import type { Subject } from './action-words.ts'

const ana = { id: '01890000-0000-7000-8000-000000000001', name: 'Ana R.' }
const luz = { id: '01890000-0000-7000-8000-000000000002', name: 'Luz P.' }

const view: DeskActionsView = {
  actions: [],
  recipients: [
    { to: 'passengers', people: [ana] },
    { to: 'everyone', people: [luz, ana] },
  ],
  cancelling: { bookings: 2, pesos: 90_000 },
  creditLeft: 150_000,
  refundLeft: 60_000,
  walletFree: 40_000,
  locks: ['login', 'phone'],
  notes: [],
  money: [],
}

/** Labels of the fields and buttons of a form, and its text, as the server renders it. */
function formOf(kind: Subject['kind'], action: DeskAction) {
  const element = (
    <ActionForm
      {...{ action, view, subject: { kind, id: ana.id } }}
      onClose={() => undefined}
      onDone={() => undefined}
    />
  )
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </QueryClientProvider>,
  ).replaceAll('<!-- -->', '')
  const found = html.matchAll(/<(?:label|button)\b[^>]*>(.*?)<\/(?:label|button)>/gs)
  const controls = [...found].map(([, text = '']) => text.replaceAll(/<[^>]+>/g, '').trim())
  return { controls, text: html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/[\s\u00A0]+/g, ' ') }
}

it('every form but the note asks for a reason', () => {
  const actions = ['message', 'resend', 'unlock', 'credit'] as const
  for (const action of actions) expect(formOf('user', action).controls, action).toContain('Motivo')
  expect(formOf('user', 'note').controls).not.toContain('Motivo')
})

it('the form that cancels a trip says how many bookings end and how much returns', () => {
  const { text, controls } = formOf('trip', 'cancel')
  expect(text).toContain('Termina 2 reservas. Vuelven $ 90.000 a las billeteras.')
  expect(controls).toContain('Cancelar y avisar')
})

it('the form of a credit names its account, its ceiling and its cause', () => {
  const { text, controls } = formOf('user', 'credit')
  expect(text).toContain('Sale de la cuenta Créditos de Cupo')
  expect(text).toContain('Este mes quedan $ 150.000 para esta persona.')
  expect(controls).toEqual(expect.arrayContaining(['Valor', 'Causa', 'También lo puede retirar']))
})

it('the form of a refund says what is left to return and what the wallet has', () => {
  const { text, controls } = formOf('payment', 'refund')
  expect(text).toContain('Quedan por devolver $ 60.000, y la billetera tiene libres $ 40.000.')
  expect(controls).toContain('Referencia en el tablero de la pasarela')
})

it('the form of a message lets choose the side and names who receives it', () => {
  const { text, controls } = formOf('trip', 'message')
  expect(controls).toEqual(expect.arrayContaining(['A quién', 'Mensaje']))
  expect(text).toContain('Le llega a: Ana R.')
})
