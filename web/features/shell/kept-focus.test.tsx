// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen, until } from '#test/screen.tsx'
import { answers, garbled } from '#test/screen-answers.ts'
import { signedIn, walletAnswers } from '#test/screen-people.ts'

const focused = () => document.activeElement

async function openAlerts() {
  const screen = await openScreen('/alerts', {
    token: 'of-ana',
    answers: [
      ...signedIn(),
      ...walletAnswers,
      answers(api.alerts.mine, { active: [], past: [] }),
      answers(api.rideRequests.mine, { open: [], past: [] }),
    ],
  })
  await screen.title('Busco cupo')
  return screen
}

it('focuses the new screen, named by its title, after a link of the bar', async () => {
  const screen = await openAlerts()
  const bar = await screen.within('navigation', 'Accesos')
  await screen.user.click(await bar.role('link', 'Billetera'))
  await until(() => expect(focused()?.id).toBe('contenido'))
  expect(focused()?.getAttribute('aria-label')).toBe(document.title)
})

it('focuses what is around a pressed row that left the page', async () => {
  await openAlerts()
  const rows = document.createElement('ul')
  rows.innerHTML = '<li><button>Quitar</button></li>'
  document.querySelector('main')?.append(rows)
  rows.querySelector('button')?.focus()
  rows.replaceChildren()
  await until(() => expect(focused()).toBe(rows))
})

it('focuses the form that a press has opened', async () => {
  const screen = await openAlerts()
  await screen.press('Nueva búsqueda')
  const field = await screen.label('Desde')
  await until(() => expect(focused()?.contains(field)).toBe(true))
  expect(focused()?.contains(document.querySelector('h1'))).toBe(false)
})

it('takes the focus from nobody who left a row before it went away', async () => {
  await openAlerts()
  const rows = document.createElement('ul')
  rows.innerHTML = '<li><button>Quitar</button></li>'
  document.querySelector('main')?.append(rows)
  const button = rows.querySelector('button')
  button?.focus()
  button?.blur()
  await Promise.resolve()
  rows.replaceChildren()
  await new Promise((resolve) => setImmediate(resolve))
  expect(focused()).toBe(document.body)
})

it('focuses the first field with an error, which can be far above the button', async () => {
  const screen = await openScreen('/soporte?nuevo=1', { token: 'of-ana', answers: signedIn() })
  const kind = await screen.label('¿Sobre qué es?')
  await screen.press('Enviar a soporte')
  await until(() => expect(focused()).toBe(kind))
})

it('focuses a field that only the server refuses', async () => {
  const problem = 'Escribe un celular de 10 dígitos'
  const fields = { phone: problem }
  const refusal = { error: 'Revisa los datos', code: 'invalid_request', fields, requestId: 'r' }
  const screen = await openScreen('/contacto-de-confianza', {
    token: 'of-ana',
    answers: [
      ...signedIn(),
      answers(api.safety.showContact, { contact: null }),
      garbled(api.safety.saveContact, 400, refusal),
    ],
  })
  await screen.user.type(await screen.label('Nombre'), 'Rosa')
  await screen.press('Guardar y preguntarle')
  await screen.text(problem)
  await until(async () => expect(focused()).toBe(await screen.label(/^Celular/)))
})

it('focuses a field of a vehicle that only the server refuses', async () => {
  const problem = 'Escribe el color del carro'
  const fields = { color: problem }
  const refusal = { error: 'Revisa los datos', code: 'invalid_request', fields, requestId: 'r' }
  const screen = await openScreen('/vehicles', {
    token: 'of-ana',
    answers: [
      ...signedIn(),
      answers(api.verification.listVehicles, { vehicles: [] }),
      garbled(api.verification.addVehicle, 400, refusal),
    ],
  })
  const typed = { Placa: 'ABC123', Marca: 'Mazda', Modelo: '2', Color: 'Verde', Año: '2020' }
  for (const [label, text] of Object.entries(typed)) {
    await screen.user.type(await screen.label(label), text)
  }
  await screen.press('Guardar vehículo')
  await screen.text(problem)
  await until(async () => expect(focused()).toBe(await screen.label('Color')))
})
