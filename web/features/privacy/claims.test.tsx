// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Claim } from '#contract/claims.ts'
import { openScreen, settle, until } from '#test/screen.tsx'
import { answers } from '#test/screen-answers.ts'
import { signedInAsTeam } from '#test/screen-people.ts'

const claim = (last: number): Claim => ({
  ...{ id: `01890000-0000-7000-8000-00000000000${last}`, number: `CUPO-1A2B-3C4${last}` },
  ...{ closedAt: '2026-08-20T19:05:00.000Z', dueAt: '2026-11-24T20:00:00.000Z' },
  ...{ pesos: 90_000, debt: 0, state: 'no_account' },
})
const WHY = 'Llamó y dio el número de su reclamo.'

it('keeps the reason to open a claim out of the papers, and of the reason of another', async () => {
  const [one, two] = [claim(1), claim(2)]
  const owner = { name: 'Nubia Rozo', email: 'nubia@x.test', phone: null, legalId: '1090' }
  const screen = await openScreen('/admin/claims', {
    token: 'of-ana',
    answers: [
      ...signedInAsTeam('support'),
      answers(api.privacy.listClaims, { items: [one, two], total: 2, totalPages: 1 }),
      answers(api.privacy.openClaim, {
        claim: {
          ...{ ...one, owner, account: null, proposed: null, withdrawable: 90_000 },
          can: { enter: true, decide: false },
        },
      }),
    ],
  })
  const goTo = async ({ number, id }: Claim) => {
    await screen.user.click(await screen.role('link', new RegExp(number)))
    await until(() => expect(location.search).toContain(id))
    await settle()
  }
  const reason = () => screen.label(/^¿Por qué necesitas ver/)
  await goTo(one)
  await screen.user.type(await reason(), WHY)
  await goTo(two)
  expect((await reason()).value).toBe('')
  await goTo(one)
  await screen.user.clear(await reason())
  await screen.user.type(await reason(), WHY)
  await screen.press(/^Ver/)
  expect((await screen.label('Cómo probó quién es')).value).toBe('')
})
