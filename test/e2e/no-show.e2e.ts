import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { walletTotals } from '#server/modules/bank/ledger/index.ts'
import { type Booking, bookSeat } from '#server/modules/travel/bookings/index.ts'
import { advanceDue } from '#server/modules/travel/bookings/settle/advance-booking.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { TEST_NOW } from '../deps.ts'
import { aFundedWallet, aUser, aVerifiedDriver, type TestUser } from '../factories.ts'
import { hearDriver } from '../hearing-steps.ts'
import { expectConsistent } from '../race/invariants.ts'
import { aTrip, BOGOTA, CALI, type TestTrip } from '../trip-factories.ts'
import { expectResult, overflow, violations } from './accessible.ts'
import { openRow } from './booking-edits.ts'
import { type WatchedPage, workerBrowser } from './browser.ts'
import { logInByCall } from './people.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { proveAll } from './team-steps.ts'
import { usedPage } from './used-pages.ts'

// Driver and passenger contradict each other: a member of the team decides, and the money follows.

const FUNDS = 300_000

let site: TestSite
let browser: Browser
const windows: WatchedPage[] = []

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
})

async function openWindow(person: TestUser): Promise<Page> {
  const watched = await usedPage(browser, { ...SIZES.phone, site })
  watched.page.setDefaultTimeout(10_000)
  windows.push(watched)
  await logInByCall(watched.page, person)
  await proveAll(site)
  return watched.page
}

async function aSeat(): Promise<{ trip: TestTrip; passenger: TestUser; booking: Booking }> {
  const { deps } = site
  deps.clock.set(TEST_NOW)
  const driver = await aVerifiedDriver(deps, { firstName: 'Carlos', lastName: 'Rojas' })
  const trip = await aTrip(deps, { driver, departsAt: addMs(TEST_NOW, DAY_MS) })
  const passenger = await aUser(deps, { firstName: 'Camila', lastName: 'Ortiz' })
  await aFundedWallet(deps, passenger.userId, FUNDS)
  const { booking } = await bookSeat(deps, passenger, {
    tripId: trip.tripId,
    fromStopId: trip.stop(BOGOTA),
    toStopId: trip.stop(CALI),
    seats: 1,
    paymentMode: 'billetera',
  })
  return { trip, passenger, booking }
}

/** Reports the no-show on the run sheet, without opening the booking. */
async function claim(page: Page, tripId: string): Promise<void> {
  await page.goto(`/trips/${tripId}/run`)
  await page.getByRole('button', { name: 'No llegó' }).click()
  await shoot(page, 'claim-run')
  await page.getByRole('button', { name: 'Registrar que no llegó' }).click()
  await expectResult(page, 'Quedó registrado. Le avisamos a Camila O.')
  await page.getByRole('button', { name: 'No llegó', exact: true }).waitFor({ state: 'detached' })
  await page.getByText('No llegó', { exact: true }).waitFor()
}

const claimed = { notice: 'El conductor dice que no llegaste', word: 'Reclamar', shot: 'claimed' }
const denied = { notice: 'El conductor registró tu subida', word: 'No me subí', shot: 'denied' }
const absent = { notice: '¿El conductor no llegó?', word: 'Decir que no llegó', shot: 'absent' }

/** `notice` and `word`: question of the page, and the button next to it. */
async function dispute(
  page: Page,
  bookingId: string,
  { notice, word, shot } = claimed,
): Promise<void> {
  await page.goto(`/bookings/${bookingId}`)
  await page.getByText(notice).waitFor()
  await shoot(page, shot)
  await page.getByRole('button', { name: word }).click()
  await page.getByRole('button', { name: 'Enviar reclamo' }).click()
  await page.getByText('Escribe al menos 10 letras.').waitFor()
  await page
    .getByLabel('Cuéntanos con tus palabras')
    .fill('Estuve en el terminal desde las 7:40 y el carro no apareció.')
  await shoot(page, 'dispute')
  await page.getByRole('button', { name: 'Enviar reclamo' }).click()
  await expectResult(page, 'Estamos revisando tu reclamo')
  await shoot(page, `${shot}-review`)
}

