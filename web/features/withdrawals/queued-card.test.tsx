// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { RouteDef } from '#contract/route.ts'
import type { QueuedWithdrawal } from '#contract/withdrawals.ts'
import { openScreen, until } from '#test/screen.tsx'
import { answers } from '#test/screen-answers.ts'
import { signedInAsTeam } from '#test/screen-people.ts'
import { OwnerFacts } from './owner-facts.tsx'
import { groupOf } from './queue.screen.tsx'
import { QueuedCard } from './queued-card.tsx'
import { SecondSignature } from './second-signature.tsx'

const item: QueuedWithdrawal = {
  ...{ id: '01890000-0000-7000-8000-000000000001', reference: 'CUPO-W-0000000A', amount: 650_000 },
  ...{ status: 'requested', closedAt: null, reason: null, twoPeople: true },
  account: { title: 'Nequi', masked: '•••• 6405' },
  createdAt: '2026-11-20T14:00:00.000Z',
  person: { id: '01890000-0000-7000-8000-000000000002', name: 'Ramiro B.', email: 'r***@a.co' },
  owner: {
    ...{ verifiedName: 'Ramiro Buitrago', holder: 'Ra**** Bu******', driven: 7, ridden: 1 },
    ...{ memberSince: '2026-05-11T14:00:00.000Z', accountSince: '2026-11-07T14:00:00.000Z' },
    devices: { count: 2, newestAt: '2026-11-19T14:00:00.000Z', others: 1 },
    earlier: [
      {
        ...{ reference: 'CUPO-W-0000000B', amount: 40_000, status: 'failed' },
        ...{ createdAt: '2026-10-02T14:00:00.000Z', reason: 'La cuenta no existe.' },
      },
    ],
  },
  unusual: ['device_shared', 'last_returned'],
  ...{ firstBy: 'Jorge S.', firstAt: '2026-11-20T15:32:00.000Z', secondBy: null },
  dueAt: '2026-11-25T20:00:00.000Z',
  ...{
    channel: null,
    batchId: null,
    unanswered: false,
    result: null,
    returned: null,
    decidedBy: null,
    debt: 0,
  },
  ...{ disputes: { count: 0, pesos: 0 }, origins: [], sameDevice: false },
  can: {
    approve: true,
    reject: true,
    tell: false,
    confirm: false,
    tellReturn: false,
    confirmReturn: false,
  },
}

/** Text and addresses of what is rendered. */
function shown(element: React.ReactNode) {
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </QueryClientProvider>,
  ).replaceAll('<!-- -->', '')
  const text = html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/[\s\u00A0]+/g, ' ')
  return { html, text, links: [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href) }
}

it('shows the owner, both names, the history and what is unusual beside a withdrawal', () => {
  const { html, text, links } = shown(
    <>
      <QueuedCard item={item} />
      <OwnerFacts item={item} />
    </>,
  )
  expect(text).toContain('Nombre verificado Ramiro Buitrago Titular de la cuenta Ra**** Bu******')
  // The name of its part of the list; its owner reads "En revisión".
  expect(text).toContain('Por aprobar')
  expect(text).toContain('7 como conductor, 1 como pasajero')
  expect(text).toContain('Comparte dispositivo con 1 persona')
  expect(text).toContain('· No llegó · 02/10/2026 La cuenta no existe.')
  expect(html).toMatch(
    new RegExp(
      [
        'Mira esto.*Otra persona usó uno de sus dispositivos',
        'Mira esto.*Su retiro anterior no llegó',
        'Bien.*El titular de la cuenta es su nombre verificado',
        'Bien.*La cuenta está desde el 07/11/2026, y nadie más la tiene',
      ].join('.*'),
    ),
  )
  expect(links).toEqual([
    '/admin/withdrawals?solo=CUPO-W-0000000A',
    '/admin/withdrawals?solo=CUPO-W-0000000B',
  ])
})

it('does not call unknown devices fine, nor keeps a check silent', () => {
  const devices = { count: 0, newestAt: null, others: 0 }
  const unknown = { ...item, unusual: [], owner: { ...item.owner, devices } }
  const { html } = shown(<QueuedCard item={unknown} />)
  expect(html).toMatch(/Mira esto.*No conocemos ningún dispositivo suyo/)
  expect(html.match(/aria-label="Bien"/g)).toHaveLength(3)
})

