// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen } from '#test/screen.tsx'
import { answers } from '#test/screen-answers.ts'
import { signedIn } from '#test/screen-people.ts'

const id = '01890000-0000-7000-8000-0000000000c1'

it('says first what a block does: what the other sees, seats, chats and the way back', async () => {
  const screen = await openScreen(`/personas/${id}`, {
    token: 'of-ana',
    answers: [
      ...signedIn(),
      answers(api.rewards.cardOf, { card: null }),
      answers(api.ratings.ofUser, { ratings: [], total: 0, totalPages: 1 }),
      answers(api.profiles.show, {
        profile: {
          ...{ id, name: 'Carlos R.', photoUrl: null, badges: [], isDriver: false, level: 'new' },
          ...{ memberSince: '2026-01-01T12:00:00.000Z', tripsCompleted: 0, tripsTravelled: 2 },
          rating: { average: null, count: 0, stars: [0, 0, 0, 0, 0] },
          ...{ requests: null, agreements: null, vehicles: [] },
        },
      }),
    ],
  })
  await screen.press('Reportar o bloquear a Carlos R.')
  await screen.press('Bloquear')
  const said = (await screen.role('dialog')).textContent ?? ''
  expect(said).toContain('solo verá que tus viajes no aparecen y que no puede escribirte')
  expect(said).toContain('El chat que tengan queda para leer')
  expect(said).toContain('Las reservas confirmadas que ya tienen siguen en pie')
  expect(said).toContain('Puedes desbloquear cuando quieras en Mi cuenta')
  expect(screen.count('POST /blocks')).toBe(0)
})