/** The driver gives their version from the booking, with nothing chosen beforehand. */
async function answer(page: Page, bookingId: string): Promise<void> {
  await page.goto(`/bookings/${bookingId}`)
  await page.getByRole('link', { name: 'Dar mi versión' }).click()
  await page.getByText('quedan quietos hasta que decidamos').waitFor()
  await expect.poll(() => page.getByRole('radio', { checked: true }).count()).toBe(0)
  await page.getByLabel('Con tus palabras').fill('Esperé veinte minutos y llamé dos veces.')
  await page.getByRole('button', { name: 'Enviar mi versión' }).click()
  await page.getByText('Elige una respuesta.').waitFor()
  await shoot(page, 'version')
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
  await page.getByRole('radio', { name: 'No estaba en el punto' }).check()
  await page.getByRole('button', { name: 'Enviar mi versión' }).click()
  await page.getByText('Recibimos tu versión').waitFor()
  await shoot(page, 'version-sent')
}

/** Decides for the passenger: the end of the dispute, or a proposal when two people must agree. */
async function propose(page: Page): Promise<void> {
  await page.goto('/admin/disputes')
  await page.getByRole('link', { name: /Camila O\. y Carlos R\./ }).click()
  await page.getByText('Estuve en el terminal').waitFor()
  await page.getByLabel('Motivo de la decisión').fill('No hay registro del carro en el terminal.')
  await page.getByRole('radio', { name: /^A favor de Camila O\./ }).check()
  await shoot(page, 'queue')
  await page.getByRole('button', { name: 'Decidir…' }).click()
  await shoot(page, 'decide')
  await page.getByRole('button', { name: 'Devolver al pasajero' }).click()
}

async function decide(page: Page): Promise<void> {
  await propose(page)
  await page.getByText('No hay reclamos aquí').waitFor()
  await page.getByRole('button', { name: 'Resueltos' }).click()
  await page.getByText('A favor de Camila O.').first().waitFor()
}

