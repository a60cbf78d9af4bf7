// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { messageOf } from '#contract/errors.ts'
import { openScreen, until } from '#test/screen.tsx'
import { answers, refuses, type StubbedAnswer } from '#test/screen-answers.ts'
import { signedIn } from '#test/screen-people.ts'

const { oauth, auth } = api

const google = {
  provider: 'google' as const,
  email: 'ana@gmail.example',
  linkedAt: '2026-11-20T13:00:00.000Z',
  usedAt: '2026-11-20T13:00:00.000Z',
}
const linkedTo = (...identities: (typeof google)[]) =>
  answers(oauth.identities, {
    offered: ['google', 'apple'],
    identities,
  })

const openProfile = (more: StubbedAnswer[], path = '/profile/cuentas') =>
  openScreen(path, {
    token: 'of-ana',
    answers: [
      ...signedIn(),
      answers(auth.sessions, { sessions: [] }),
      answers(api.users.showWoman, { isWoman: false, isVerified: false, isLocked: false }),
      answers(api.blocks.list, { people: [] }),
      ...more,
    ],
  })

it('leaves to link Google after the password was asked', async () => {
  const screen = await openProfile([
    linkedTo(),
    refuses(oauth.startLink, 'step_up_required'),
    refuses(auth.stepUpCode, 'step_up_password'),
    answers(auth.stepUp, { message: 'Listo.' }),
  ])
  await screen.user.click(await screen.role('button', 'Vincular Google'))
  await screen.text('Confirma que eres tú')
  const address = 'https://accounts.google.example/?state=1'
  screen.answer(answers(oauth.startLink, { address }))
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const dialog = await screen.now().findByRole('dialog')
  const field = dialog.querySelector('input') as HTMLInputElement
  await screen.user.type(field, 'una clave larga')
  await screen.user.click(await screen.role('button', 'Confirmar'))
  await until(() => expect(assign).toHaveBeenCalledWith(address))
})

it('sends the code of the mail without the space that a person types in it', async () => {
  const screen = await openProfile([
    linkedTo(),
    refuses(oauth.startLink, 'step_up_required'),
    answers(auth.stepUpCode, { message: 'Te enviamos un código a tu correo.' }),
    answers(auth.stepUp, { message: 'Listo.' }),
  ])
  await screen.user.click(await screen.role('button', 'Vincular Google'))
  await screen.user.type(await screen.label('Código de 6 números'), '482 913')
  await screen.user.click(await screen.role('button', 'Confirmar'))
  await until(() => expect(screen.sent('POST /auth/step-up')).toEqual({ code: '482913' }))
})

it('unlinks Google, and shows that it is not linked', async () => {
  const screen = await openProfile([
    linkedTo(google),
    answers(oauth.unlink, { offered: ['google', 'apple'], identities: [] }),
  ])
  await screen.text(/ana@gmail.example, desde el/)
  await screen.user.click(await screen.role('button', 'Desvincular Google'))
  await screen.role('button', 'Vincular Google')
})

it('says why the last way in stays', async () => {
  const screen = await openProfile([linkedTo(google), refuses(oauth.unlink, 'last_way_in')])
  await screen.user.click(await screen.role('button', 'Desvincular Google'))
  await screen.text(messageOf('last_way_in'))
})

it.each([
  ['linked=apple', 'Listo: ahora también entras con Apple.'],
  ['error=identity_taken', messageOf('identity_taken')],
  ['error=identity_exists', messageOf('identity_exists')],
  ['error=oauth_cancelled', messageOf('oauth_cancelled')],
])('says what became of the link for ?%s', async (query, sentence) => {
  const screen = await openProfile([linkedTo()], `/profile?${query}`)
  await screen.text(sentence)
})
