import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { sealedPhone } from '#server/modules/people/users/sealed-phone.ts'
import { bookSeat } from '#server/modules/travel/bookings/index.ts'
import { advanceDue } from '#server/modules/travel/bookings/settle/advance-booking.ts'
import { findTripFacts, stopId } from '#server/modules/travel/trips/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { derivedId } from '#server/platform/ids.ts'
import { asOwner } from '../db.ts'
import { aFundedWallet, aUser, aVerifiedDriver, type TestUser } from '../factories.ts'
import { overflow, violations } from './accessible.ts'
import { openRow } from './booking-edits.ts'
import { type WatchedPage, workerBrowser } from './browser.ts'
import { logInByCall } from './people.ts'
import { followShared, shareWith, showWhere } from './shared-trip.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { chooseStars, openRating, sendRating } from './travel-steps.ts'
import { usedPage } from './used-pages.ts'
import { boxOf } from './wait-for.ts'
import { workerReady } from './worker-ready.ts'

// The day of travel through the screens: a person requests a seat and is invited to a trip with a
// meeting point. The trip is driven stop by stop while others follow it, and is read offline.

const DAY = '2026-11-27'
const DEPARTS_AT = new Date(`${DAY}T06:00:00-05:00`)

let site: TestSite
let browser: Browser
let driver: TestUser
let passenger: TestUser
const windows: WatchedPage[] = []

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
  driver = await aVerifiedDriver(site.deps, { firstName: 'Carlos', lastName: 'Rojas' })
  passenger = await aUser(site.deps, { firstName: 'Camila', lastName: 'Ortiz' })
  await aFundedWallet(site.deps, passenger.userId, 300_000)
  for (const { userId, phone } of [
    { userId: driver.userId, phone: '+573101112233' },
    { userId: passenger.userId, phone: '+573204445566' },
  ]) {
    const { sealed, index } = sealedPhone(site.deps.secrets, userId, phone)
    const sql = `update users set phone_sealed = $2, phone_index = $3, phone_proved_at = null
      where id = $1`
    await asOwner(site.deps.databaseUrl, sql, [userId, sealed, index])
  }
})

async function openPhone(person: TestUser): Promise<Page> {
  const options = { ...SIZES.phone, site, offlineReady: person === driver }
  const watched = await usedPage(browser, options)
  watched.page.setDefaultTimeout(15_000)
  windows.push(watched)
  await logInByCall(watched.page, person)
  return watched.page
}

async function choose(page: Page, label: string, typed: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(typed)
  await page.getByRole('option', { name: option }).first().click()
}

const next = (page: Page) => page.getByRole('button', { name: 'Continuar' }).click()

/** Answers the questions until this one is shown. */
async function goOnTo(page: Page, question: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 2 })
  for (let step = 0; (await heading.first().textContent()) !== question; step += 1) {
    expect(step).toBeLessThan(8)
    const before = await heading.first().textContent()
    await next(page)
    await page.getByRole('heading', { level: 2, name: before ?? '' }).waitFor({ state: 'detached' })
  }
}

async function publish(page: Page): Promise<string> {
  await page.goto('/publish')
  await choose(page, 'Origen', 'Bogotá', /Bogotá/)
  await choose(page, 'Destino', 'Ibagué', /Ibagué/)
  await page.getByText('Punto de encuentro en Bogotá').click()
  const later = page.getByRole('radio', { name: /Lo acordamos después/ })
  await later.first().waitFor()
  await expect.poll(() => later.first().isChecked()).toBe(true)
  await page.getByRole('radio', { name: /El Salitre/ }).check()
  await shoot(page, 'day-points')
  await goOnTo(page, '¿Cuándo sales?')
  await page.getByLabel('Fecha del viaje').fill(DAY)
  await page.getByLabel('Hora de salida').fill('06:00')
  await goOnTo(page, '¿Cuánto aporta cada pasajero?')
  await page.getByText('1 persona busca').waitFor()
  await page.getByRole('link', { name: 'Ver qué buscan' }).waitFor()
  await shoot(page, 'day-price-demand')
  await goOnTo(page, 'Así lo verán tus pasajeros')
  await page
    .getByRole('article')
    .getByText('Te subes en Terminal de Transporte El Salitre')
    .waitFor()
  await page.getByRole('button', { name: 'Publicar viaje' }).click()
  await page.waitForURL(/\/trips\/[0-9a-f-]{36}/)
  await page.getByRole('button', { name: 'Compartir viaje' }).waitFor()
  await page.getByRole('button', { name: 'Invitar a Camila O.' }).click()
  await page.getByText('Ya le avisamos').waitFor()
  await shoot(page, 'day-demand')
  return /[0-9a-f-]{36}/.exec(page.url())?.[0] ?? ''
}

