import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { walletTotals } from '#server/modules/bank/ledger/index.ts'
import { listSeatsLeft } from '#server/modules/travel/trips/index.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { aFundedWallet, aUser, aVerifiedDriver, type TestUser } from '../factories.ts'
import { expectConsistent } from '../race/invariants.ts'
import { aTrip, BOGOTA, CALI, IBAGUE } from '../trip-factories.ts'
import { expectResult, overflow, violations } from './accessible.ts'
import { changeMeeting, changeSegment, expectTicket, optionOf } from './booking-edits.ts'
import { type WatchedPage, workerBrowser } from './browser.ts'
import { logInByCall, pesosText, provePhone } from './people.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { countActions, countIntents, expectSteadySteps, heightOfSteps } from './step-checks.ts'
import { leaveEarly, startTopUp, topUpAndBook } from './top-up-steps.ts'
import { agreeLater } from './travel-steps.ts'
import { usedPage } from './used-pages.ts'

// A seat by request, with a top-up during the booking, and its cancellation.

const { phone: PHONE, desk: DESK } = SIZES

let site: TestSite
let browser: Browser
const windows: WatchedPage[] = []

beforeAll(async () => {
  site = await openTestSite({ phones: true })
  browser = await workerBrowser()
})

async function openPhone(person: TestUser): Promise<Page> {
  const watched = await usedPage(browser, { ...PHONE, site })
  watched.page.setDefaultTimeout(10_000)
  windows.push(watched)
  await logInByCall(watched.page, person)
  return watched.page
}

const shots = process.env.E2E_SHOTS

