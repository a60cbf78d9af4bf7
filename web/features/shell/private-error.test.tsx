// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen, until } from '#test/screen.tsx'
import { answers, refuses } from '#test/screen-answers.ts'
import { signedIn } from '#test/screen-people.ts'

it('shows why a private screen could not load, and reads its data again', async () => {
  const { listVehicles } = api.verification
  const refused = refuses(listVehicles, 'busy', { error: 'Espera un momento.' })
  const screen = await openScreen('/vehicles', {
    token: 'of-ana',
    answers: [...signedIn(), refused],
  })
  await screen.title(/^No pudimos mostrar/)
  await screen.text('Espera un momento.')
  const again = await screen.role('button', 'Intentar de nuevo')
  await screen.user.click(again)
  await until(() => expect(again.isConnected).toBe(false))
  await screen.role('button', 'Intentar de nuevo')
  screen.answer(answers(listVehicles, { vehicles: [] }))
  await screen.press('Intentar de nuevo')
  await screen.text('Agregar un vehículo')

  screen.answer(refuses(api.bookings.show, 'booking_not_found'))
  await screen.open('/bookings/01890000-0000-7000-8000-00000000dead')
  await screen.role('heading', 'No encontramos esa reserva')
  await (await screen.within('main')).role('link', 'Ver mis viajes')
})

it('says that something is not there without a retry, which would not find it either', async () => {
  const screen = await openScreen('/bookings/01890000-0000-7000-8000-00000000dead/version', {
    token: 'of-ana',
    answers: [
      ...signedIn(),
      refuses(api.disputes.mine, 'dispute_not_found'),
      refuses(api.bookings.show, 'booking_not_found'),
    ],
  })
  await screen.role('heading', 'No encontramos ese reclamo')
  await (await screen.within('main')).role('link', 'Ir al inicio')
  expect(screen.now().queryByRole('button', { name: 'Intentar de nuevo' })).toBeNull()
})
