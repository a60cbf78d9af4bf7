// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { api } from '#contract/api.ts'
import { actionWords } from '#contract/staff-action-words.ts'
import { SWITCHES } from '#contract/switch-list.ts'
import { openScreen, until } from '#test/screen.tsx'
import { answers } from '#test/screen-answers.ts'
import { signedInAsTeam } from '#test/screen-people.ts'

const ID = '01890000-0000-7000-8000-00001a2b3c4d'
const CODE = /[a-z]+[._-][a-z]+(?:_[a-z]+)*|[0-9a-f]{8}-[0-9a-f]{4}-/

/** Every name that a trail of the program ever had. */
const names: string[] = JSON.parse(readFileSync('test/stored-names/names.json', 'utf8'))[
  'actions of the trails'
]

type Line = z.input<typeof api.staffActions.list.ok>['items'][number]

const openTrail = (address: string, items: Line[], actions: string[]) =>
  openScreen(address, {
    token: 'of-ana',
    answers: [
      ...signedInAsTeam('admin'),
      answers(api.staffActions.list, { items, next: null, actions }),
    ],
  })

it('shows each action of the team in words, and what it was about by a short code', async () => {
  const known = names.filter((name) => actionWords(name) !== name)
  expect(known.length).toBeGreaterThan(90)
  const items = known.map((action, at) => ({
    id: ID.replace(/^.{8}/, String(at).padStart(8, '0')),
    ...{ at: '2026-11-20T12:00:00.000Z', action, reason: null, requestId: ID },
    by: { id: ID, name: 'Ana D.', email: 'a***@correo.test' },
    // The first is about a person, and others about each switch, whose id is a word.
    subject: SWITCHES[at - 1]
      ? { kind: 'switch', id: String(SWITCHES[at - 1]) }
      : { kind: 'user', id: ID },
  }))
  const screen = await openTrail('/admin/audit', items, known)
  await screen.title('Auditoría')
  await until(() => expect(document.body.textContent).toContain('· solicitud CUPO-'))
  const lines = screen
    .now()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => text.startsWith('Ana D.'))
  expect(lines).toHaveLength(known.length)
  expect(lines[0]).toContain('persona CUPO-1A2B-3C4D')
  expect(lines.filter((text) => CODE.test(text))).toEqual([])
})

it('leads from a line to all that its person did, and to all about the same thing', async () => {
  const line = {
    ...{ id: ID, at: '2026-11-20T12:00:00.000Z', action: 'trip.cancelled', reason: null },
    ...{ by: { id: ID, name: 'Ana D.', email: 'a***@correo.test' }, requestId: null },
    subject: { kind: 'trip', id: ID },
  }
  const screen = await openTrail('/admin/audit?accion=trip.cancelled', [line], ['trip.cancelled'])
  const goes = async (name: RegExp) => (await screen.role('link', name)).getAttribute('href')
  expect(await goes(/^Abrir/)).toBe(`/admin/trips/${ID}`)
  await screen.user.click(await screen.role('link', 'Ana D.'))
  await screen.text('Solo lo que hizo una persona')
  expect(await goes(/^Ver la persona/)).toBe(`/admin/people/${ID}`)
  await screen.press('Ver todo')
  await screen.user.click(await screen.role('link', /^viaje CUPO-/))
  await screen.text('Solo sobre una misma cosa')
  expect(location.search).toBe(`?sobre=${ID}`)
})
