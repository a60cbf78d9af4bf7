// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen, pass } from '#test/screen.tsx'
import { answers, waiting } from '#test/screen-answers.ts'
import { signedIn } from '#test/screen-people.ts'

it('says after 8 seconds that a press has no answer yet, and offers no second one', async () => {
  const screen = await openScreen('/profile/mujer', {
    token: 'of-ana',
    answers: [
      ...signedIn(),
      answers(api.users.showWoman, { isWoman: false, isVerified: false, isLocked: false }),
      waiting(api.users.declareWoman),
    ],
  })
  await screen.user.click(await screen.role('switch', /Soy mujer/))
  expect(screen.now().queryByText(/Está tardando/)).toBeNull()
  await pass(8_000)
  await screen.text('Está tardando más de lo normal. Seguimos esperando.')
  expect(screen.now().queryByRole('button', { name: 'Reintentar' })).toBeNull()
})
