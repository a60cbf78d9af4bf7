import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { bookSeat, cancelTrip } from '#server/modules/travel/bookings/index.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { asOwner } from '../db.ts'
import { aFundedWallet, aUser, aVerifiedDriver, type TestUser } from '../factories.ts'
import { jobsOf } from '../run-jobs.ts'
import { aTrip, BOGOTA, IBAGUE } from '../trip-factories.ts'
import { overflow, violations } from './accessible.ts'
import { workerBrowser } from './browser.ts'
import { logInByCall } from './people.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { usedPage } from './used-pages.ts'

// A driver cancels: the passenger finds another car on the ticket and takes it by one press.

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
})

async function open(person: TestUser): Promise<Page> {
  const { page } = await usedPage(browser, { ...SIZES.phone, site })
  page.setDefaultTimeout(15_000)
  await logInByCall(page, person)
  return page
}

async function look(page: Page, name: string): Promise<void> {
  await shoot(page, name)
  expect(await overflow(page)).toBe(0)
  expect(await violations(page)).toEqual([])
}

/** A passenger in a car that leaves in some hours, and another one an hour later. */
async function scene(other: 'at once' | 'by request' | 'none') {
  const { deps } = site
  const inHours = { 'at once': 26, none: 34, 'by request': 44 }[other]
  const departsAt = addMs(deps.clock.now(), inHours * HOUR_MS)
  const driver = await aVerifiedDriver(deps, { firstName: 'Nelson', lastName: 'Rojas' })
  const stops = [BOGOTA, IBAGUE]
  const trip = await aTrip(deps, { driver, departsAt, stops })
  const olga = await aVerifiedDriver(deps, { firstName: 'Olga', lastName: 'Rojas' })
  const later = { driver: olga, departsAt: addMs(departsAt, HOUR_MS), stops }
  const next =
    other === 'none' ? trip : await aTrip(deps, { ...later, instant: other === 'at once' })
  const passenger = await aUser(deps, { firstName: 'Camila', lastName: 'Ortiz' })
  await aFundedWallet(deps, passenger.userId, 500_000)
  const { booking } = await bookSeat(deps, passenger, {
    ...{ tripId: trip.tripId, seats: 1, paymentMode: 'billetera' },
    ...{ fromStopId: trip.stop(BOGOTA), toStopId: trip.stop(IBAGUE) },
  })
  await cancelTrip(deps, driver, { tripId: trip.tripId })
  await rescueSought(booking.id)
  return { passenger, booking, olga, next }
}

/** Runs the queue; the worker of the site may have taken the job that looks for another car. */
async function rescueSought(bookingId: string): Promise<void> {
  await jobsOf(site.deps).runJobs()
  const sql = 'select from rescues where booking_id = $1'
  const found = async () => (await asOwner(site.deps.databaseUrl, sql, [bookingId])).rows.length
  await expect.poll(found).toBe(1)
}

it('takes the kept car by one press from the ticket of the cancelled booking', async () => {
  const { passenger, booking, next } = await scene('at once')
  const page = await open(passenger)
  await page.goto(`/bookings/${booking.id}`)
  await page.getByRole('link', { name: 'Ver el otro carro' }).waitFor()
  await look(page, 'rescue-ticket')
  await page.getByRole('link', { name: 'Ver el otro carro' }).click()
  await page.getByRole('heading', { name: 'Te guardamos un cupo' }).waitFor()
  await look(page, 'rescue-offered')
  await page.getByRole('button', { name: /^Tomar este cupo/ }).click()
  await page.waitForURL((url) => !url.pathname.includes(booking.id))
  await page.getByText('Olga', { exact: false }).first().waitFor()
  await page.goto(`/bookings/${booking.id}/otro-carro`)
  await page.getByRole('heading', { name: 'Ya tienes otro carro' }).waitFor()
  await look(page, 'rescue-taken')
  const driver = await open(next.driver)
  await driver.goto(`/trips/${next.tripId}?ver=conductor`)
  await driver.getByText('Viene de un viaje cancelado').waitFor()
  await look(driver, 'rescue-driver')
  await driver.goto('/ayuda#conductor-falla')
  await driver.getByText('otro carro en un toque si lo hay', { exact: false }).waitFor()
  await look(driver, 'rescue-help')
})

it('says that there is no other car, that the money is back, and how to go on', async () => {
  const { passenger, booking } = await scene('none')
  const page = await open(passenger)
  await page.goto(`/bookings/${booking.id}/otro-carro`)
  await page.getByRole('heading', { name: 'No hay otro carro guardado' }).waitFor()
  await page.getByText(/^Volvieron /).waitFor()
  await look(page, 'rescue-none')
  await page.getByRole('link', { name: 'Buscar otro viaje' }).waitFor()
})

it('asks a driver, who says yes, and the passenger takes the seat', async () => {
  const { passenger, booking, olga } = await scene('by request')
  const page = await open(passenger)
  await page.goto(`/bookings/${booking.id}/otro-carro`)
  await page.getByRole('heading', { name: 'Preguntamos a 1 conductor' }).waitFor()
  await page.getByLabel('Tu máximo por todos los cupos').fill('1000')
  await page.getByRole('checkbox', { name: /^Tómalo hasta/ }).check()
  const limit = page.getByRole('checkbox', { name: /^Tómalo hasta/, checked: true })
  await expect.poll(() => limit.isEnabled()).toBe(true)
  await look(page, 'rescue-asked')
  const driver = await open(olga)
  await driver.goto('/my-trips')
  await driver.getByRole('link', { name: /^Responder: ¿Tienes cupo/ }).click()
  await driver.getByRole('heading', { name: '¿Llevas a Camila?' }).waitFor()
  await look(driver, 'ask-open')
  await driver.getByRole('button', { name: 'Sí, hay cupo' }).click()
  await driver.getByRole('heading', { name: 'Le guardamos el cupo a Camila' }).waitFor()
  await look(driver, 'ask-kept')
  await page.reload()
  await page.getByRole('heading', { name: 'Te guardamos un cupo' }).waitFor()
  await page.getByRole('button', { name: /^Tomar este cupo/ }).click()
  await page.waitForURL((url) => !url.pathname.includes(booking.id))
  await driver.reload()
  await driver.getByRole('heading', { name: 'Camila va contigo' }).waitFor()
})
