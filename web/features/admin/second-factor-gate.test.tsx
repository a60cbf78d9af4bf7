// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen, pass, until } from '#test/screen.tsx'
import { answers, refuses } from '#test/screen-answers.ts'
import { signedInAsTeam } from '#test/screen-people.ts'

const UNTIL = '2026-11-20T20:00:00.000Z'
const status = (provedUntil: string | null) => ({
  ...{ required: true, totp: true, passkeys: [], recoveryCodesLeft: 8, provedUntil },
})
const PROVED = answers(api.secondFactor.show, status(UNTIL))
const ID = '01890000-0000-7000-8000-000000000001'
const AT = '2026-11-20T10:45:00.000Z'
const NOTE = 'Lo comparamos con los registros del viaje y con el chat de los dos.'

const openWithoutFactor = () =>
  openScreen('/admin/deliveries', {
    token: 'of-ana',
    answers: [
      ...signedInAsTeam('support'),
      answers(api.secondFactor.show, { ...status(null), totp: false, recoveryCodesLeft: 0 }),
      answers(api.secondFactor.beginTotp, { secret: 'ABC', uri: 'otpauth://totp/a?secret=ABC' }),
      answers(api.secondFactor.confirmTotp, { recoveryCodes: ['aaaaa-11111'] }),
      answers(api.notifications.listDeadDeliveries, { items: [], total: 0, totalPages: 0 }),
    ],
  })

it('shows the recovery codes until they are kept, though the state is read again', async () => {
  const screen = await openWithoutFactor()
  await screen.press('Usar una app de códigos')
  await screen.user.type(await screen.label('Código de 6 números'), '123456')
  await screen.press('Confirmar la app')
  await screen.text('aaaaa-11111')
  screen.answer(PROVED)
  await pass(6 * 60_000)
  expect(screen.now().queryByText('aaaaa-11111')).not.toBeNull()
  await screen.press('Ya los guardé')
  await screen.role('heading', 'Envíos fallidos')
})

it('opens the screen once the first second factor was added in another tab', async () => {
  const screen = await openWithoutFactor()
  await screen.role('button', 'Usar una app de códigos')
  screen.answer(PROVED)
  await pass(6 * 60_000)
  await screen.role('heading', 'Envíos fallidos')
})

it('keeps a screen and what was typed in it when the second factor ends over it', async () => {
  const delivery = {
    ...{
      id: ID,
      channel: 'mail' as const,
      topic: 'money' as const,
      to: 'v***@correo.test',
      attempts: 10,
    },
    ...{ template: null, error: '452 4.2.2 full', failedAt: AT },
  } as const
  const list = answers(api.notifications.listDeadDeliveries, {
    ...{ items: [delivery], total: 1, totalPages: 1 },
  })
  const screen = await openScreen('/admin/deliveries', {
    token: 'of-ana',
    answers: [
      ...signedInAsTeam('support'),
      ...[list, answers(api.secondFactor.prove, status(UNTIL))],
      refuses(api.notifications.discardDelivery, 'second_factor_required'),
    ],
  })
  const note = await screen.label('Por qué se descarta')
  await screen.user.type(note, NOTE)
  screen.answer(answers(api.secondFactor.show, status(null)))
  screen.answer(refuses(api.notifications.listDeadDeliveries, 'second_factor_required'))
  await screen.press('Descartar')
  const dialog = await screen.within('dialog', 'Confirma que eres tú')
  expect((await screen.label('Por qué se descarta')).value).toBe(NOTE)
  screen.answer(PROVED)
  screen.answer(list)
  screen.answer(answers(api.notifications.discardDelivery, { discarded: true }))
  await screen.user.type(await dialog.label('Código de 6 números'), '123456')
  await screen.press('Confirmar')
  await until(() => expect(screen.now().queryByRole('dialog')).toBe(null))
  expect((await screen.label('Por qué se descarta')).value).toBe(NOTE)
  await screen.press('Descartar')
  await until(() =>
    expect(screen.sent(`POST /admin/deliveries/${ID}/discard`)).toEqual({ reason: NOTE }),
  )
})