it('lets a passenger dispute a reported no-show, and decides for the passenger', async () => {
  const { deps } = site
  const { trip, passenger, booking } = await aSeat()
  const support = await aUser(deps, { roles: ['passenger', 'support'] })
  const [driverPage, passengerPage] = [await openWindow(trip.driver), await openWindow(passenger)]
  deps.clock.set(addMs(booking.picksUpAt, 15 * MINUTE_MS))
  await claim(driverPage, trip.tripId)
  await passengerPage.goto('/my-trips')
  await passengerPage
    .getByRole('link', { name: /^Responder: El conductor dice que no llegaste/ })
    .click()
  await passengerPage.waitForURL(/\/bookings\//)
  await dispute(passengerPage, booking.id)
  await answer(driverPage, booking.id)
  // Sessions of the team end after a day of work.
  const desk = await openWindow(support)
  await decide(desk)
  await passengerPage.goto(`/bookings/${booking.id}`)
  await passengerPage.getByText('Resolvimos tu reclamo a tu favor').waitFor()
  await shoot(passengerPage, 'won')
  const download = passengerPage.waitForEvent('download')
  await openRow(passengerPage, 'Tu reserva')
  await passengerPage.getByRole('button', { name: 'Descargar comprobante' }).click()
  expect((await download).suggestedFilename()).toBe('comprobante-cupo.pdf')
  expect(await walletTotals(deps.db, passenger.userId)).toMatchObject({ available: FUNDS, held: 0 })
  expect(await walletTotals(deps.db, trip.driver.userId)).toMatchObject({ available: 0, held: 0 })
  await expectConsistent(deps)
  for (const each of windows) each.assertClean({ allow: [/status of 401 .*\/api\//] })
})

it('refunds a passenger who reports that the driver never came', async () => {
  const { deps } = site
  const { trip, passenger, booking } = await aSeat()
  const support = await aUser(deps, { roles: ['passenger', 'support'] })
  const [driverPage, passengerPage] = [await openWindow(trip.driver), await openWindow(passenger)]
  deps.clock.set(addMs(booking.dropsOffAt, HOUR_MS))
  await dispute(passengerPage, booking.id, absent)
  await passengerPage.getByText('Una persona de Cupo decide.').waitFor()
  expect([await violations(passengerPage), await overflow(passengerPage)]).toEqual([[], 0])
  await driverPage.goto(`/bookings/${booking.id}`)
  await driverPage.getByText('Camila O. dice que no llegaste').waitFor()
  await expect.poll(() => driverPage.getByRole('button', { name: 'No llegó' }).count()).toBe(0)
  await shoot(driverPage, 'objected-driver')
  deps.clock.set(addMs(booking.dropsOffAt, 3 * DAY_MS))
  await advanceDue(deps)
  expect(await walletTotals(deps.db, passenger.userId)).toMatchObject({ held: booking.farePesos })
  const desk = await openWindow(support)
  await desk.goto('/admin/disputes')
  await desk.getByRole('link', { name: /Camila O\. y Carlos R\./ }).click()
  await desk.getByText('¿Carlos R. llegó por Camila O.?').waitFor()
  await decide(desk)
  await passengerPage.reload()
  await passengerPage.getByText('Resolvimos tu reclamo a tu favor').waitFor()
  await shoot(passengerPage, 'objection-won')
  await driverPage.reload()
  await driverPage.getByText('Se resolvió a favor del pasajero').waitFor()
  await shoot(driverPage, 'objection-lost')
  expect(await walletTotals(deps.db, passenger.userId)).toMatchObject({ available: FUNDS, held: 0 })
  expect(await walletTotals(deps.db, trip.driver.userId)).toMatchObject({ available: 0, held: 0 })
  await expectConsistent(deps)
})

it('lets a passenger deny a check-in, and two people decide it', async () => {
  const { deps } = site
  const { trip, passenger, booking } = await aSeat()
  const first = await aUser(deps, { roles: ['passenger', 'support'] })
  const second = await aUser(deps, { roles: ['passenger', 'support'] })
  deps.config.disputeSecondPerson = booking.farePesos - 1
  const [driverPage, passengerPage] = [await openWindow(trip.driver), await openWindow(passenger)]
  deps.clock.set(addMs(booking.picksUpAt, -HOUR_MS))
  await driverPage.goto(`/trips/${trip.tripId}/scan`)
  await driverPage.getByLabel('Código del tiquete').fill(booking.code)
  await driverPage.getByRole('button', { name: 'Registrar subida' }).click()
  await driverPage.getByRole('heading', { name: 'Puede subir' }).waitFor()

  await dispute(passengerPage, booking.id, denied)
  expect([await violations(passengerPage), await overflow(passengerPage)]).toEqual([[], 0])
  await driverPage.goto(`/bookings/${booking.id}`)
  await driverPage.getByText('Camila O. dice que no se subió').waitFor()

  const [desk, other] = [await openWindow(first), await openWindow(second)]
  await desk.goto('/admin/disputes')
  await desk.getByRole('link', { name: /Camila O\. y Carlos R\./ }).click()
  await desk.getByText('Falta la versión de Carlos R.').waitFor()
  await shoot(desk, 'unheard')
  await hearDriver(deps.databaseUrl, booking.id)
  await propose(desk)
  await desk.getByText('Otra persona del equipo debe confirmarla.').waitFor()
  await expect.poll(() => desk.getByLabel('Motivo de la decisión').count()).toBe(0)
  await shoot(desk, 'proposal-mine')
  expect((await walletTotals(deps.db, passenger.userId)).available).toBe(FUNDS - booking.farePesos)

  await other.goto('/admin/disputes')
  await other.getByRole('link', { name: /Camila O\. y Carlos R\./ }).click()
  await other.getByText('¿Camila O. viajó con Carlos R.?').waitFor()
  await other.getByText('Decide lo mismo para confirmarla').waitFor()
  await shoot(other, 'proposal')
  expect([await violations(other), await overflow(other)]).toEqual([[], 0])
  await decide(other)
  await passengerPage.reload()
  await passengerPage.getByText('Resolvimos tu reclamo a tu favor').waitFor()
  await shoot(passengerPage, 'denial-won')
  expect(await walletTotals(deps.db, passenger.userId)).toMatchObject({ available: FUNDS, held: 0 })
  await expectConsistent(deps)
})

it('lets a passenger cancel with a late driver, and tells the next passenger', async () => {
  const { deps } = site
  const { trip, passenger, booking } = await aSeat()
  const passengerPage = await openWindow(passenger)
  deps.clock.set(addMs(booking.picksUpAt, 31 * MINUTE_MS))
  await passengerPage.goto(`/bookings/${booking.id}`)
  await passengerPage.getByRole('button', { name: 'El conductor no llegó' }).click()
  await shoot(passengerPage, 'leave')
  await passengerPage.getByRole('button', { name: 'Cancelar mi cupo' }).click()
  await expectResult(passengerPage, 'Cancelaste tu cupo')
  expect((await walletTotals(deps.db, passenger.userId)).available).toBe(FUNDS)
  const later = await aTrip(deps, {
    driver: trip.driver,
    departsAt: addMs(deps.clock.now(), 3 * DAY_MS),
  })
  const part = `from=${later.stop(BOGOTA)}&to=${later.stop(CALI)}`
  await passengerPage.goto(`/trips/${later.tripId}/book?${part}&paso=confirmar&sube=acordar`)
  await passengerPage.getByText(/llegó más de 30 minutos tarde 1 vez/).waitFor()
  await shoot(passengerPage, 'record')
})
