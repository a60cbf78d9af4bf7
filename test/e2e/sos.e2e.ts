import type { Browser, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type Booking, bookSeat } from '#server/modules/travel/bookings/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { asOwner } from '../db.ts'
import { TEST_NOW } from '../deps.ts'
import { aFundedWallet, aUser, aVerifiedDriver, freshToken, type TestUser } from '../factories.ts'
import { aTrip, CALI, IBAGUE } from '../trip-factories.ts'
import { overflow, violations } from './accessible.ts'
import { workerBrowser } from './browser.ts'
import { logIn } from './people.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { enterAs, openVisit } from './visits.ts'

// An SOS from the press of a passenger to "Lo tengo" on another screen of the team, and a drill.

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite({ phones: true })
  browser = await workerBrowser()
})

beforeEach(async () => {
  site.deps.clock.set(TEST_NOW)
  // Removes alarms that another test left open.
  await asOwner(
    site.deps.databaseUrl,
    `update duty_alarms set answered_at = raised_at,
       answered_by = (select id from users limit 1) where answered_at is null`,
  )
})

async function aSeat(): Promise<{ passenger: TestUser; booking: Booking }> {
  const { deps } = site
  const driver = await aVerifiedDriver(deps, { firstName: 'Carlos', lastName: 'Rojas' })
  const trip = await aTrip(deps, { driver, departsAt: addMs(TEST_NOW, DAY_MS) })
  const passenger = await aUser(deps, { firstName: 'Camila', lastName: 'Ortiz' })
  await aFundedWallet(deps, passenger.userId, 300_000)
  const { booking } = await bookSeat(deps, passenger, {
    tripId: trip.tripId,
    fromStopId: trip.stop(IBAGUE),
    toStopId: trip.stop(CALI),
    seats: 1,
    paymentMode: 'billetera',
  })
  return { passenger, booking }
}

/** Opens a screen for a member of the team, and counts the tones that the page plays. */
async function atDesk(address: string, who: TestUser, size: keyof typeof SIZES): Promise<Page> {
  const { page } = await openVisit(browser, { ...SIZES[size], site })
  await page.addInitScript(() => {
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function count(this: OscillatorNode, ...when) {
      document.documentElement.dataset.tones = `${tones() + 1}`
      start.apply(this, when)
    }
    const tones = () => Number(document.documentElement.dataset.tones ?? 0)
  })
  await enterAs(page, who)
  await page.goto(address)
  return page
}

const tonesOf = (page: Page) =>
  page.evaluate(() => Number(document.documentElement.dataset.tones ?? 0))

async function expectSound(page: Page, name: string): Promise<void> {
  await shoot(page, name)
  expect([await violations(page), await overflow(page)], name).toEqual([[], 0])
}

const bar = (page: Page) => page.getByRole('region', { name: 'Emergencia' })

it('rings an SOS on every screen of the team until a member takes it', async () => {
  const { deps, phones } = site
  const { passenger, booking } = await aSeat()
  deps.clock.set(booking.picksUpAt)
  const alba = await aUser(deps, {
    firstName: 'Alba',
    roles: ['passenger', 'admin'],
    phone: '+573150000001',
  })
  const sara = await aUser(deps, { firstName: 'Sara', roles: ['passenger', 'support'] })
  const atTickets = await atDesk('/admin/tickets', sara, 'phone')
  await atTickets.getByRole('heading', { name: 'Soporte', level: 1 }).waitFor()
  const atHome = await atDesk('/admin', alba, 'desk')
  await atHome.getByRole('heading', { name: 'Hoy', level: 1 }).waitFor()

  const { page: phone } = await openVisit(browser, { ...SIZES.phone, site })
  await enterAs(phone, { ...passenger, token: await freshToken(deps, passenger) })
  await phone.goto(`/bookings/${booking.id}`)
  await phone.getByRole('button', { name: 'Emergencia' }).click()
  await phone.getByRole('button', { name: 'Avisar a Cupo' }).click()
  await phone.getByText('El equipo responde en menos de 2 horas.').waitFor()
  await expectSound(phone, 'sos-pressed')

  for (const page of [atTickets, atHome]) await bar(page).waitFor()
  await bar(atTickets).getByRole('alert').getByText('nadie la ha tomado').waitFor()
  await expectSound(atTickets, 'sos-bar-tickets')
  await expectSound(atHome, 'sos-bar-home')
  expect(await tonesOf(atTickets)).toBe(0)
  await atTickets.getByRole('button', { name: 'Activar sonido' }).click()
  await atTickets.getByRole('button', { name: 'Activar sonido' }).waitFor({ state: 'detached' })
  await expect.poll(() => tonesOf(atTickets)).toBeGreaterThan(4)
  // Nobody is on duty, so the admin gets a text.
  await expect.poll(() => phones.messages('+573150000001').length).toBe(2)

  await bar(atTickets).getByRole('button', { name: 'Lo tengo' }).click()
  await atTickets.waitForURL(/\/admin\/incidents\/[0-9a-f-]{36}$/)
  await atTickets.getByText(/lo tienes tú desde/).waitFor()
  await atTickets.getByText(/Avisamos a Alba G\.: correo, SMS, WhatsApp/).waitFor()
  await atTickets.getByRole('link', { name: /Llamar a Camila O\./ }).waitFor()
  await atTickets.keyboard.press('a')
  await atTickets.keyboard.type('La llamé: está bien.')
  await atTickets.keyboard.press('Enter')
  await atTickets.getByText('Sara G.: La llamé: está bien.').waitFor()
  for (const page of [atTickets, atHome]) await bar(page).waitFor({ state: 'detached' })
  await expectSound(atTickets, 'sos-taken')
  const before = await tonesOf(atTickets)
  await atTickets.clock.fastForward(2_500)
  expect(await tonesOf(atTickets)).toBe(before)

  // The address of the text message leads here through the sign-in, up to the second factor.
  const text = phones.messages('+573150000001').find(({ channel }) => channel === 'sms')?.text
  const address = /\/admin\/incidents\/\S+/.exec(text ?? '')?.[0] ?? ''
  const { page: later } = await openVisit(browser, { ...SIZES.phone, site })
  await later.goto(address)
  await later.waitForURL(/\/login\?/)
  await logIn(later, alba)
  await later.getByRole('heading', { name: /^(Confirma que eres tú|Protege tu acceso)/ }).waitFor()
  expect(new URL(later.url()).pathname).toBe(address)
})

