// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen, pass } from '#test/screen.tsx'
import { answers, waiting } from '#test/screen-answers.ts'
import { signedInAsTeam } from '#test/screen-people.ts'

const proof = { required: true, totp: true, passkeys: [], recoveryCodesLeft: 8 }

it('offers a verifier only screens, and says where the people are', async () => {
  const screen = await openScreen('/admin', {
    token: 'of-ana',
    answers: [
      ...signedInAsTeam('verifier'),
      answers(api.secondFactor.show, { ...proof, provedUntil: '2026-11-20T20:00:00.000Z' }),
      waiting(api.backOffice.showToday),
    ],
  })
  await screen.press(/^Buscar en todo/)
  await screen.user.type(await screen.role('combobox', 'Nombre de una pantalla'), 'Ana Ruiz')
  await pass(1000)
  await screen.text('Ninguna pantalla se llama así. Las personas están en tus casos por revisar.')
  expect(screen.count('POST /admin/find')).toBe(0)
})
