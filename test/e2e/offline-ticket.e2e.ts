import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { bookSeat } from '#server/modules/travel/bookings/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { aFundedWallet, aUser } from '../factories.ts'
import { aTrip, CALI, IBAGUE } from '../trip-factories.ts'
import { overflow, violations } from './accessible.ts'
import { openRow } from './booking-edits.ts'
import { networkQuiet, type WatchedPage, workerBrowser } from './browser.ts'
import { logInByCall } from './people.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { usedPage, withoutData } from './used-pages.ts'
import { enterAs } from './visits.ts'
import { workerReady } from './worker-ready.ts'

// Offline, tickets open again that were opened before.

let site: TestSite
let phone: WatchedPage

beforeAll(async () => {
  site = await openTestSite()
  const options = { ...SIZES.phone, site, offlineReady: true, forFile: true }
  phone = await usedPage(await workerBrowser(), options)
  phone.page.setDefaultTimeout(15_000)
})

/** The phone of this file, online and without data; its service worker stays. */
async function emptyPhone(): Promise<Page> {
  await withoutData(phone.page)
  phone.problems.length = 0
  return phone.page
}

async function aBookedPassenger() {
  const trip = await aTrip(site.deps)
  const ana = await aUser(site.deps, { firstName: 'Ana', lastName: 'Ruiz' })
  await aFundedWallet(site.deps, ana.userId, 200_000)
  const { booking } = await bookSeat(site.deps, ana, {
    tripId: trip.tripId,
    fromStopId: trip.stop(IBAGUE),
    toStopId: trip.stop(CALI),
    seats: 1,
    paymentMode: 'billetera',
    idempotencyKey: `clave-${newId()}`,
  })
  return { ana, booking, day: bogotaDate(trip.facts.departsAt) }
}

it('opens a ticket again when the network is cut', async () => {
  const { ana, booking } = await aBookedPassenger()
  const page = await emptyPhone()
  await logInByCall(page, ana)
  await page.goto(`/bookings/${booking.id}`)
  const qr = page.getByRole('img', { name: /QR/ })
  await openRow(page, 'QR y código')
  await qr.waitFor()
  const drawn = await qr.innerHTML()
  await workerReady(page)

  await page.context().setOffline(true)
  await page.reload()
  await page.getByText('Tiquete guardado en este dispositivo').waitFor()
  expect(await qr.innerHTML()).toBe(drawn)
  await page.getByText(booking.code).waitFor()

  // It opens from the home screen of the phone, too.
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto(`/bookings/${booking.id}`)
  await qr.waitFor()
  phone.assertClean({ allow: [/ERR_INTERNET_DISCONNECTED/] })
})

it('never answers addresses of the server from the cache', async () => {
  const page = await emptyPhone()
  await page.goto('/login')
  await workerReady(page)
  await page.reload()
  const answer = await page.goto('/api/health')
  expect(answer?.headers()['content-type']).toMatch(/json/)
  const worker = await page.request.get('/sw.js')
  expect(worker.headers()['cache-control']).toBe('no-cache')
  await page.context().setOffline(true)
  await expect(page.goto('/api/health')).rejects.toThrow(/DISCONNECTED/)
})

it('opens screens offline that were never opened before, and loads them online', async () => {
  const { ana, booking, day } = await aBookedPassenger()
  const page = await emptyPhone()
  await enterAs(page, ana)
  await page.goto(`/bookings/${booking.id}`)
  await openRow(page, 'QR y código')
  await page.getByRole('img', { name: /QR/ }).waitFor()
  await workerReady(page)
  await page.reload()

  await page.context().setOffline(true)
  let opened = 0
  page.on('domcontentloaded', () => {
    opened += 1
  })
  await page.goto(`/trips?from=${IBAGUE}&to=${CALI}&date=${day}`)
  await page.getByText('Estás sin conexión').waitFor()
  await page.clock.fastForward(1_500)
  await networkQuiet(page, 300)
  expect(opened).toBe(1)
  await page.context().setOffline(false)
  await page
    .getByRole('link', { name: /^Viaje de Ibagué/ })
    .first()
    .waitFor()

  await page.context().setOffline(true)
  for (const path of ['/viajes/bogota/ibague', '/trips/01890000-0000-7000-8000-00000000dead']) {
    await page.goto(path)
    await page.getByText('Estás sin conexión').waitFor()
    await expect.poll(() => page.getByText(/no tiene página|No encontramos/).count()).toBe(0)
  }
  await page.getByRole('link', { name: /^Tiquete Ibagué → Cali/ }).click()
  await page.getByRole('img', { name: /QR/ }).waitFor()
  expect(opened).toBe(3)
  phone.assertClean({ allow: [/ERR_INTERNET_DISCONNECTED/, /status of 404/] })
})

it('asks for help with one press offline, and tells the team later', async () => {
  const { ana, booking } = await aBookedPassenger()
  const page = await emptyPhone()
  site.deps.clock.set(booking.picksUpAt)
  await logInByCall(page, ana)
  await page.clock.setFixedTime(booking.picksUpAt)
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 4.43, longitude: -75.23, accuracy: 30 })
  await page.goto(`/bookings/${booking.id}`)
  await page.getByRole('img', { name: /QR/ }).waitFor()
  await workerReady(page)

  await page.context().setOffline(true)
  await page.reload()
  await page.getByRole('button', { name: 'Emergencia' }).click()
  const sheet = page.getByRole('dialog', { name: 'Emergencia' })
  const call = sheet.getByRole('link', { name: 'Llamar al 123' })
  await expect.poll(() => call.getAttribute('href')).toBe('tel:123')
  await sheet.getByText('Entre Ibagué y Cali').waitFor()
  await sheet.getByText('4.43000, -75.23000 (a 30 m)').waitFor()
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
  await shoot(page, 'offline-emergency')
  await sheet.getByRole('button', { name: 'Avisar a Cupo' }).click()
  await sheet.getByText('No salió: llama al 123').waitFor()
  const now = sheet.getByRole('link', { name: 'Llamar al 123 ahora' })
  await expect.poll(() => now.getAttribute('href')).toBe('tel:123')
  await shoot(page, 'offline-emergency-pressed')
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])

  await page.context().setOffline(false)
  await page.reload()
  const opened = async () => {
    const incidents = site.deps.db.selectFrom('incidents').select(['kind', 'pressed_at'])
    return await incidents.where('booking_id', '=', booking.id).execute()
  }
  await expect.poll(opened, { timeout: 15_000 }).toHaveLength(1)
  await page.getByText('Tus avisos de seguridad').waitFor()
  await shoot(page, 'incident-sent')
})
