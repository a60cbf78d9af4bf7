import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { messageOf } from '#contract/errors.ts'
import { bookSeat } from '#server/modules/travel/bookings/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { asOwner } from '../db.ts'
import { aFundedWallet, aUser, aVerifiedDriver, type TestUser } from '../factories.ts'
import { aPhoto } from '../images.ts'
import { aTrip, BOGOTA, CALI, IBAGUE, type TestTrip } from '../trip-factories.ts'
import { overflow, violations } from './accessible.ts'
import { type WatchedPage, workerBrowser } from './browser.ts'
import { agreeOnPoint, answersLeave, log, message, write } from './message-steps.ts'
import { logInByCall, mailTo } from './people.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { proveAll } from './team-steps.ts'
import { usedPage } from './used-pages.ts'
import { enterAs, openVisit } from './visits.ts'

// People who write to each other in two browsers, online and offline, and to support.

let site: TestSite
let browser: Browser
let trip: TestTrip
let passenger: TestUser
const windows: WatchedPage[] = []

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
  const driver = await aVerifiedDriver(site.deps, {
    firstName: 'Maximiliano-Hernando',
    lastName: 'de la Santísima Trinidad Gutiérrez-Echeverri',
  })
  // The meeting is near, so that its quick replies are offered.
  const departsAt = addMs(site.deps.clock.now(), 90 * MINUTE_MS)
  trip = await aTrip(site.deps, { driver, departsAt })
  passenger = await aUser(site.deps, { firstName: 'Camila', lastName: 'Ortiz' })
  await aFundedWallet(site.deps, passenger.userId, 300_000)
})

async function openPhone(person: TestUser): Promise<Page> {
  const watched = await usedPage(browser, { ...SIZES.phone, site, forFile: true })
  watched.page.setDefaultTimeout(15_000)
  windows.push(watched)
  await logInByCall(watched.page, person)
  await proveAll(site)
  return watched.page
}

/** Returns the given texts in the order of the screen, without the words around them. */
async function order(page: Page, texts: readonly string[]): Promise<string[]> {
  const all = (await log(page).textContent()) ?? ''
  const found = texts.flatMap((text) => {
    const places = [...all.matchAll(new RegExp(text, 'g'))]
    return places.map(({ index }) => [index, text] as const)
  })
  return found.sort(([a], [b]) => a - b).map(([, text]) => text)
}

