import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { aTrip, BOGOTA, IBAGUE } from '../trip-factories.ts'
import { workerBrowser } from './browser.ts'
import { mailedToken, type NewPerson, sendSignUp } from './people.ts'
import { openTestSite, type TestSite } from './site.ts'
import { answer, count, hydrated, openVisit, timeOf } from './visits.ts'
import { boxOf } from './wait-for.ts'

// A sign-up ends where the person was, and so does the mail that confirms the address.

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
})

const visit = () => openVisit(browser, { width: 360, height: 740, site })

function somebody(name: string): NewPerson {
  const password = 'Sumapaz al alba 7'
  return { email: `${name}@correo.test`, first: 'Irene', last: 'Cuesta', password }
}

/** Everything that this browser stores, as one text. */
const storedText = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]))

it('leads a visitor through sign-up and confirmation back to the booking', async () => {
  const trip = await aTrip(site.deps)
  const person = somebody('visitante')
  const { page, close, assertClean } = await visit()
  await page.goto(`/trips/${trip.tripId}?from=${trip.stop(BOGOTA)}&to=${trip.stop(IBAGUE)}`)
  const book = page.getByRole('link', { name: /^Reservar/ })
  const offer = page.getByRole('region', { name: 'Tu reserva' }).getByText(/\$\s?[\d.]+/)
  const price = /\$\s?[\d.]+/.exec((await offer.first().textContent()) ?? '')?.[0] ?? ''
  await book.click()
  await page.getByRole('heading', { level: 1, name: 'Sigue con tu viaje' }).waitFor()
  const shown = page.getByRole('region', { name: 'Tu viaje' })
  for (const words of [/Bogotá/, /Ibagué/, /por cupo/, price]) {
    await shown.getByText(words).first().waitFor()
  }
  const main = page.getByRole('main')
  const create = main.getByRole('link', { name: 'Crear cuenta' })
  const edges = async () => {
    const boxes = [await boxOf(main.getByRole('button', { name: 'Google' }))]
    boxes.push(await boxOf(create))
    return boxes.map((box) => box.y + box.height)
  }
  const [google = 0, sign = 0] = await edges()
  expect(google).toBeLessThan(sign)
  expect(sign).toBeLessThan(740)
  await expect.poll(() => page.getByText('Qué bueno verte de nuevo').count()).toBe(0)

  await create.click()
  await page.waitForURL(/\/signup\?returnTo=/)
  await sendSignUp(page, person)
  expect(await storedText(page)).not.toContain(person.password)
  await page.getByRole('heading', { name: 'Completa tus datos' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/trips/${trip.tripId}/book`)
  expect(await storedText(page)).not.toContain(person.password)

  const token = await mailedToken(site.mail, person.email, /^Confirma tu correo/)
  await page.goto(`/confirmar-cuenta?token=${token}`)
  await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
  await page.getByRole('link', { name: 'Seguir donde ibas' }).click()
  await page.getByRole('heading', { name: 'Completa tus datos' }).waitFor()
  assertClean()
  await close()
})

it('shows the login with the address after three seconds when the server is busy', async () => {
  const person = somebody('ocupada')
  const visited = await visit()
  const { page, close } = visited
  await answer(page, '/auth/login', { status: 503, body: { error: 'Espera.', code: 'busy' } })
  await page.goto('/signup')
  await hydrated(page)
  await page.clock.pauseAt((await timeOf(page)) + 60_000)
  await sendSignUp(page, person)
  await page.clock.runFor(2900)
  expect(new URL(page.url()).pathname).toBe('/signup')
  await page.clock.runFor(200)
  await page.waitForURL(/\/login/)
  await page.getByText('Escribe tu contraseña para entrar.').waitFor()
  const filledIn = () => page.getByLabel('Correo electrónico').inputValue()
  await expect.poll(filledIn).toBe(person.email)
  await page.clock.resume()
  await page.reload()
  await expect.poll(filledIn).toBe(person.email)
  expect(count(visited, 'POST /auth/login')).toBe(1)
  await close()
})

it('answers the recovery form of its own page before the code arrives', async () => {
  const send = (fields: Record<string, string>) =>
    fetch(`${site.url}/recuperar-cuenta`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: site.url },
    })
  const new_password = 'Nevado del Ruiz 62'
  const sent = await send({ email: 'nadie@correo.test', new_password })
  expect([sent.status, await sent.text()]).toEqual([
    200,
    expect.stringContaining('Queda lista cuando abras el enlace que te enviamos'),
  ])
  const weak = await send({ email: 'nadie@correo.test', new_password: '12345678' })
  expect(weak.status).toBe(400)
  const page = await weak.text()
  expect(page).toContain('Error al recuperar la cuenta: ')
  expect(page).toContain('value="nadie@correo.test"')
  expect(page).not.toContain('12345678')
})
