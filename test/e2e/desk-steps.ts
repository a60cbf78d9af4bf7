// Look-ups of the team: a person with revealed data, and money from a top-up to an account.
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { REVEALED_SECONDS } from '#contract/limits.ts'
import { bookSeat } from '#server/modules/travel/bookings/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { aUser, TEST_PHONE, type TestUser } from '../factories.ts'
import { aTrip, BOGOTA, CALI } from '../trip-factories.ts'
import { overflow, violations } from './accessible.ts'
import { SIZES, shoot } from './shots.ts'
import type { TestSite } from './site.ts'
import { enterAs, openVisit } from './visits.ts'

const NARROW = { width: 320, height: 640 }
const FUNDS = 200_000

async function expectSound(page: Page, name: string): Promise<void> {
  await shoot(page, name)
  expect([await violations(page), await overflow(page)], name).toEqual([[], 0])
  await page.setViewportSize(NARROW)
  expect(await overflow(page), `${name} at 320 px`).toBe(0)
  await page.setViewportSize(SIZES.phone)
}

/** Creates a person with long names, a credited top-up and a seat. */
async function aTraveller({ deps, wompi, url }: TestSite): Promise<TestUser> {
  const ana = await aUser(deps, { firstName: 'M'.repeat(33), lastName: 'Ñ'.repeat(32) })
  const headers = { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ amount: FUNDS })
  const made = await fetch(`${url}/api/payments/create`, { method: 'POST', headers, body })
  const { reference } = ((await made.json()) as { data: { reference: string } }).data
  wompi.settle(wompi.open({ reference, amountInCents: FUNDS * 100 }), 'APPROVED')
  const balance = async () => {
    const answer = await fetch(`${url}/api/wallet/balance`, { headers })
    return ((await answer.json()) as { balance: number }).balance
  }
  await expect.poll(balance, { timeout: 15_000 }).toBe(FUNDS)
  const trip = await aTrip(deps, { departsAt: addMs(deps.clock.now(), 40 * DAY_MS) })
  await bookSeat(deps, ana, {
    tripId: trip.tripId,
    fromStopId: trip.stop(BOGOTA),
    toStopId: trip.stop(CALI),
    seats: 1,
    paymentMode: 'billetera',
  })
  return ana
}

async function enter(site: TestSite, browser: Browser, role: 'support' | 'finance') {
  const visit = await openVisit(browser, { ...SIZES.phone, site })
  await enterAs(visit.page, await aUser(site.deps, { roles: ['passenger', role] }))
  return visit
}

