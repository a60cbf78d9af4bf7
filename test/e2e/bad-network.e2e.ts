import type { Browser, Page, Route } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { bookSeat } from '#server/modules/travel/bookings/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { TEST_NOW } from '../deps.ts'
import { aFundedWallet, aUser, aVerifiedDriver } from '../factories.ts'
import { aTrip, CALI, IBAGUE } from '../trip-factories.ts'
import { overflow, violations } from './accessible.ts'
import { openRow } from './booking-edits.ts'
import { networkQuiet, type WatchedPage, workerBrowser } from './browser.ts'
import { pesosText } from './people.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { usedPage } from './used-pages.ts'
import { enterAs, hydrated, stored } from './visits.ts'
import { boxOf } from './wait-for.ts'

// A network that exists but does not work: nobody is signed out, and the data on the device stay on
// the screen.

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
})

/** A booking: Carlos drives Ana from Ibagué to Cali. */
async function aBooking() {
  const driver = await aVerifiedDriver(site.deps, { firstName: 'Carlos', lastName: 'Rojas' })
  const trip = await aTrip(site.deps, { driver })
  const ana = await aUser(site.deps, { firstName: 'Ana', lastName: 'Ruiz' })
  await aFundedWallet(site.deps, ana.userId, 400_000)
  const { booking } = await bookSeat(site.deps, ana, {
    tripId: trip.tripId,
    fromStopId: trip.stop(IBAGUE),
    toStopId: trip.stop(CALI),
    seats: 1,
    paymentMode: 'billetera',
    idempotencyKey: `clave-${newId()}`,
  })
  return { driver, ana, booking }
}

async function openPhone(): Promise<WatchedPage> {
  const phone = await usedPage(browser, { ...SIZES.phone, site })
  phone.page.setDefaultTimeout(20_000)
  return phone
}

type Fault = (route: Route) => Promise<void> | void

/** The other faults: web/features/bookings/ticket-network.test.tsx. */
const busy: Fault = (route) =>
  route.fulfill({ status: 503, json: { error: 'Ocupado', code: 'busy' } })

const API = '**/api/**'

/**
 * These addresses fail from now on. Returns a function after which they answer; requests that hang
 * stay without an answer.
 */
async function fail(page: Page, addresses: string, play: Fault): Promise<() => void> {
  let isBroken = true
  await page.route(addresses, (route) => (isBroken ? play(route) : route.continue()))
  return () => {
    isBroken = false
  }
}

/** The whole API fails from now on, and the page is opened again. */
async function breakNetwork(page: Page): Promise<() => void> {
  const repair = await fail(page, API, busy)
  await page.reload()
  return repair
}

const retry = (page: Page) => page.getByRole('button', { name: 'Reintentar' })
const isSignedIn = async (page: Page) => (await stored(page, 'auth_token')) !== null

it('keeps a ticket on the screen with 503, and reads it again on a retry', async () => {
  const { ana, booking } = await aBooking()
  const { page, close } = await openPhone()
  await enterAs(page, ana)
  await page.goto(`/bookings/${booking.id}`)
  const qr = page.getByRole('img', { name: /QR/ })
  await openRow(page, 'QR y código')
  await qr.waitFor()
  const drawn = await qr.innerHTML()

  const repair = await breakNetwork(page)
  await page.getByText('Tiquete guardado en este dispositivo').waitFor()
  expect(await qr.innerHTML()).toBe(drawn)
  await page.getByText(booking.code).waitFor()
  await page.getByText('Sin conexión. Lo que ves').waitFor()
  expect(await isSignedIn(page)).toBe(true)
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
  await shoot(page, 'bad-network-ticket-503')

  repair()
  await retry(page).click()
  await page.getByRole('button', { name: 'Compartir', exact: true }).waitFor()
  await page.getByText('Sin conexión. Lo que ves').waitFor({ state: 'detached' })
  await close()
})

it('shows the same ticket on a phone whose clock is ten days ahead', async () => {
  const { ana, booking } = await aBooking()
  const { page, close } = await openPhone()
  await enterAs(page, ana)
  const ticket = async () => {
    await page.goto(`/bookings/${booking.id}`)
    await openRow(page, 'QR y código')
    await page.getByRole('img', { name: /QR/ }).waitFor()
    // A late part of the ticket.
    await page.getByRole('button', { name: /^Cancelar mi cupo/ }).waitFor()
    return page.getByRole('main').textContent()
  }
  const shown = await ticket()
  expect(shown).toContain('Ibagué')
  await page.clock.setSystemTime(addMs(site.deps.clock.now(), 10 * DAY_MS))
  await expect.poll(ticket).toBe(shown)
  await close()
})

