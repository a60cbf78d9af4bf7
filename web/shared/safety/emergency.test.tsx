// @vitest-environment happy-dom
// What the emergency sheet says of a call that Cupo did not receive, and why.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { pass, until } from '#test/screen.tsx'
import { answers, failing, garbled, refuses, type StubbedAnswer } from '#test/screen-answers.ts'
import { openTicket, part } from '#test/screen-connections.ts'

const { openIncident } = api.safety
const at = '2026-11-20T13:00:00.000Z'
const incident = {
  ...{ id: '01890000-0000-7000-8000-0000000000e1', tripId: '01890000-0000-7000-8000-0000000000f1' },
  ...{ kind: 'emergency' as const, state: 'open' as const, answer: null },
  ...{ pressedAt: at, createdAt: at, dueAt: at },
}
const received = (contactTold: boolean) => answers(openIncident, { incident, contactTold })
const waiting = () => Object.keys(localStorage).filter((key) => key.startsWith('incident:'))

beforeEach(() => {
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { getCurrentPosition: (_: unknown, fail: () => void) => fail() },
  })
})
afterEach(() => Reflect.deleteProperty(navigator, 'geolocation'))

async function tellCupo(answer: StubbedAnswer[], contact = false) {
  const screen = await openTicket(part(1), part(2))
  await screen.role('heading', 'Segundo carro')
  await screen.press('Emergencia')
  screen.answer(...answer)
  if (contact) await screen.user.click(await screen.label(/Avisar también a mi contacto/))
  await screen.press('Avisar a Cupo')
  return screen
}

const OUTSIDE = garbled(openIncident, 403, '<html>Wi-Fi del terminal</html>')

it.each([
  ['no network', [failing(openIncident)], /Sale solo cuando haya red/],
  ['the page of a Wi-Fi login', [OUTSIDE], /Sale solo cuando haya red/],
  ['too many presses', [refuses(openIncident, 'rate_limited')], /Deja Cupo abierto/],
  ['a busy server', [refuses(openIncident, 'busy')], /Deja Cupo abierto/],
])('keeps a call that met %s, and says when it is sent', async (_, answer, words) => {
  const screen = await tellCupo(answer)
  await screen.text('No salió: llama al 123')
  await screen.text(words)
  expect(waiting()).toHaveLength(1)
  screen.answer(received(false))
  await pass(30_000)
  await screen.text('Cupo recibió tu aviso')
  expect(waiting()).toEqual([])
})

it('says that a call waits for the next sign-in when the session has ended', async () => {
  const ended = refuses(openIncident, 'token_expired')
  const screen = await tellCupo([ended, refuses(api.auth.refresh, 'token_expired')], true)
  await screen.text(/Tu sesión terminó: sale solo cuando vuelvas a entrar/)
  await screen.text(/A tu contacto de confianza tampoco le llegó: llámalo tú/)
  expect(waiting()).toHaveLength(1)
})

it('says that a refused call is not sent again, with the reason of the server', async () => {
  const screen = await tellCupo([refuses(openIncident, 'booking_not_found')])
  await screen.text('Cupo no recibió tu aviso: llama al 123')
  await screen.text(/Esto no se envía otra vez solo\. No encontramos esa reserva/)
  expect(waiting()).toEqual([])
  screen.answer(received(false))
  await screen.press('Avisar a Cupo')
  await screen.text('Cupo recibió tu aviso')
})

it('says that the trusted contact was not told when Cupo received the call alone', async () => {
  const screen = await tellCupo([received(false)], true)
  await screen.text(/A tu contacto de confianza no le llegó un aviso nuevo: llámalo tú/)
})

it('says on any screen that a call which waited was refused, and why', async () => {
  const screen = await tellCupo([failing(openIncident)])
  await screen.text('No salió: llama al 123')
  screen.answer(refuses(openIncident, 'booking_not_found'))
  await pass(30_000)
  await screen.text(/^Cupo no recibió tu aviso de emergencia: .*llama al 123\. No encontramos/)
  await until(() => expect(waiting()).toEqual([]))
})