/** Support finds a person, sees their number for a minute, and follows a booking to its trip. */
export async function lookUpPerson(site: TestSite, browser: Browser): Promise<void> {
  const ana = await aTraveller(site)
  const { page, assertClean } = await enter(site, browser, 'support')
  await page.goto('/admin')
  await page.getByRole('heading', { name: 'Hoy', level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Nombre, placa/ }).waitFor()
  await page.keyboard.type(ana.email)
  await page.getByRole('option', { name: 'p•••@correo.test' }).waitFor()
  await expectSound(page, 'desk-find')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/admin/people/${ana.userId}$`))
  await page.goto('/admin/people')
  const box = page.getByLabel('Nombre, usuario, correo, celular o documento')
  await box.waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(ana.email)
  await expect.poll(() => box.inputValue()).toBe(ana.email)
  await page.keyboard.press('Enter')
  await page.getByText('Solo lo que encontró tu búsqueda').waitFor()
  const found = page.getByRole('link', { name: /^M+ Ñ.*p•••@correo.test/ })
  await found.waitFor()
  expect(page.url()).not.toContain('correo')
  await expectSound(page, 'desk-people')
  await found.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Contacto' }).waitFor()
  const masked = page.getByText('••• ••• 4567')
  await masked.waitFor()
  await expectSound(page, 'desk-person')

  await page.getByRole('button', { name: 'Ver completo: Celular' }).click()
  await page.getByRole('button', { name: 'Ver por un minuto' }).click()
  await page.getByText(/Escribe al menos \d+ letras/).waitFor()
  await expectSound(page, 'desk-reveal')
  await page.getByLabel('Motivo').fill('Dejó su maleta en el carro.')
  await page.getByRole('button', { name: 'Ver por un minuto' }).click()
  await page.getByText(TEST_PHONE).waitFor()
  await shoot(page, 'desk-revealed')
  await page.clock.fastForward(REVEALED_SECONDS * 1_000)
  await masked.waitFor()
  await expect.poll(() => page.getByText(TEST_PHONE).count()).toBe(0)

  await page.getByRole('link', { name: /Bogotá → Cali/ }).click()
  await page.getByRole('heading', { name: 'Dinero' }).waitFor()
  await page.getByText('Apartado', { exact: true }).waitFor()
  await expectSound(page, 'desk-booking')
  await page.getByRole('button', { name: 'Anotar' }).click()
  await page.getByRole('textbox', { name: 'Nota' }).fill('Llamó por su maleta.')
  await page.getByRole('button', { name: 'Guardar la nota' }).click()
  await page.getByText(/Nota guardada\. Quedó en la auditoría/).waitFor()
  await page.getByText('Llamó por su maleta.').waitFor()
  await page.getByRole('link', { name: 'Ver el viaje' }).click()
  await page.getByRole('heading', { name: 'Cupos por tramo' }).waitFor()
  await expectSound(page, 'desk-trip')
  for (const [address, name] of [
    ['/admin/trips?estado=to_leave', 'desk-trips'],
    ['/admin/bookings?estado=confirmed', 'desk-bookings'],
  ] as const) {
    await page.goto(address)
    await page
      .getByRole('link', { name: /Bogotá → Cali/ })
      .first()
      .waitFor()
    await expectSound(page, name)
  }
  assertClean()
}

/** Finance follows a top-up to its movement, the account, and an earlier balance. */
export async function followMoney(site: TestSite, browser: Browser): Promise<void> {
  await aTraveller(site)
  const { page, assertClean } = await enter(site, browser, 'finance')
  await page.goto('/admin/payments')
  await page.getByLabel('Estado').selectOption({ label: 'Acreditada' })
  await page.getByRole('button', { name: 'Filtrar' }).click()
  await page.waitForURL(/estado=approved/)
  await expectSound(page, 'desk-payments')
  await page
    .getByRole('link', { name: /Acreditada/ })
    .first()
    .click()
  await page.getByText('se acreditó').first().waitFor()
  await page.getByText('Ver el mensaje').first().click()
  await page.getByText('"transaction.updated"').first().waitFor()
  await expectSound(page, 'desk-payment')
  await page.getByRole('button', { name: 'Devolver al medio de pago' }).click()
  await page.getByRole('button', { name: 'Proponer la devolución' }).click()
  await page.getByText('Elige una causa.').waitFor()
  await expectSound(page, 'desk-refund')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: /Recarga.*Pasarela/ }).click()
  await page.getByRole('heading', { name: 'Movimiento del libro', level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'De la misma causa' }).waitFor()
  await expectSound(page, 'desk-transfer')
  await page.getByRole('link', { name: /^Billetera de/ }).click()
  await page.getByRole('heading', { name: 'Saldo ahora' }).waitFor()
  await page.getByText('Calculado con 2 movimientos', { exact: false }).waitFor()
  await expectSound(page, 'desk-account')
  await page.getByLabel('En otro momento').fill('2026-01-01T10:00')
  await page.getByRole('button', { name: 'Ver ese saldo' }).click()
  await page.getByText('Calculado con 0 movimientos', { exact: false }).waitFor()
  expect(page.url()).toContain('momento=')
  await page.getByRole('button', { name: 'Descargar CSV' }).click()
  await page.getByLabel('Motivo').fill('Lo pide la Superintendencia.')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^libro-\d{4}-\d{2}-\d{2}\.csv$/)
  await page.goto('/admin/ledger')
  await page.getByText('gateway:wompi', { exact: false }).waitFor()
  await expectSound(page, 'desk-ledger')
  assertClean()
}