it('names person, act, amount, first signer and time before a second signature', () => {
  const { text } = shown(
    <SecondSignature
      {...{ item, open: true, pending: false }}
      onSign={() => undefined}
      onClose={() => undefined}
    />,
  )
  expect(text).toContain(
    'Persona Ramiro B. Qué firmas Pagar un retiro Valor $ 650.000 Cuenta Nequi •••• 6405 ' +
      'Firmó primero Jorge S. Cuándo vie, 20 de nov · 10:32 a. m.',
  )
  expect(text).toContain('Su retiro anterior no llegó o no se aprobó.')
})

/** Opens the queue of finance with one withdrawal; every decision answers it as it is. */
const openQueue = (path: string, shownItem: QueuedWithdrawal, decision: RouteDef) =>
  openScreen(path, {
    token: 'of-ana',
    answers: [
      ...signedInAsTeam('finance'),
      answers(api.withdrawals.queue, {
        ...{ items: [shownItem], total: 1, page: 1, pageSize: 20, totalPages: 1 },
        ...{ undoable: [], gateway: 'ready' },
      }),
      answers(decision, { withdrawal: shownItem }),
    ],
  })

it('signs second what the card showed, with the time of the first signature', async () => {
  const screen = await openQueue('/admin/withdrawals', item, api.withdrawals.approve)
  await screen.user.click(await screen.role('link', /firmó Jorge S/))
  await screen.press(/^Aprobar/)
  await screen.press('Firmar y aprobar')
  const path = `POST /admin/withdrawals/${item.id}/approve`
  await until(() => expect(screen.count(path)).toBe(1))
  expect(screen.sent(path)).toEqual({ seenFirstAt: item.firstAt })
})

it('records the movement of the bank that returned a paid withdrawal', async () => {
  const can = { ...item.can, approve: false, reject: false, tellReturn: true }
  const paid = { ...item, status: 'paid' as const, closedAt: item.createdAt, firstBy: null, can }
  const queue = '/admin/withdrawals?estado=closed'
  const screen = await openQueue(queue, paid, api.withdrawals.tellReturn)
  await screen.press('El banco lo devolvió')
  await screen.user.type(await screen.label('Movimiento del banco que lo devolvió'), 'mov 900')
  const why = await screen.label('Por qué lo devolvió el banco')
  await screen.user.type(why, 'La cuenta está cerrada.')
  await screen.press(/^Anotar la devolución/)
  const path = `POST /admin/withdrawals/${item.id}/return`
  await until(() => expect(screen.count(path)).toBe(1))
  expect(screen.sent(path)).toEqual({ bankReference: 'mov 900', reason: 'La cuenta está cerrada.' })
})

it('names the movement of the bank before the return of a withdrawal is signed', () => {
  const can = { ...item.can, approve: false, reject: false }
  const paid = { ...item, status: 'paid' as const, closedAt: item.createdAt, firstBy: null }
  const at = '2026-11-20T15:32:00.000Z'
  const returned = { bankReference: 'MOV-900', reason: 'Cuenta cerrada.', by: 'Jorge S.', at }
  const waits = { ...paid, returned, can: { ...can, confirmReturn: true } }
  const card = shown(<QueuedCard item={waits} />).text
  expect(card).toContain('Devuelto por el banco Jorge S.: Movimiento MOV-900: Cuenta cerrada.')
  const { text: signed } = shown(
    <SecondSignature
      {...{ item: waits, open: true, pending: false }}
      onSign={() => undefined}
      onClose={() => undefined}
    />,
  )
  expect(signed).toContain('Qué firmas El banco lo devolvió: el dinero vuelve')
  expect(signed).toContain('Confirmar la devolución')
  expect(signed).not.toContain('Otra persona usó uno de sus dispositivos')
})

it.each([
  ['Esperan tu firma', {}],
  ['Esperan otra firma', { can: { ...item.can, approve: false } }],
  ['Por aprobar', { firstBy: null }],
  ['Pagado', { status: 'paid', dueAt: null, can: { ...item.can, approve: false } }],
] as const)('stands in the list under %s', (group, change) => {
  expect(groupOf({ ...item, ...change })).toBe(group)
})