/** Requests a seat before anybody has published the trip. A price above the ceiling is refused. */
async function askForSeat(page: Page): Promise<void> {
  await page.goto(`/alerts?from=11001&to=73001&since=${DAY}&until=${DAY}&hours=06:00-20:00`)
  await page.getByLabel('Salir desde').fill('05:00')
  await page.getByLabel('Salir hasta').fill('09:00')
  await page.getByText(/^Lo usual por este camino/).waitFor()
  await page.getByLabel('Precio máximo por cupo').fill('900000')
  await page.getByRole('button', { name: 'Guardar búsqueda' }).click()
  await page.getByText(/un cupo cuesta a lo sumo/).waitFor()
  await page.getByRole('button', { name: /^\$/ }).click()
  await shoot(page, 'day-request-form')
  await page.getByRole('button', { name: 'Guardar búsqueda' }).click()
  await page.getByText('Ya te ven los conductores').waitFor()
  await page.getByText('Aún no te invita nadie').waitFor()
  await page.getByText('Buscando').waitFor()
  await shoot(page, 'day-request')
}

async function book(page: Page): Promise<string> {
  await page.goto('/alerts')
  await page.getByText('Carlos R. te invita').waitFor()
  await shoot(page, 'day-invited')
  await page.getByRole('link', { name: 'Ver y reservar' }).click()
  await page
    .getByText(/El Salitre/)
    .first()
    .waitFor()
  for (const what of [page.getByText('Carlos R.').first(), page.getByText(/6:00\sa\.\sm\. →/)]) {
    expect((await boxOf(what)).y).toBeLessThan(400)
  }
  await shoot(page, 'day-trip')
  await page.getByRole('link', { name: /^Reservar/ }).click()
  await page.getByText('Elegir dónde te bajas').click()
  // The driver chose the place to get on, and left the place to get off open.
  const getsOff = page.getByRole('group', { name: '¿Dónde te bajas?' })
  await getsOff.getByRole('radio', { name: /^Acordar con el conductor/ }).waitFor()
  await expect.poll(() => getsOff.getByRole('radio', { checked: true }).count()).toBe(0)
  await expect.poll(() => page.getByRole('group', { name: '¿Dónde te subes?' }).count()).toBe(0)
  const own = getsOff.getByRole('radio', { name: /Multicentro/ })
  // The choice is written to the address a moment later.
  await own.click()
  await expect.poll(() => own.isChecked()).toBe(true)
  await shoot(page, 'day-review')
  await losePointAndChooseAgain(page)
  await page.getByRole('button', { name: /^Reservar y pagar/ }).click()
  await page.getByText(/Te esperan en .*El Salitre/).waitFor()
  await page.getByRole('link', { name: /tiquete/i }).click()
  await page.waitForURL(/\/bookings\//)
  await page
    .getByRole('region', { name: 'Ahora' })
    .getByText(/El Salitre/)
    .first()
    .waitFor()
  await page.getByRole('link', { name: /^Cómo llegar a .*El Salitre/ }).waitFor()
  await shoot(page, 'day-ticket-place')
  await openRow(page, 'Tu reserva')
  await page
    .getByText(/Multicentro/)
    .first()
    .waitFor()
  return page.url()
}

/** A point leaves the list during the booking: the booking fails, and the next choice succeeds. */
async function losePointAndChooseAgain(page: Page): Promise<void> {
  const setStatus = (status: string) => {
    const sql = 'update safe_points set status = $2 where id = $1'
    const id = derivedId('safe-point', 'ibague-multicentro')
    return asOwner(site.deps.databaseUrl, sql, [id, status])
  }
  await setStatus('hidden')
  await page.getByRole('button', { name: /^Reservar y pagar/ }).click()
  await page.getByText('No encontramos ese punto seguro.').waitFor()
  await page.getByRole('button', { name: 'Elegir otro punto de encuentro' }).click()
  const getsOff = page.getByRole('group', { name: '¿Dónde te bajas?' })
  await getsOff.getByRole('radio', { name: /Terminal/ }).waitFor()
  await expect.poll(() => getsOff.getByRole('radio', { name: /Multicentro/ }).count()).toBe(0)
  await expect.poll(() => getsOff.getByRole('radio', { checked: true }).count()).toBe(0)
  await setStatus('vetted')
  await page.reload()
  const again = getsOff.getByRole('radio', { name: /Multicentro/ })
  await again.click()
  await expect.poll(() => again.isChecked()).toBe(true)
  await page
    .getByText(/Multicentro/)
    .first()
    .waitFor()
}

/** Another passenger gets off in the same city at another point. */
async function bookAnother(tripId: string): Promise<void> {
  const { deps } = site
  const luis = await aUser(deps, { firstName: 'Luis', lastName: 'Torres' })
  await aFundedWallet(deps, luis.userId, 300_000)
  const trip = await findTripFacts(deps.db, tripId)
  await bookSeat(deps, luis, {
    tripId,
    fromStopId: stopId(tripId, 0),
    toStopId: stopId(tripId, trip?.declaredSeqs.at(-1) ?? 0),
    seats: 1,
    paymentMode: 'billetera',
    toPointId: derivedId('safe-point', 'ibague-terminal'),
  })
}

/** Sets the clock of the server and the pages, in minutes after the departure. */
async function clockTo(minutes: number, ...pages: Page[]): Promise<void> {
  const now = addMs(DEPARTS_AT, minutes * MINUTE_MS)
  site.deps.clock.set(now)
  for (const page of pages) await page.clock.setFixedTime(now)
}

/** Returns whether the other person's text is on the page. */
const reads = async (page: Page, words: string) => (await page.getByText(words).count()) > 0

/** Each person rates the other, and can read the other rating only when both have written. */
async function rateEachOther(driverPage: Page, passengerPage: Page, bookingUrl: string) {
  await openRating(passengerPage, 'Carlos R.')
  await chooseStars(passengerPage, 'Carlos R.')
  await passengerPage.getByRole('checkbox', { name: 'Puntual' }).check()
  await passengerPage.getByLabel('Cuéntales a los demás').fill('Manejó con calma.')
  expect([await violations(passengerPage), await overflow(passengerPage)]).toEqual([[], 0])
  await shoot(passengerPage, 'day-rating')
  await sendRating(passengerPage)
  await passengerPage.getByText('Gracias por calificar').waitFor()

  await driverPage.goto(bookingUrl)
  await driverPage.getByRole('heading', { name: 'Califica a Camila O.' }).waitFor()
  await driverPage.getByRole('radio', { name: /^5 estrellas/ }).check()
  expect(await reads(driverPage, 'Manejó con calma.')).toBe(false)
  await driverPage.goto(`/personas/${driver.userId}`)
  await driverPage.getByText('Aún sin calificaciones.', { exact: false }).last().waitFor()
  await driverPage.goto(bookingUrl)
  await driverPage.getByRole('radio', { name: /^5 estrellas/ }).check()
  await driverPage.getByLabel('Cuéntales a los demás').fill('Camila llegó puntual.')
  await sendRating(driverPage)
  await driverPage.getByText('Manejó con calma.').waitFor()
  await passengerPage.reload()
  await passengerPage.getByText('Camila llegó puntual.').waitFor()

  await driverPage.getByRole('button', { name: 'Responder' }).click()
  await driverPage.getByLabel('Tu respuesta').fill('Gracias, Camila.')
  await driverPage.getByRole('button', { name: 'Publicar respuesta' }).click()
  await driverPage.getByRole('paragraph').filter({ hasText: 'Gracias, Camila.' }).waitFor()
  await shoot(driverPage, 'day-rated')
  await passengerPage.goto(`/personas/${driver.userId}`)
  const said = passengerPage.getByRole('listitem').filter({ hasText: 'Manejó con calma.' })
  await said.getByText('Gracias, Camila.').waitFor()
  await passengerPage.getByRole('list', { name: 'Calificaciones por estrellas' }).waitFor()
  expect([await violations(passengerPage), await overflow(passengerPage)]).toEqual([[], 0])
  await shoot(passengerPage, 'day-person')
}

it('drives, follows and finishes a trip with a meeting point', async () => {
  const passengerPage = await openPhone(passenger)
  await askForSeat(passengerPage)
  const driverPage = await openPhone(driver)
  const tripId = await publish(driverPage)
  const bookingUrl = await book(passengerPage)
  await passengerPage.goto('/alerts')
  await passengerPage.getByText('Ya tienes cupo').waitFor()
  await bookAnother(tripId)
  await expect.poll(() => passengerPage.getByRole('button', { name: 'Emergencia' }).count()).toBe(0)

  await clockTo(-130, driverPage, passengerPage)
  await driverPage.goto('/my-trips?ver=conductor')
  await driverPage.getByRole('link', { name: 'Hoja de ruta' }).click()
  await driverPage.getByRole('heading', { name: 'Sigue: Bogotá' }).waitFor()
  await expect
    .poll(() => driverPage.getByRole('button', { name: 'Salir', exact: true }).isDisabled())
    .toBe(true)
  await driverPage.getByText(/Puedes salir desde .* a las 4:00/).waitFor()

  await clockTo(-30, driverPage, passengerPage)
  await driverPage.reload()
  await shoot(driverPage, 'day-before')
  const call = driverPage.getByRole('link', { name: /Llamar a Camila/ })
  await expect.poll(() => call.getAttribute('href')).toBe('tel:+573204445566')
  await driverPage.getByRole('button', { name: 'Salir', exact: true }).click()
  await driverPage.getByText('En camino').waitFor()
  await passengerPage.goto(bookingUrl)
  await passengerPage.getByText(/^Carlos R\. ya salió/).waitFor()
  await expect
    .poll(() => passengerPage.getByRole('link', { name: /Llamar a Carlos/ }).getAttribute('href'))
    .toBe('tel:+573101112233')

  await clockTo(12, driverPage, passengerPage)
  await driverPage.getByRole('button', { name: 'Llegué a Bogotá' }).click()
  await driverPage.getByText('Vas 12 min tarde').waitFor()
  await driverPage.getByRole('heading', { name: 'Faltan por subir en Bogotá' }).waitFor()
  await shoot(driverPage, 'day-moving')
  await passengerPage.reload()
  await passengerPage.getByRole('heading', { name: 'Carlos ya llegó' }).waitFor()
  const qr = await boxOf(passengerPage.getByRole('img', { name: /QR/ }))
  expect(qr.y + qr.height).toBeLessThan(640)
  await shoot(passengerPage, 'day-passenger')

  await driverPage.getByRole('button', { name: 'Deshacer la llegada a Bogotá' }).click()
  await driverPage.getByRole('button', { name: 'Llegué a Bogotá' }).click()
  await driverPage.getByRole('link', { name: 'Recoger', exact: true }).waitFor()
  await driverPage.getByText('Después: llegas a Ibagué', { exact: false }).waitFor()
  await passengerPage.getByRole('button', { name: 'Ya voy a bordo' }).click()
  await passengerPage.getByRole('button', { name: 'Confirmar que voy a bordo' }).click()
  await passengerPage.getByText('Dijiste que vas a bordo a las').waitFor()
  // Ten minutes later the fare is paid.
  site.deps.clock.advance(10 * MINUTE_MS)
  await advanceDue(site.deps)
  site.deps.clock.advance(-10 * MINUTE_MS)
  await passengerPage.reload()
  await passengerPage.getByText('Buen viaje, llegas', { exact: false }).waitFor()
  await driverPage.getByText('Más', { exact: true }).click()
  await driverPage.locator('summary', { hasText: 'Ibagué' }).click()
  const meetings = driverPage.getByRole('list', { name: 'Encuentros en Ibagué, en orden' })
  // On the road from Bogotá the mall comes before the terminal.
  const texts = await meetings.locator('> li').allTextContents()
  expect(texts).toEqual([
    expect.stringMatching(/Multicentro.*Camila O\./s),
    expect.stringMatching(/Terminal de Transportes de Ibagué.*Luis T\./s),
  ])
  await shoot(driverPage, 'day-meetings')
  await driverPage.getByRole('button', { name: 'Ya llegué a Ibagué' }).click()
  await driverPage
    .getByRole('heading', { name: /^Faltan .* para Ibagué\. ¿Ya llegaste\?$/ })
    .waitFor()
  await shoot(driverPage, 'day-question')
  await driverPage.getByRole('button', { name: 'Todavía no' }).click()
  const link = await shareWith(passengerPage, 'Mamá')
  const mother = await followShared(browser, site, link)
  windows.push(mother.watched)
  await mother.page.getByText(/^Camila va en el carro\./).waitFor()
  await mother.page
    .getByText('Camila no está compartiendo su posición.', { exact: false })
    .waitFor()
  await showWhere(passengerPage, { latitude: 4.315, longitude: -74.8 })
  // The page polls by itself.
  await mother.page.getByText(/^Última posición: hace menos de un minuto/).waitFor()
  await mother.page.getByRole('application', { name: /última posición de Camila/ }).waitFor()
  expect([await violations(mother.page), await overflow(mother.page)]).toEqual([[], 0])
  await shoot(mother.page, 'day-followed')
  await shoot(passengerPage, 'day-shared')

  await workerReady(driverPage)
  await driverPage.context().setOffline(true)
  await driverPage.reload()
  await driverPage.getByText(/^Ves la hoja guardada/).waitFor()
  await clockTo(250, driverPage, passengerPage)
  await driverPage.getByText('Más', { exact: true }).click()
  await driverPage.locator('summary', { hasText: 'Ibagué' }).click()
  await driverPage.getByRole('button', { name: 'Ya llegué a Ibagué' }).click()
  await driverPage.getByText('Se envía cuando haya red').waitFor()
  await driverPage.getByRole('button', { name: 'Quitar: Llegada a Ibagué' }).waitFor()
  await shoot(driverPage, 'day-offline')
  await driverPage.context().setOffline(false)
  await driverPage.getByText('Se envía cuando haya red').waitFor({ state: 'detached' })
  await driverPage.getByRole('heading', { name: 'Llegaste a la última parada' }).waitFor()
  await driverPage.getByRole('button', { name: 'Terminar', exact: true }).click()
  await driverPage.getByText('Terminaste este viaje').waitFor()
  await mother.loseNetwork()
  await mother.page.getByText(/^Camila llegó a Ibagué/).waitFor()
  // Nobody is aboard any more, in the view of the driver, of the passenger and in their lists.
  await expect.poll(() => driverPage.getByText('A bordo', { exact: true }).count()).toBe(0)
  await shoot(driverPage, 'day-finished')
  await driverPage.goto(`/trips/${tripId}`)
  await driverPage.getByText('Llegaste a Ibagué.', { exact: false }).waitFor()
  await driverPage.getByText('Tus pasajeros', { exact: true }).click()
  await driverPage.getByText('Viaje terminado', { exact: true }).first().waitFor()
  await expect.poll(() => driverPage.getByText('A bordo', { exact: true }).count()).toBe(0)
  await passengerPage.reload()
  await passengerPage.getByRole('heading', { name: 'Llegaste a Ibagué' }).waitFor()
  await expect.poll(() => passengerPage.getByText('A bordo', { exact: true }).count()).toBe(0)
  // Her word ends what her mother sees, 15 minutes later.
  await passengerPage.getByRole('button', { name: 'Ya llegué' }).click()
  await passengerPage.getByText('Dijiste que llegaste a Ibagué').waitFor()
  await shoot(passengerPage, 'day-arrived')
  await clockTo(270, driverPage, passengerPage)
  await mother.page.reload()
  await mother.page.getByText('El viaje terminó', { exact: true }).waitFor()
  await expect.poll(() => mother.page.getByText('Placa').count()).toBe(0)
  expect(mother.leaks()).toEqual([])
  await rateEachOther(driverPage, passengerPage, bookingUrl)
  expect(site.mail.messages().some(({ subject }) => subject === 'Tu conductor ya salió')).toBe(true)
  for (const each of windows)
    each.assertClean({
      allow: [/status of 401 .*\/api\//, /status of 404 .*\/bookings/, /ERR_INTERNET/],
    })
})
