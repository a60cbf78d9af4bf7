import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { bookSeat } from '#server/modules/travel/bookings/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { aFundedWallet, aUser, aVerifiedDriver, type TestUser } from '../factories.ts'
import { aTrip, BOGOTA, CALI } from '../trip-factories.ts'
import { overflow, violations } from './accessible.ts'
import { workerBrowser } from './browser.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { enterAs, openVisit } from './visits.ts'

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
})

async function enter(user: TestUser) {
  const visit = await openVisit(browser, { ...SIZES.phone, site })
  await enterAs(visit.page, user)
  return visit
}

async function look(page: Page, name: string): Promise<void> {
  await shoot(page, name)
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
}

/** Ana rides with Carlos, and another person reports him. */
async function aReportedDriver() {
  const { deps } = site
  const driver = await aVerifiedDriver(deps, { firstName: 'Carlos', lastName: 'Rojas' })
  const trip = await aTrip(deps, { driver, departsAt: addMs(deps.clock.now(), 9 * DAY_MS) })
  const ana = await aUser(deps, { firstName: 'M'.repeat(33), lastName: 'Ñ'.repeat(32) })
  await aFundedWallet(deps, ana.userId, 400_000)
  const { booking } = await bookSeat(deps, ana, {
    tripId: trip.tripId,
    fromStopId: trip.stop(BOGOTA),
    toStopId: trip.stop(CALI),
    seats: 1,
    paymentMode: 'billetera',
  })
  const reporter = await aUser(deps, { firstName: 'Luis' })
  const report = {
    subject: { kind: 'user', id: driver.userId },
    reason: 'dangerous_driving',
    text: 'Adelantó en curva varias veces.',
  }
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/reports',
    headers: { authorization: `Bearer ${reporter.token}` },
    payload: report,
  })
  expect(answer.statusCode).toBe(201)
  return { driver, ana, booking }
}

const staff = (firstName: string) =>
  aUser(site.deps, { firstName, roles: ['passenger', 'support'] })

it('lets one person pause a driver, and another one expel them after a hearing', async () => {
  const { driver, ana, booking } = await aReportedDriver()
  const note = 'Dos pasajeros cuentan que adelantaste en curva.'

  const first = await enter(await staff('Pilar'))
  const desk = first.page
  await desk.goto('/admin/conduct')
  await desk.getByRole('link', { name: /^Manejó de forma peligrosa/ }).click()
  await desk.getByText('1 viaje con 1 reserva').first().waitFor()
  // No outcome is preselected, and a press without a choice decides nothing.
  await desk.getByRole('button', { name: 'Decidir', exact: true }).click()
  await desk.getByText('Elige qué hacer.').waitFor()
  await desk.getByLabel('Decisión').selectOption({ label: 'Pausar ya y pedir su versión' })
  await desk.getByLabel('Motivo').fill(note)
  await look(desk, 'pause-asked')
  await desk.getByRole('button', { name: 'Pausar ya y pedir su versión' }).click()
  await desk.getByText('En pausa, por decidir').waitFor()
  // Nothing is proposed before the answer or the deadline.
  const options = await desk.getByLabel('Decisión').getByRole('option').allTextContents()
  expect(options.filter((each) => /suspen|expul/i.test(each))).toEqual([])

  const passenger = await enter(ana)
  await passenger.page.goto(`/bookings/${booking.id}`)
  await passenger.page.getByText('Tu viaje está en pausa').waitFor()
  await look(passenger.page, 'trip-paused-passenger')
  await passenger.page.getByRole('button', { name: 'Cancelar mi cupo' }).click()
  await passenger.page.getByText('porque el viaje está en pausa').waitFor()
  await passenger.page.getByRole('button', { name: 'Conservar' }).click()

  const carlos = await enter(driver)
  const { page } = carlos
  for (const [address, name] of [
    ['/wallet', 'wallet'],
    ['/publish', 'publish'],
    ['/my-trips?ver=conductor', 'my-trips'],
  ] as const) {
    await page.goto(address)
    await page.getByText('Tu cuenta está en pausa').waitFor()
    await look(page, `paused-${name}`)
  }
  await page.getByText('En pausa: no se vende').waitFor()
  await page.getByRole('link', { name: 'Dar mi versión' }).click()
  await page.getByText(note).first().waitFor()
  await page.getByLabel('Qué pasó').fill('Ese día iba despacio: revisen el recorrido.')
  await look(page, 'hearing')
  await page.getByRole('button', { name: 'Enviar mi versión' }).click()
  await page.getByText('Lo lee quien decide.').waitFor()
  await look(page, 'hearing-answered')

  await desk.reload()
  await desk.getByLabel('Decisión').selectOption({ label: 'Proponer expulsión' })
  await desk.getByText('Queda en pausa ya.').waitFor()
  await desk.getByLabel('Motivo').fill(note)
  await look(desk, 'expulsion-proposed')
  await desk.getByRole('button', { name: 'Proponer expulsión' }).click()
  await desk.getByText('Propusiste: expulsión').waitFor()
  await look(desk, 'expulsion-waits')

  const second = await enter(await staff('Tomás'))
  await second.page.goto('/admin/signatures')
  await second.page.getByRole('link', { name: /^Expulsión ·/ }).click()
  await second.page.getByText('Ese día iba despacio').waitFor()
  await second.page.getByLabel('Decisión').selectOption({ label: 'Confirmar la expulsión' })
  await second.page.getByText('Todo se cancela y se devuelve ahora.').waitFor()
  await second.page.getByLabel('Motivo').fill(note)
  await look(second.page, 'expulsion-confirm')
  await second.page.getByRole('button', { name: 'Confirmar la expulsión' }).click()
  // A linked case stays open, with its decision.
  await second.page.getByText('Tomás G., vie, 20 de nov').waitFor()

  await page.goto('/wallet')
  await page.getByText('Tu cuenta está cerrada a los viajes').waitFor()
  await look(page, 'expelled-wallet')
  await passenger.page.goto(`/bookings/${booking.id}`)
  await passenger.page.getByRole('heading', { name: 'Cupo canceló el viaje' }).waitFor()
  // A notice reads the open ticket again together with its booking, which was cancelled.
  const allow = [/status of 409 .*\/ticket\b/]
  for (const visit of [first, passenger, second, carlos]) visit.assertClean({ allow })
})
