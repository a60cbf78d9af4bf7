import type { Browser, Page } from 'playwright-core'
import { encode } from 'uqr'
import { beforeAll, expect, it } from 'vitest'
import { walletTotals } from '#server/modules/bank/ledger/index.ts'
import { bookSeat, issueTicket } from '#server/modules/travel/bookings/index.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '../db.ts'
import { aFundedWallet, aUser } from '../factories.ts'
import { aTrip, BOGOTA, CALI } from '../trip-factories.ts'
import { type WatchedPage, workerBrowser } from './browser.ts'
import { logInByCall } from './people.ts'
import { openTestSite, type TestSite } from './site.ts'
import { usedPage } from './used-pages.ts'
import { workerReady } from './worker-ready.ts'

// Two offline phones of one driver scan the same ticket.

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
})

const FUNDS = 300_000

/** Creates a trip that leaves in half an hour, with Ana on its list. */
async function aDeparture() {
  const trip = await aTrip(site.deps)
  const ana = await aUser(site.deps, { firstName: 'Ana', lastName: 'Ruiz' })
  await aFundedWallet(site.deps, ana.userId, FUNDS)
  const { booking } = await bookSeat(site.deps, ana, {
    tripId: trip.tripId,
    fromStopId: trip.stop(BOGOTA),
    toStopId: trip.stop(CALI),
    seats: 1,
    paymentMode: 'billetera',
    idempotencyKey: `clave-${newId()}`,
  })
  const { qr } = await issueTicket(site.deps, ana, { bookingId: booking.id })
  site.deps.clock.set(addMs(trip.facts.departsAt, -30 * MINUTE_MS))
  return { trip, ana, booking, qr }
}

/**
 * Simulates a phone whose camera always sees this text as a QR code, and whose native reader
 * announces itself but fails: the own reader has to read it.
 */
async function seeing(page: Page, text: string): Promise<void> {
  await page.addInitScript(
    (code) => {
      class BarcodeDetector {
        static getSupportedFormats = async () => ['qr_code']
        detect = async () => {
          throw new Error('no service')
        }
      }
      Object.assign(window, { BarcodeDetector })
      navigator.mediaDevices.getUserMedia = async () => {
        const side = 6
        const picture = document.createElement('canvas')
        picture.width = picture.height = code.length * side
        const paint = picture.getContext('2d')
        const draw = () => {
          if (!paint) return
          paint.fillStyle = 'white'
          paint.fillRect(0, 0, picture.width, picture.height)
          paint.fillStyle = 'black'
          for (const [y, row] of code.entries()) {
            for (const [x, dark] of row.entries()) {
              if (dark) paint.fillRect(x * side, y * side, side, side)
            }
          }
        }
        draw()
        setInterval(draw, 100)
        return picture.captureStream(10)
      }
    },
    encode(text, { border: 4 }).data,
  )
}

/** The recorded arrivals, and whether the phone pressed long before the server knew. */
async function journeyOf(tripId: string): Promise<{ seq: number; waited: boolean }[]> {
  const text = `select a.seq, a.received_at - a.at > interval '30 minutes' as waited
    from journey_arrivals a join journeys j using (trip_id) where j.trip_id = $1`
  return (await asOwner(site.deps.databaseUrl, text, [tripId])).rows
}

async function openScanner({ page }: WatchedPage, tripId: string): Promise<void> {
  await page.goto(`/trips/${tripId}/run`)
  await page.getByRole('heading', { name: /^Sigue: / }).waitFor()
  await page.goto(`/trips/${tripId}/scan`)
  await page.getByRole('list', { name: 'Pasajeros' }).getByText('Ana R.').waitFor()
  await workerReady(page)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByText('Registras sin conexión').waitFor()
}

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Código del tiquete').fill(code)
  await page.getByRole('button', { name: 'Registrar subida' }).click()
}

it('reports a conflict when two offline phones scanned the same ticket', async () => {
  const { trip, ana, booking, qr } = await aDeparture()
  const phone = { width: 360, height: 740, site, offlineReady: true }
  const [first, second] = [await usedPage(browser, phone), await usedPage(browser, phone)]
  await seeing(second.page, qr)
  for (const each of [first, second]) {
    each.page.setDefaultTimeout(15_000)
    await logInByCall(each.page, trip.driver)
    await openScanner(each, trip.tripId)
  }

  // A typed code is only stored; the server checks it later.
  await typeCode(first.page, 'ZZZ ZZZ')
  await first.page.getByRole('heading', { name: 'Código anotado' }).waitFor()
  await first.page
    .getByText('Lo confirmamos cuando vuelva la red', { exact: false })
    .first()
    .waitFor()
  await first.page.getByRole('button', { name: 'Siguiente pasajero' }).click()
  await typeCode(first.page, booking.code)
  await first.page.getByRole('heading', { name: 'Código anotado' }).waitFor()
  await first.page.getByText('2 subidas por enviar').waitFor()

  await second.page.getByRole('button', { name: 'Usar la cámara' }).click()
  await second.page.getByRole('heading', { name: 'Puede subir' }).waitFor()
  await second.page.getByText('Ana R.').first().waitFor()
  // The queue survives a restart of the phone.
  await second.page.reload()
  await second.page.getByText('1 subida por enviar').waitFor()
  expect(await walletTotals(site.deps.db, ana.userId)).toMatchObject({ held: booking.farePesos })

  // The whole day is driven without a network, and sent in its order.
  await first.page.getByRole('link', { name: 'Hoja de ruta', exact: true }).click()
  for (const verb of ['Salir', 'Llegué a Bogotá']) {
    await first.page.getByRole('button', { name: verb, exact: true }).click()
  }
  await first.page.getByText('Se envía cuando haya red').waitFor()
  const kept = first.page.getByRole('list', { name: 'Por enviar' }).getByRole('listitem')
  await expect.poll(() => kept.count()).toBe(2)
  expect(await journeyOf(trip.tripId)).toEqual([])
  await first.page.goBack()

  site.deps.clock.advance(HOUR_MS)
  await first.page.context().setOffline(false)
  await first.page.getByText('Subió', { exact: true }).waitFor()
  await first.page.getByText('El código ZZZZZZ no sirvió').waitFor()
  // Each counts from its press, an hour before the receipt.
  await expect.poll(() => journeyOf(trip.tripId)).toEqual([{ seq: 0, waited: true }])
  await second.page.context().setOffline(false)
  const conflict = second.page.getByText('El tiquete de Ana R. se usó dos veces')
  await conflict.waitFor()
  const uses = second.page.getByRole('list', { name: 'Usos del tiquete de Ana R.' })
  await expect.poll(() => uses.getByRole('listitem').count()).toBe(2)
  await first.page.reload()
  await first.page.getByText('El tiquete de Ana R. se usó dos veces').waitFor()
  expect(await walletTotals(site.deps.db, ana.userId)).toMatchObject({
    available: FUNDS - booking.farePesos,
    held: 0,
  })
  for (const each of [first, second]) {
    if (process.env.E2E_SHOTS) {
      const path = `${process.env.E2E_SHOTS}/scan-${each === first ? 1 : 2}.png`
      await each.page.screenshot({ path, fullPage: true })
    }
    each.assertClean({ allow: [/ERR_INTERNET_DISCONNECTED/, /status of 401/] })
  }
})