it('reports an SOS without a response within seconds, and goes on trying', async () => {
  const { deps } = site
  const { passenger, booking } = await aSeat()
  deps.clock.set(booking.picksUpAt)
  const { page } = await openVisit(browser, { ...SIZES.phone, site })
  await enterAs(page, { ...passenger, token: await freshToken(deps, passenger) })
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/incidents', async (route) => {
    if (route.request().method() === 'POST') await answered.promise
    await route.continue()
  })
  await page.goto(`/bookings/${booking.id}`)
  await page.getByRole('button', { name: 'Emergencia' }).click()
  await page.getByRole('button', { name: 'Avisar a Cupo' }).click()
  await page.getByText('No salió: llama al 123').waitFor()
  await page.getByRole('link', { name: 'Llamar al 123 ahora' }).waitFor()
  answered.resolve()
  await page.getByText('Cupo recibió tu aviso').waitFor()
})

it('lets an admin fill the roster and hold a drill that nobody takes for real', async () => {
  const { deps } = site
  await asOwner(deps.databaseUrl, `update users set roles = '{passenger}'`)
  const alba = await aUser(deps, { firstName: 'Alba', roles: ['passenger', 'admin'] })
  const sara = await aUser(deps, { firstName: 'Sara', roles: ['passenger', 'support'] })
  const desk = await atDesk('/admin/duty', alba, 'desk')
  await desk.getByText('Una emergencia podría no llegarle a nadie').waitFor()
  await desk.getByText('Nadie de guardia').first().waitFor()
  await expectSound(desk, 'duty-empty')
  const add = async (person: string, hour: string) => {
    await desk.getByLabel('Persona', { exact: true }).selectOption({ label: person })
    await desk.getByLabel('A las').selectOption(hour)
    await desk.getByRole('button', { name: 'Agregar', exact: true }).click()
  }
  await add('Sara G.', '08')
  await desk.getByText('Sara G.').nth(2).waitFor()
  await add('Sara G.', '10')
  await desk.getByText('Esa persona ya tiene un turno a alguna de esas horas.').waitFor()
  await add('Alba G.', '20')
  await expect.poll(() => desk.getByText('Nadie de guardia').count()).toBe(0)
  await expectSound(desk, 'duty-full')

  const support = await atDesk('/admin/duty', sara, 'phone')
  await support.getByText('De guardia ahora').waitFor()
  await support.getByRole('button', { name: 'Activar sonido' }).waitFor()
  await expectSound(support, 'duty-mine')
  await support.getByRole('button', { name: 'Hacer un simulacro' }).click()
  await support.getByRole('button', { name: 'Llamar a la guardia' }).click()
  const drill = (page: Page) => page.getByRole('region', { name: 'Simulacro' })
  for (const page of [support, desk]) await drill(page).waitFor()
  await drill(support).getByText('SIMULACRO: no es una emergencia').waitFor()
  await expectSound(support, 'duty-drill')
  await drill(desk).getByRole('button', { name: 'Lo tengo' }).click()
  for (const page of [support, desk]) await drill(page).waitFor({ state: 'detached' })

  await desk
    .getByRole('button', { name: /^Quitar a Alba G\., Mañana/ })
    .first()
    .click()
  await desk.getByRole('button', { name: 'Quitar este turno' }).click()
  await desk.getByText('Nadie de guardia').first().waitFor()
  await expectSound(desk, 'duty-gap')
})
