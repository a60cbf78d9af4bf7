// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { ConductCase } from '#contract/conduct.ts'
import { openScreen } from '#test/screen.tsx'
import { answers } from '#test/screen-answers.ts'
import { signedInAsTeam } from '#test/screen-people.ts'

const id = '01890000-0000-7000-8000-000000000001'
const [before, last] = [
  '01890000-0000-7000-8000-0000000000b1',
  '01890000-0000-7000-8000-0000000000b2',
]

const item: ConductCase = {
  ...{ id, kind: 'signal', reporter: null, subject: { kind: 'user', id }, statement: null },
  about: { id, name: 'Diego T.', standing: 'good', history: [], reported: 0, upheld: 0 },
  reason: 'fails_again',
  facts: {
    counted: 2,
    limit: 2,
    day: '2026-11-20',
    before: before as string,
    last: last as string,
  },
  ...{ photoIds: [], createdAt: '2026-11-20T10:00:00.000Z', dueAt: null, trip: null },
  saidAt: null,
  suggestion: { outcome: 'warning', days: null },
  ...{ hearing: null, isPaused: false, expulsionLapsed: false, proposal: null, planned: null },
  ...{ isOwn: false, outcome: null, note: null, decidedAt: null, decidedBy: null },
}

const openCase = (shown: ConductCase) =>
  openScreen('/admin/conduct', {
    token: 'token',
    answers: [
      ...signedInAsTeam('support'),
      answers(api.conduct.cases, { items: [shown], total: 1, totalPages: 1 }),
    ],
  })

it('shows both bookings of a driver who failed the same passenger again', async () => {
  const screen = await openCase(item)
  await screen.text('Reserva anterior')
  expect(document.body.textContent).toContain('Le falló varias veces a la misma persona')
  const links = [...document.querySelectorAll('dd a')].map((link) => link.getAttribute('href'))
  expect(links).toEqual([`/admin/bookings/${before}`, `/admin/bookings/${last}`])
})

it('shows the first signature before what was said, to whoever signs second', async () => {
  const proposal = { outcome: 'expulsion' as const, days: null, by: 'Diana Q.', note: 'Otra vez.' }
  const signed = { ...proposal, at: item.createdAt, isMine: false, sharesDevice: false }
  const screen = await openCase({ ...item, proposal: signed })
  await screen.text('Otra vez.')
  const shown = document.body.textContent ?? ''
  expect(shown).toMatch(/Diana Q\. propuso .*: expulsión/)
  expect(shown.indexOf('Otra vez.')).toBeLessThan(shown.indexOf('Diego T.: su versión'))
})

it('says that a person did not answer, once the deadline to be heard is over', async () => {
  const until = '2020-11-18T13:00:00.000Z'
  const asked = { note: 'Cuéntanos.', askedAt: '2020-11-16T13:00:00.000Z', photoIds: [] }
  const screen = await openCase({
    ...item,
    hearing: { ...asked, until, text: null, answeredAt: null },
  })
  await screen.text(/No ha respondido: tenía hasta el miércoles 18 de noviembre/)
})