async function expectFit(page: Page, name: string): Promise<void> {
  expect(await violations(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await shoot(page, name)
}

it('keeps a chat of two people complete when the network is lost', async () => {
  const driverPage = await openPhone(trip.driver)
  await driverPage.goto('/mensajes')
  await driverPage.getByRole('heading', { name: 'Todavía no tienes mensajes' }).waitFor()
  await expectFit(driverPage, 'messages-empty')

  const page = await openPhone(passenger)
  await page.goto(`/trips/${trip.tripId}`)
  await page.getByRole('button', { name: 'Preguntar al conductor' }).click()
  await page.waitForURL(/\/mensajes\//)
  await page.getByText(/Hasta que la reserva esté confirmada ocultamos/).waitFor()
  await write(page, '¿Cabe una bicicleta?')
  await write(page, 'Mi número es 310 555 12 34')
  await message(page, 'Mi número es •••').waitFor()

  // The driver has the list open: the conversation appears by itself.
  const card = driverPage.getByRole('link', { name: /Camila O\./ })
  await card.getByText('Mi número es •••').waitFor()
  const bar = driverPage.getByRole('navigation', { name: 'Accesos' })
  await bar.getByRole('link', { name: '1 sin leer: Mensajes' }).waitFor()
  await expectFit(driverPage, 'messages-list')
  await card.click()
  await message(driverPage, '¿Cabe una bicicleta?').waitFor()
  await log(page).getByText('Leído').last().waitFor()

  const field = driverPage.getByRole('textbox', { name: 'Escribe un mensaje' })
  await field.pressSequentially('Sí')
  await page.getByText(/escribe…$/).waitFor()
  await write(driverPage, 'Sí, en el baúl.')
  await message(page, 'Sí, en el baúl.').waitFor()
  await expectFit(page, 'conversation')

  // The passenger loses the network; both people go on writing.
  await page.context().setOffline(true)
  await write(page, 'uno sin red')
  await write(page, 'dos sin red')
  await page.getByText('Se envía al volver la red').last().waitFor()
  await expectFit(page, 'conversation-offline')
  for (const text of ['uno del conductor', 'dos del conductor']) await write(driverPage, text)
  await message(driverPage, 'dos del conductor').waitFor()
  // A message is shown before the server has stored it.
  await expect.poll(() => log(driverPage).getByText('Enviando…').count()).toBe(0)
  await page.context().setOffline(false)
  await message(driverPage, 'dos sin red').waitFor()
  await message(page, 'dos del conductor').waitFor()
  const texts = ['uno del conductor', 'dos del conductor', 'uno sin red', 'dos sin red']
  await expect.poll(() => order(driverPage, texts), { timeout: 15_000 }).toEqual(texts)
  await expect.poll(() => order(page, texts), { timeout: 15_000 }).toEqual(texts)
})

it('sends a message written without the server once, also after a reload', async () => {
  const [driverPage, page] = windows.map((each) => each.page)
  if (!driverPage || !page) throw new Error('no windows')
  const sends = '**/api/conversations/*/messages'
  await page.route(sends, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await write(page, 'antes de recargar')
  await page.getByText('Enviando…').waitFor()
  await page.reload()
  await message(page, 'antes de recargar').waitFor()
  await page.unroute(sends)
  await message(driverPage, 'antes de recargar').waitFor()
  await page.getByText('Enviando…').waitFor({ state: 'detached' })
  expect(await order(page, ['antes de recargar'])).toEqual(['antes de recargar'])
})

it('shows contact data, quick replies and the position in a confirmed booking', async () => {
  const [driverPage, page] = windows.map((each) => each.page)
  if (!driverPage || !page) throw new Error('no windows')
  const { booking } = await bookSeat(site.deps, passenger, {
    tripId: trip.tripId,
    fromStopId: trip.stop(BOGOTA),
    toStopId: trip.stop(IBAGUE),
    seats: 1,
    paymentMode: 'billetera',
  })
  await page.goto(`/bookings/${booking.id}`)
  await page.getByRole('button', { name: 'Escribir al conductor' }).click()
  await page.waitForURL(/\/mensajes\//)
  await page.getByRole('link', { name: 'Tiquete' }).waitFor()
  await page.getByRole('contentinfo').waitFor({ state: 'detached' })
  await agreeOnPoint(page, driverPage, expectFit)
  await message(page, 'Mi número es 310 555 12 34').waitFor()
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 4.43, longitude: -75.23 })
  await page.getByRole('button', { name: 'Mi ubicación' }).click()
  await driverPage.getByRole('link', { name: 'Ver la ubicación en el mapa' }).waitFor()
  await page.getByRole('button', { name: 'Ya llegué' }).click()
  await message(driverPage, 'Ya llegué').waitFor()
  await expectFit(page, 'conversation-agreed')
  await page.setViewportSize({ width: 320, height: 740 })
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize(SIZES.phone)

  // The driver reports a message. The team opens it, and hides it from both people.
  await driverPage
    .getByRole('button', { name: 'Reportar este mensaje de Camila O.' })
    .last()
    .click()
  await driverPage.getByRole('button', { name: 'Reportar', exact: true }).click()
  await driverPage.getByLabel('¿Qué pasó?').selectOption({ label: 'Escribió algo ofensivo' })
  await driverPage.getByLabel('Cuéntanos con tus palabras').fill('No quiero leer esto otra vez.')
  await driverPage.getByRole('button', { name: 'Enviar reporte' }).click()
  await driverPage.getByRole('button', { name: 'Listo' }).click()
  const team = await aUser(site.deps, { firstName: 'Pilar', roles: ['passenger', 'support'] })
  const desk = await openPhone(team)
  await desk.goto('/admin/conduct')
  await desk.getByRole('link', { name: /^Escribió algo ofensivo/ }).click()
  await desk.getByRole('button', { name: 'Ver lo que se reportó' }).click()
  await desk.getByText('Ya llegué').waitFor()
  await desk.getByRole('button', { name: 'Ver su chat y dónde estaban' }).click()
  await desk.getByRole('list', { name: 'Su chat' }).getByText('Ya llegué').waitFor()
  await expectFit(desk, 'conduct-words')
  await desk.getByLabel('Decisión').selectOption({ label: 'Ocultar el texto' })
  await desk.getByLabel('Motivo').fill('Lo confirmamos al leerlo.')
  await desk.getByRole('button', { name: 'Decidir: ocultar el texto' }).click()
  await desk.getByText('No hay casos aquí').waitFor()
  for (const window of [page, driverPage]) {
    await message(window, 'Mensaje retirado por el equipo de Cupo').waitFor()
  }

  // The driver blocks the passenger: neither can write here any more.
  await driverPage.getByRole('button', { name: /^Reportar o bloquear a/ }).click()
  const block = driverPage
    .getByRole('dialog')
    .getByRole('button', { name: 'Bloquear', exact: true })
  await block.click()
  await driverPage.getByRole('heading', { name: /^Bloquear a/ }).waitFor()
  await block.click()
  await driverPage.getByRole('button', { name: 'Entendido' }).click()
  await driverPage.reload()
  await driverPage.getByText('No puedes escribir en esta conversación.').waitFor()

  const allowed = [/net::ERR_(INTERNET_DISCONNECTED|FAILED)/, /Failed to fetch/]
  for (const watched of windows) watched.assertClean({ allow: allowed })
})

const visits: WatchedPage[] = []

function expectClean(allow: RegExp[] = []): void {
  for (const visit of visits.splice(0)) visit.assertClean({ allow })
}

/**
 * Opens support on a phone with the server's clock, because deadlines are shown as the remaining
 * time.
 */
async function openSupport(person: TestUser | null): Promise<Page> {
  const watched = await openVisit(browser, { ...SIZES.phone, site })
  visits.push(watched)
  await watched.page.clock.setFixedTime(site.deps.clock.now())
  if (person) await enterAs(watched.page, person)
  return watched.page
}

const aTeamMember = (firstName: string) =>
  aUser(site.deps, { firstName, roles: ['passenger', 'support'] })

const aPhotoFile = async () => ({
  name: 'captura.jpg',
  mimeType: 'image/jpeg',
  buffer: await aPhoto(),
})

/** Hands the ticket to a colleague with a note, and back. */
async function handOver(desk: Page, to: string): Promise<void> {
  await desk.getByRole('button', { name: 'Pasar a otra persona' }).click()
  await desk.getByRole('button', { name: 'Pasar el caso' }).click()
  await desk.getByText('Elige a una persona.').waitFor()
  const list = desk.getByLabel('¿A quién se lo pasas?')
  const option = list.locator('option', { hasText: to })
  await list.selectOption((await option.getAttribute('value')) ?? '')
  await desk.getByLabel('Qué debe saber').fill('Ya hablé con el punto de encuentro.')
  await expectFit(desk, 'support-hand-over')
  await desk.getByRole('button', { name: 'Pasar el caso' }).click()
  await desk.getByText(new RegExp(`^Pilar .* se lo pasó a ${to} `)).waitFor()
  await expectFit(desk, 'support-handed-over')
  await desk.getByRole('button', { name: 'Pasármelo' }).click()
  await desk.getByText('Lo tienes tú').waitFor()
}

it('answers a ticket from a booking before its deadline, and lets the person rate it', async () => {
  const lia = await aUser(site.deps, { firstName: 'L'.repeat(33), lastName: 'Ñ'.repeat(32) })
  await aFundedWallet(site.deps, lia.userId, 300_000)
  const { booking } = await bookSeat(site.deps, lia, {
    tripId: trip.tripId,
    fromStopId: trip.stop(IBAGUE),
    toStopId: trip.stop(CALI),
    seats: 1,
    paymentMode: 'billetera',
  })
  const page = await openSupport(lia)
  await page.goto(`/trips/${trip.tripId}`)
  await page.getByRole('link', { name: '¿Algo anda mal?' }).click()
  await page.getByRole('heading', { name: /^Bogotá → / }).waitFor()
  await page.goto(`/bookings/${booking.id}`)
  await page.getByRole('main').getByRole('link', { name: 'Ayuda' }).click()
  await page.getByRole('heading', { name: 'Ibagué → Cali' }).waitFor()
  await page.getByRole('button', { name: 'Enviar a soporte' }).click()
  await page.getByText(/Escribe al menos \d+ letras/).waitFor()
  await expectFit(page, 'support-new')
  await page.getByLabel('Cuéntanos qué pasó').fill('El punto de encuentro está cerrado.')
  await page.getByRole('button', { name: 'Enviar a soporte' }).click()
  // Two hours before Ibagué, which is 1:38 p. m. of today.
  await page.getByText(/^Te respondemos antes de las 11:38\sa\.\sm\. de hoy/).waitFor()
  await expectFit(page, 'support-thread')

  await aTeamMember('Nora')
  const desk = await openSupport(await aTeamMember('Pilar'))
  await desk.goto('/admin/tickets?tema=booking')
  await desk.getByText(/^Sale en/).waitFor()
  await expectFit(desk, 'support-queue')
  await desk.getByLabel('Buscar un caso').fill('CERRADO punto')
  await desk.getByRole('button', { name: 'Buscar', exact: true }).click()
  await desk.getByRole('button', { name: 'Quitar la búsqueda' }).waitFor()
  await desk.getByRole('link', { name: /El punto de encuentro está cerrado/ }).click()
  await desk.getByRole('button', { name: 'Tomar' }).click()
  await desk.getByText('Lo tienes tú').waitFor()
  await handOver(desk, 'Nora')
  await desk.getByRole('button', { name: 'Escribir una nota interna' }).click()
  await desk.getByLabel('Nota para el equipo').fill('El SafePoint cerró ayer.')
  await expectFit(desk, 'support-note')
  await desk.getByRole('button', { name: 'Guardar nota' }).click()
  await desk.getByText('Nota interna ·').waitFor()
  await desk.getByRole('tab', { name: 'La persona' }).click()
  await desk.getByRole('link', { name: /^Ibagué → Cali Próximo como pasajero/ }).waitFor()
  await expectFit(desk, 'support-person')
  await desk.getByRole('tab', { name: 'Caso' }).click()
  await desk.getByLabel('Respuesta preparada').selectOption({ label: 'Quedó resuelto' })
  await desk.getByRole('button', { name: 'Agregar una foto' }).click()
  await desk.getByLabel('Foto o captura (opcional)').setInputFiles(await aPhotoFile())
  await expectFit(desk, 'support-desk')
  await desk.getByRole('button', { name: 'Responder y resolver' }).click()
  // Taken back at once, and sent again.
  await desk.getByRole('button', { name: 'Deshacer' }).click()
  await expect.poll(() => desk.getByLabel('Tu respuesta').inputValue()).toMatch(/Ya quedó resuelto/)
  await desk.getByRole('button', { name: 'Agregar una foto' }).click()
  await desk.getByLabel('Foto o captura (opcional)').setInputFiles(await aPhotoFile())
  await desk.getByRole('button', { name: 'Responder y resolver' }).click()
  await desk.getByText('todavía no ha salido', { exact: false }).waitFor()
  await expectFit(desk, 'support-undo')
  await answersLeave(site, desk)
  await desk.getByText('Resuelto', { exact: true }).waitFor()
  await desk.getByRole('img', { name: 'Foto 1 del mensaje' }).waitFor()
  await desk.setViewportSize(SIZES.desk)
  const aside = desk.getByRole('region', { name: 'La persona' })
  await aside.getByRole('link', { name: /^Ibagué → Cali/ }).waitFor()
  await expectFit(desk, 'support-panes')
  await desk.setViewportSize(SIZES.phone)

  // The open screen gets the change by itself.
  await page.getByText(/Ya quedó resuelto tu caso \d+\./).waitFor()
  await page.getByRole('img', { name: 'Foto 1 de la respuesta' }).waitFor()
  await expect.poll(() => page.getByText(/SafePoint cerró|se lo pasó/).count()).toBe(0)
  await page.getByLabel('Tu calificación').selectOption({ label: '5 · Excelente' })
  await page.getByLabel('¿Qué podemos mejorar?').fill('Nada, gracias.')
  await expectFit(page, 'support-rate')
  await page.getByRole('button', { name: 'Enviar calificación' }).click()
  await page.getByText('Nos calificaste con 5 de 5.', { exact: false }).waitFor()
  await page.getByRole('link', { name: 'Mis casos' }).click()
  await page.getByText('Resuelto', { exact: true }).waitFor()
  await expectFit(page, 'support-list')
  await desk.reload()
  await desk.getByText('Resuelto · 5 de 5').waitFor()
  await desk.getByText('Nada, gracias.').waitFor()
  expectClean()
})

it('confirms a ticket of a visitor by mail, and shows a late answer to the team', async () => {
  const email = `rosa-${trip.tripId}@correo.test`
  const page = await openSupport(null)
  await page.goto(`/trips/${trip.tripId}`)
  await page.getByRole('link', { name: '¿Algo anda mal?' }).click()
  await page.getByLabel('Tu correo').waitFor()
  await page.getByRole('heading', { name: /^Bogotá → / }).waitFor()
  await expectFit(page, 'support-guest-trip')
  await page.goto('/ayuda')
  await page.getByLabel('Busca tu pregunta').fill('comsion')
  await page.getByText('¿Cuánto cobra Cupo?').waitFor()
  await expect.poll(() => page.getByText('¿Y si no tengo internet?').isVisible()).toBe(false)
  await page.getByLabel('Busca tu pregunta').fill('helicóptero')
  await expectFit(page, 'help-nothing')
  await page.getByRole('link', { name: 'Preguntar a soporte' }).click()
  await page.getByLabel('Tu nombre').fill('Rosa Díaz')
  await page.getByLabel('Tu correo').fill(email)
  await page.getByLabel('¿Sobre qué es?').selectOption({ label: 'Otra cosa' })
  await expect.poll(() => page.getByLabel('Cuéntanos qué pasó').inputValue()).toBe('helicóptero')
  await page.getByLabel('Cuéntanos qué pasó').fill('¿Se puede viajar en helicóptero?')
  await expectFit(page, 'support-guest')
  await page.getByRole('button', { name: 'Enviar a soporte' }).click()
  await page.getByText('Revisa tu correo').waitFor()
  const link = /\/soporte#[\w-]+/.exec(await mailTo(site.mail, email, /Confirma/))?.[0] ?? ''
  await page.goto(link)
  await page.getByLabel('Foto o captura (opcional)').setInputFiles(await aPhotoFile())
  await expectFit(page, 'support-confirm')
  // The message arrives although its photo is refused; the photo is added in the thread.
  const photos = '**/api/support/requests/photos'
  const paused = { error: messageOf('ticket_photos_paused'), code: 'ticket_photos_paused' }
  await page.route(photos, (route) => route.fulfill({ status: 429, json: paused }))
  await page.getByRole('button', { name: 'Confirmar y enviar' }).click()
  await page.getByText(paused.error).waitFor()
  await expectFit(page, 'support-without-photo')
  await page.unroute(photos)
  await page.getByRole('button', { name: 'Ver mi caso' }).click()
  await page.getByLabel('Tu mensaje').fill('Lo vi en esta captura.')
  await page.getByLabel('Foto o captura (opcional)').setInputFiles(await aPhotoFile())
  await page.getByRole('button', { name: 'Enviar mensaje' }).click()
  await page.getByRole('img', { name: 'Foto 1 de tu mensaje' }).waitFor()
  await page.getByText('Te respondemos antes de', { exact: false }).waitFor()

  const late = 'update support_tickets set due_at = created_at where user_id is null'
  await asOwner(site.deps.databaseUrl, late)
  const desk = await openSupport(await aTeamMember('Nora'))
  await desk.goto('/admin/tickets?tema=other')
  await desk
    .getByText(/ tarde$/)
    .first()
    .waitFor()
  await desk.getByRole('link', { name: /helicóptero/ }).click()
  await desk.getByText('r***@correo.test', { exact: false }).waitFor()
  await desk.getByLabel('Tu respuesta').fill('Solo por carretera.')
  await desk.getByRole('button', { name: 'Responder', exact: true }).click()
  await answersLeave(site, desk)
  await desk.getByText('Espera a la persona').waitFor()
  await mailTo(site.mail, email, /te respondió/)
  await page.reload()
  await page.getByText('Solo por carretera.').waitFor()
  await expectFit(page, 'support-guest-thread')
  expectClean([/status of 429/])
})