it('reports that the balance was not read with 503, and reads it on a retry', async () => {
  const { ana } = await aBooking()
  const { page, close } = await openPhone()
  await enterAs(page, ana)
  await page.goto('/wallet')
  await page.getByRole('region', { name: 'Saldo disponible' }).waitFor()

  const repair = await breakNetwork(page)
  const main = page.getByRole('main')
  await main.getByText('No pudimos leer tu saldo').waitFor()
  await main.getByText('Esto es lo último que vimos aquí.').waitFor()
  await page.getByText(/^Ana, tu sesión sigue abierta/).waitFor()
  await expect.poll(() => page.getByText(pesosText(0)).count()).toBe(0)
  expect(await isSignedIn(page)).toBe(true)
  await page.getByRole('button', { name: 'Abrir menú' }).click()
  const menu = page.getByRole('dialog', { name: 'Menú' })
  await menu.getByText('Ana', { exact: true }).waitFor()
  await menu.getByRole('button', { name: 'Cerrar Sesión' }).waitFor()
  await menu.getByRole('button', { name: 'Cerrar menú' }).click()
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
  await shoot(page, 'bad-network-wallet-503')

  repair()
  await retry(page).click()
  await page.getByRole('region', { name: 'Saldo disponible' }).waitFor()
  await close()
})

it('reports a read that hangs after 8 seconds, and sends it again on a retry', async () => {
  const { ana } = await aBooking()
  const { page, close } = await openPhone()
  await enterAs(page, ana)
  const repair = await fail(page, '**/api/wallet/transactions**', () => undefined)
  await page.goto('/wallet')
  await page.getByRole('region', { name: 'Saldo disponible' }).waitFor()
  await expect.poll(() => retry(page).count()).toBe(0)
  await page.clock.fastForward(8_000)
  await page.getByText('Está tardando más de lo normal.').waitFor()
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
  await shoot(page, 'bad-network-slow')
  repair()
  await retry(page).click()
  await page.getByRole('main').getByText('Recarga', { exact: true }).waitFor()
  await page.getByText('Está tardando más de lo normal.').waitFor({ state: 'detached' })
  await close()
})

it('keeps what was typed when a link is touched while the network loses code', async () => {
  const { page } = await openPhone()
  await page.goto('/login')
  await hydrated(page)
  await networkQuiet(page)
  const field = page.getByLabel('Correo electrónico')
  await field.fill('ana@correo.test')
  await page.route(/assets\//, (route) => route.abort())
  // The router loads the page again when it cannot read the code of a screen.
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).hover()
  await page.waitForTimeout(1_000)
  await expect.poll(() => field.inputValue()).toBe('ana@correo.test')
})

it('covers neither the head of a conversation nor its field without a network', async () => {
  const { ana, booking } = await aBooking()
  const { page } = await openPhone()
  await enterAs(page, ana)
  // What was refused is told until it was read; the trip does not exist.
  const press = { id: newId(), tripId: newId(), kind: 'start', stop: null, refusal: null }
  const kept = JSON.stringify([{ ...press, at: TEST_NOW.toISOString() }])
  await page.evaluate(
    ([key = '', text = '']) => localStorage.setItem(key, text),
    [`journey-presses:${ana.userId}`, kept],
  )
  await page.goto(`/bookings/${booking.id}`)
  await page
    .getByRole('button', { name: /Acordar con|Escribir/ })
    .first()
    .click()
  const field = page.getByPlaceholder('Escribe un mensaje')
  await field.waitFor()
  const toast = page.getByText('No se registró algo que marcaste en tu viaje')
  const above = await boxOf(toast)
  expect(above.y + above.height).toBeLessThan((await boxOf(field)).y)
  expect((await boxOf(page.getByRole('button', { name: 'Cerrar aviso' }))).height).toBe(28)
  await networkQuiet(page)
  await page.context().setOffline(true)
  const bar = await boxOf(page.getByText('Sin conexión. Lo que ves'))
  const head = await boxOf(page.getByRole('heading', { level: 1 }))
  expect(bar.y + bar.height).toBeLessThanOrEqual(head.y)
  await page.context().setOffline(false)
})
