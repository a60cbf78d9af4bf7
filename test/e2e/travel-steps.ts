// Steps of a passenger and a driver on the screens, from the search to the rating.
import type { Page } from 'playwright-core'
import { choosePlace } from './publish-steps.ts'

type Way = { from: string; to: string; date: string }

/** Goes from the home page to the results of that day; the driver is Carlos. */
export async function findTrip(page: Page, { from, to, date }: Way): Promise<void> {
  await page.goto('/')
  await choosePlace(page, 'Desde', from, new RegExp(from))
  await choosePlace(page, 'Hasta', to, new RegExp(to))
  await page.getByRole('button', { name: 'Buscar viaje' }).click()
  await page.waitForURL(/\/trips\?/)
  const results = new URL(page.url())
  results.searchParams.set('date', date)
  await page.goto(results.href)
  await page.getByRole('article').filter({ hasText: 'Carlos' }).first().waitFor()
}

const save = (page: Page) => page.getByRole('button', { name: 'Guardar y seguir' }).click()

/** Chooses to agree with the driver where to get on; it is written to the address. */
export async function agreeLater(page: Page): Promise<void> {
  const getsOn = page.getByRole('group', { name: '¿Dónde te subes?' })
  await getsOn.getByRole('radio', { name: /^Acordar con el conductor/ }).click()
  await page.waitForURL(/sube=acordar/)
}

/**
 * Books one seat of the found trip; returns its price. `prove`: function that proves the phone
 * number where that is required.
 */
export async function bookFound(
  page: Page,
  prove: (page: Page) => Promise<void> = save,
): Promise<number> {
  await page
    .getByRole('article')
    .filter({ hasText: 'Carlos' })
    .getByRole('link', { name: /^Viaje de/ })
    .click()
  await page.waitForURL(/\/trips\/[0-9a-f-]{36}/)
  await page.getByRole('link', { name: /^Reservar/ }).click()
  // Booking needs a phone number.
  await page.getByRole('heading', { name: 'Completa tus datos' }).waitFor()
  await page.getByLabel('Celular').fill('300 765 4321')
  await prove(page)
  await agreeLater(page)
  const pay = page.getByRole('button', { name: /^Reservar y pagar/ })
  const cost = Number(((await pay.textContent()) ?? '').replace(/\D/g, ''))
  await pay.click()
  await page.getByRole('heading', { name: /cupo/i }).waitFor()
  return cost
}

/** Finds the trip from the home page and books one seat; returns its price. */
export async function findAndBook(page: Page, way: Way): Promise<number> {
  await findTrip(page, way)
  return bookFound(page)
}

/** Opens the ticket after the booking; returns its code. */
export async function openTicket(page: Page): Promise<string> {
  await page
    .getByRole('link', { name: /tiquete/i })
    .first()
    .click()
  await page.waitForURL(/\/bookings\//)
  await page.getByRole('img', { name: /QR/ }).waitFor()
  const sentence = page.getByText('dicta este código')
  return ((await sentence.locator('xpath=following-sibling::p[1]').textContent()) ?? '').trim()
}

export async function checkIn(page: Page, tripId: string, code: string): Promise<void> {
  await page.goto(`/trips/${tripId}/scan`)
  await page.getByLabel('Código del tiquete').fill(code)
  await page.getByRole('button', { name: 'Registrar subida' }).click()
  await page.getByText('Puede subir').waitFor()
}

/** Opens the form in which a passenger rates the driver, from the list of trips. */
export async function openRating(page: Page, driver: string): Promise<void> {
  await page.goto('/my-trips?ver=pasajero')
  await page.getByText('Pasados', { exact: true }).click()
  await page.getByRole('link', { name: `Calificar tu viaje con ${driver}` }).click()
}

/** Selects four stars in that form. */
export async function chooseStars(page: Page, driver: string): Promise<void> {
  await page.getByRole('heading', { name: `Califica a ${driver}` }).waitFor()
  await page.getByRole('radio', { name: /^4 estrellas/ }).check()
}

export const sendRating = (page: Page) =>
  page.getByRole('button', { name: 'Enviar calificación' }).click()