/** Takes screenshots and checks the layout on a phone (light) and a desktop (dark). */
async function expectFit(page: Page, name: string): Promise<void> {
  expect(await violations(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  if (!shots) return
  await page.screenshot({ path: `${shots}/${name}-360.png`, fullPage: true })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.screenshot({ path: `${shots}/${name}-1280.png`, fullPage: true })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(PHONE)
}

const scrolled = (page: Page): Promise<number> => page.evaluate(() => window.scrollY)

/** All choices are on one page: they stay visible, and a refresh keeps them. */
async function chooseAPoint(page: Page): Promise<void> {
  const getsOn = page.getByRole('group', { name: '¿Dónde te subes?' })
  const getsOff = page.getByRole('group', { name: '¿Dónde te bajas?' })
  await page.getByRole('spinbutton', { name: 'Cupos' }).waitFor()
  // Nothing is preselected, and nobody goes on without saying where they get on.
  await getsOn.getByRole('radio', { name: /^Acordar con el conductor/ }).waitFor()
  await expect.poll(() => page.getByRole('radio', { checked: true }).count()).toBe(0)
  await expect.poll(() => page.getByText(/^Paso \d/).count()).toBe(0)
  await expectFit(page, 'book')
  await page.getByRole('button', { name: /^Recargar .* y pedir cupo$/ }).click()
  await getsOn.getByText('Elige dónde te subes, o acuérdalo con el conductor.').waitFor()
  await expectFit(page, 'book-points-missing')
  await page.getByText('Elegir dónde te bajas').click()
  const last = getsOff.getByRole('radio').last()
  await last.scrollIntoViewIfNeeded()
  const before = await scrolled(page)
  expect(before).toBeGreaterThan(200)
  await last.click()
  await expect.poll(() => last.isChecked()).toBe(true)
  expect(await scrolled(page)).toBe(before)

  const portal = getsOn.getByRole('radio', { name: /Portal Norte/ })
  await portal.click()
  await expect.poll(() => portal.isChecked()).toBe(true)
  await page.reload()
  await expect.poll(() => portal.isChecked()).toBe(true)
  // The points of the drop-off are loaded by a separate query.
  await expect.poll(() => last.isChecked()).toBe(true)

  // Changing the segment is a detour, and loses only the point of the changed stop.
  await page.getByRole('link', { name: 'Cambiar tramo' }).click()
  await page.getByRole('heading', { name: '¿Qué tramo viajas?' }).waitFor()
  await expectFit(page, 'book-segment')
  await page.getByLabel('Bajas en').selectOption(await optionOf(page, 'Ibagué'))
  await page.getByText('Bogotá → Ibagué').waitFor()
  await page.getByLabel('Bajas en').selectOption(await optionOf(page, 'Cali'))
  await page.getByText('Bogotá → Cali').waitFor()
  await page.goBack()
  await expect.poll(() => portal.isChecked()).toBe(true)
  await page.goForward()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect.poll(() => portal.isChecked()).toBe(true)
  await expect.poll(() => getsOff.getByRole('radio', { checked: true }).count()).toBe(0)
}

/** The driver's first screen shows the request, and answering it takes two presses. */
async function answerFromTheWallet(driverPage: Page, bookingPath: string): Promise<void> {
  await driverPage.goto('/wallet')
  const bar = driverPage.getByRole('navigation', { name: 'Accesos' })
  await bar.getByRole('link', { name: '1 por atender: Viajes' }).waitFor()
  // The driver has the wallet where a passenger has the search.
  const entries = ['Billetera', 'Publicar', expect.stringMatching(/Viajes$/), 'Mensajes', 'Cuenta']
  await expect.poll(() => bar.getByRole('link').allTextContents()).toEqual(entries)
  const waits = driverPage
    .getByRole('region', { name: 'Lo que sigue' })
    .getByRole('listitem')
    .first()
  await waits.getByText('1 solicitud por responder').waitFor()
  await shoot(driverPage, 'agenda-driver')
  await driverPage.setViewportSize(DESK)
  await bar.waitFor({ state: 'hidden' })
  await expect.poll(() => waits.isVisible()).toBe(true)
  await driverPage.setViewportSize(PHONE)

  await bar.getByRole('link', { name: /Viajes/ }).click()
  const tab = driverPage.getByRole('tab', { name: 'Como conductor' })
  await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true')
  await expect
    .poll(() => bar.getByRole('link', { name: /Viajes/ }).getAttribute('aria-current'))
    .toBe('page')
  await waits.getByRole('link', { name: /^Responder: / }).click()
  await driverPage.waitForURL(/\/trips\//)
  await driverPage.goto(bookingPath)
  await driverPage.getByText(/Portal Norte/).waitFor()
  await driverPage.getByRole('button', { name: 'Aceptar' }).click()
  await driverPage.getByRole('button', { name: 'Aceptar' }).waitFor({ state: 'detached' })
  await expectResult(driverPage, 'Aceptaste a Camila O.')
  await bar.getByRole('link', { name: 'Viajes', exact: true }).waitFor()
}

it('pays a request with a top-up, accepts it, and cancels it for half of the fare', async () => {
  const { deps } = site
  const driver = await aVerifiedDriver(deps, { firstName: 'Carlos', lastName: 'Rojas' })
  const departsAt = addMs(deps.clock.now(), 2 * DAY_MS)
  const trip = await aTrip(deps, { driver, departsAt, instant: false })
  const camila = await aUser(deps, { firstName: 'Camila', lastName: 'Ortiz' })
  const price = trip.facts.seatPrice
  const missing = 20_000
  await aFundedWallet(deps, camila.userId, price - missing)
  const [passengerPage, driverPage] = [await openPhone(camila), await openPhone(driver)]

  await passengerPage.goto(
    `/trips/${trip.tripId}/book?from=${trip.stop(BOGOTA)}&to=${trip.stop(CALI)}`,
  )
  await chooseAPoint(passengerPage)
  await topUpAndBook(passengerPage, missing)
  await passengerPage.getByRole('heading', { name: 'Tu solicitud va en camino' }).waitFor()
  await passengerPage.getByRole('link', { name: 'Ver mi solicitud' }).click()
  await passengerPage.waitForURL(/\/bookings\//)
  await passengerPage.getByText('Esperando respuesta').waitFor()
  expect(await walletTotals(deps.db, camila.userId)).toMatchObject({ available: 0, held: price })

  await changeSegment(passengerPage, 'Ibagué', /vuelven a tu billetera/)
  const { available, held } = await walletTotals(deps.db, camila.userId)
  expect([available + held, held < price]).toEqual([price, true])
  await changeSegment(passengerPage, 'Cali', /más de tu saldo/)
  expect(await walletTotals(deps.db, camila.userId)).toMatchObject({ available: 0, held: price })
  await changeMeeting(passengerPage)
  await answerFromTheWallet(driverPage, new URL(passengerPage.url()).pathname)
  await passengerPage.goto('/wallet')
  const next = passengerPage.getByRole('region', { name: 'Lo que sigue' })
  await next.getByRole('link', { name: /^Ver tiquete: Tu próximo viaje, Bogotá → Cali/ }).click()
  await passengerPage.waitForURL(/\/bookings\//)
  await passengerPage.getByRole('img', { name: /QR/ }).waitFor()
  await expectTicket(passengerPage)

  // The clock is within a day of the departure, and long after the booking.
  deps.clock.set(addMs(departsAt, -HOUR_MS))
  await passengerPage.reload()
  await passengerPage.getByRole('button', { name: 'Cancelar mi cupo' }).click()
  const back = Math.ceil(price / 2)
  const dialog = passengerPage.getByRole('dialog')
  await dialog.getByText(pesosText(back)).first().waitFor()
  await dialog.getByRole('button', { name: 'Cancelar mi cupo' }).click()
  await expectResult(passengerPage, 'Cancelaste tu cupo')
  await expectResult(passengerPage, new RegExp(`Volvieron ${pesosText(back).source}`))
  expect(await walletTotals(deps.db, camila.userId)).toMatchObject({ available: back, held: 0 })
  const kept = price - back
  const commission = Math.round(kept / 10)
  expect((await walletTotals(deps.db, driver.userId)).available).toBe(kept - commission)
  await expectConsistent(deps)
})

/** Seconds on the countdown of the kept seat. */
async function secondsLeft(page: Page): Promise<number> {
  const text = (await page.getByRole('timer').textContent()) ?? ''
  const [, minutes = 'NaN', seconds = 'NaN'] = /(\d+):(\d\d)/.exec(text) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

/**
 * Simulates a slow bank: nobody is asked to pay again, and the money books the seat when it
 * arrives.
 */
async function payLater(passengerPage: Page): Promise<void> {
  const reference = await leaveEarly(passengerPage)
  await passengerPage
    .getByText(new RegExp(`Tienes ${pesosText(20_000).source} en validación`))
    .waitFor()
  await expect.poll(() => passengerPage.getByRole('button', { name: /^Recargar/ }).count()).toBe(0)
  await expectFit(passengerPage, 'validating')
  const [waiting] = site.wompi.transactions(reference)
  site.wompi.settle(waiting?.id ?? '', 'APPROVED')
  // The webhook is processed, and the page polls the balance every five seconds.
  const booked = passengerPage.getByRole('heading', { name: 'Tu cupo está reservado' })
  await booked.waitFor({ timeout: 30_000 })
}

it('keeps the last seat for the person who tops up, and for nobody else', async () => {
  const { deps } = site
  const driver = await aVerifiedDriver(deps)
  const trip = await aTrip(deps, { driver, seats: 1 })
  const [rosa, luis] = [await aUser(deps), await aUser(deps)]
  const price = trip.facts.seatPrice
  await aFundedWallet(deps, rosa.userId, price - 20_000)
  await aFundedWallet(deps, luis.userId, price)
  const [passengerPage, other] = [await openPhone(rosa), await openPhone(luis)]
  const part = `from=${trip.stop(BOGOTA)}&to=${trip.stop(CALI)}`
  const address = `/trips/${trip.tripId}/book?${part}&paso=confirmar&sube=acordar`

  await passengerPage.goto(address)
  await passengerPage.getByRole('button', { name: 'Solo apartar mi cupo' }).click()
  await passengerPage.getByText('Tu cupo está apartado', { exact: false }).first().waitFor()
  expect(await secondsLeft(passengerPage)).toBeGreaterThan(290)
  await expectFit(passengerPage, 'kept')

  // A person who left the page finds the link to it at the top of their trips.
  await passengerPage.goto('/my-trips')
  await passengerPage
    .getByRole('link', { name: /^Seguir con la reserva: Tienes 1 cupo apartado/ })
    .click()
  await passengerPage.waitForURL(/\/book\?/)
  // The chosen point is still chosen.
  await passengerPage
    .getByRole('radio', { name: /^Acordar/, checked: true })
    .first()
    .waitFor()
  await passengerPage.getByRole('timer').waitFor()

  // Other people see no free seat; the countdown survives a reload and uses the server's clock.
  await other.goto(address)
  await other.getByText('Sin cupos').waitFor()
  await other.getByRole('link', { name: 'Buscar otro viaje' }).waitFor()
  deps.clock.advance(4 * MINUTE_MS)
  await passengerPage.reload()
  await passengerPage.getByRole('timer').waitFor()
  expect(await secondsLeft(passengerPage)).toBeLessThanOrEqual(60)
  await passengerPage.getByText('Dame más tiempo').waitFor({ state: 'detached' })

  // A started payment keeps the seat longer, and without the money no seat is booked.
  await startTopUp(passengerPage, 20_000)
  await passengerPage.goto(address)
  await passengerPage.getByRole('timer').waitFor()
  expect(await secondsLeft(passengerPage)).toBeGreaterThan(900)
  // A change withdraws the confirmation: the money alone then books nothing.
  expect(await countIntents(passengerPage)).toBe(1)
  await passengerPage.getByRole('radio', { name: /Portal Norte/ }).click()
  await expect.poll(() => countIntents(passengerPage)).toBe(0)
  await agreeLater(passengerPage)
  await payLater(passengerPage)
  await passengerPage.getByRole('heading', { name: 'Tu cupo está reservado' }).waitFor()
  expect(await walletTotals(deps.db, rosa.userId)).toMatchObject({ available: 0, held: price })
  await other.reload()
  await other.getByText('Sin cupos').waitFor()
  await expectConsistent(deps)
})

it('releases a kept seat, lets it expire, and keeps it again', async () => {
  const { deps } = site
  const trip = await aTrip(deps, { seats: 1 })
  const [rosa, luis] = [await aUser(deps), await aUser(deps)]
  await aFundedWallet(deps, luis.userId, trip.facts.seatPrice)
  const [passengerPage, other] = [await openPhone(rosa), await openPhone(luis)]
  const part = `from=${trip.stop(BOGOTA)}&to=${trip.stop(CALI)}`
  const address = `/trips/${trip.tripId}/book?${part}&paso=confirmar&sube=acordar`
  const keep = passengerPage.getByRole('button', { name: 'Solo apartar mi cupo' })

  await passengerPage.goto(address)
  await keep.click()
  await passengerPage.getByRole('button', { name: 'Soltar el cupo' }).click()
  await keep.click()
  await passengerPage.getByRole('timer').waitFor()
  const topUp = passengerPage.getByRole('button', { name: /^Recargar \$/ })
  await topUp.waitFor()

  // Offline nobody can pay, but the countdown goes on.
  await passengerPage.context().setOffline(true)
  await passengerPage.getByText('Tu cupo sigue apartado').waitFor()
  await expect.poll(() => topUp.isDisabled()).toBe(true)
  await passengerPage.context().setOffline(false)

  deps.clock.advance(10 * MINUTE_MS)
  await passengerPage.reload()
  await passengerPage.getByText('Se acabó el tiempo; el cupo volvió a la venta').waitFor()
  await expectFit(passengerPage, 'ended')
  await passengerPage.getByRole('button', { name: 'Intentar de nuevo' }).click()
  await passengerPage.getByRole('timer').waitFor()
  deps.clock.advance(10 * MINUTE_MS)
  await expect.poll(async () => (await listSeatsLeft(deps.db, trip.tripId)).at(-1)).toBe(1)
  await other.goto(address)
  await other.getByRole('button', { name: /^Reservar y pagar/ }).click()
  await other.getByRole('heading', { name: 'Tu cupo está reservado' }).waitFor()
  await passengerPage.reload()
  await passengerPage.getByRole('button', { name: 'Intentar de nuevo' }).click()
  // It is the fourth keep in one day on the same trip.
  await passengerPage.getByText('Ya apartaste cupos varias veces hoy.', { exact: false }).waitFor()
  await passengerPage.getByRole('link', { name: /^Recargar .* sin apartar/ }).waitFor()
  await expectConsistent(deps)
  // A ticket may ask how its trip goes while its seat is given back.
  const allow = [/status of 401 .*\/api\//, /status of (?:409 .*\/keeps|404 .*\/journey)/]
  for (const each of windows) each.assertClean({ allow: [...allow, /ERR_INTERNET/] })
})

// From the trip's page to the booked seat. The way: "Reservar", the code by SMS (the digits of the
// code are typed, or filled in by the telephone), where to get on, "Recargar … y reservar", and
// the button of the gateway's page in this sandbox. The sign-in with Google is counted apart.
it('books a first seat in 5 taps and 10 characters, and a second one in 3 taps', async () => {
  const { deps } = site
  const driver = await aVerifiedDriver(deps)
  await aFundedWallet(deps, driver.userId, 10_000)
  const paymentModes = ['billetera', 'directo'] as const
  const trip = await aTrip(deps, { driver, paymentModes: [...paymentModes] })
  const watched = await usedPage(browser, { ...PHONE, site })
  const { page } = watched
  page.setDefaultTimeout(10_000)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const first = countActions(page)
  const part = `from=${trip.stop(BOGOTA)}&to=${trip.stop(IBAGUE)}`
  await page.goto(`/trips/${trip.tripId}?${part}`)
  await first.tap(page.getByRole('link', { name: /^Reservar/ }))
  await page.waitForURL(/\/login/)
  const signIn = countActions(page)
  await signIn.tap(button('Google'))
  await signIn.tap(button(/Mariana/))
  await signIn.tap(button('Acepto y soy mayor de 18 años'))
  await page.getByRole('heading', { name: 'Completa tus datos' }).waitFor()
  expect(await violations(page)).toEqual([])
  await expectSteadySteps(page)
  const height = await heightOfSteps(page)
  await page.getByLabel('Celular').fill('300 123')
  await page.keyboard.press('Enter')
  await page.getByText('Escribe un celular de 10 dígitos').waitFor()
  await first.type('Celular', '3107654321')
  await shoot(page, 'book-contact')
  first.taps.push('Enviarme un código')
  await provePhone(page, site.phones, '+573107654321')
  await page.getByRole('heading', { name: 'Revisa y confirma' }).waitFor()
  await page.getByText('Paso 2 de 2').waitFor()
  expect(await heightOfSteps(page)).toBe(height)
  expect(await violations(page)).toEqual([])
  const portal = page.getByRole('radio', { name: /Portal Norte/ })
  await first.tap(portal)
  await expect.poll(() => portal.isChecked()).toBe(true)
  await first.tap(button(/^Recargar .* y reservar$/))
  await page.waitForURL(/\/sandbox\/wompi\/p/)
  await first.tap(button('Aprobar pago'))
  await page.getByRole('heading', { name: 'Tu cupo está reservado' }).waitFor()
  expect(first.taps.length, first.taps.join(' · ')).toBe(5)
  expect([first.typed(), signIn.taps.length]).toEqual([10, 3])
  await page.getByRole('link', { name: 'Ver mi tiquete' }).click()
  await page.getByRole('img', { name: /QR/ }).waitFor()
  await bookAgain(page, trip.facts.seatPrice)
  await expectConsistent(deps)
  watched.assertClean({ allow: [/status of 401 .*\/api\//] })
  await watched.close()
})

/** The same person books another trip, with money in the wallet, from the trip's page. */
async function bookAgain(page: Page, price: number): Promise<void> {
  const { deps } = site
  const me = await page.evaluate(() => localStorage.getItem('auth_user_id'))
  await aFundedWallet(deps, me ?? '', price)
  const departsAt = addMs(deps.clock.now(), 5 * DAY_MS)
  const trip = await aTrip(deps, { driver: await aVerifiedDriver(deps), departsAt })
  const { tap, taps } = countActions(page)
  await page.goto(`/trips/${trip.tripId}?from=${trip.stop(BOGOTA)}&to=${trip.stop(CALI)}`)
  await tap(page.getByRole('link', { name: /^Reservar/ }))
  const getsOn = page.getByRole('group', { name: '¿Dónde te subes?' })
  const last = getsOn.getByRole('radio').first()
  await expect.poll(() => getsOn.getByText(/^Tu último punto/).count()).toBe(1)
  await expect.poll(() => getsOn.getByRole('radio', { checked: true }).count()).toBe(0)
  await expectFit(page, 'book-again')
  await tap(last)
  await expect.poll(() => last.isChecked()).toBe(true)
  await tap(page.getByRole('button', { name: /^Reservar y pagar/ }))
  await page.getByRole('heading', { name: 'Tu cupo está reservado' }).waitFor()
  await page.getByText(/Te esperan en .*Portal Norte/).waitFor()
  expect(taps.length, taps.join(' · ')).toBe(3)
}
