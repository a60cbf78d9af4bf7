import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type Booking, bookSeat } from '#server/modules/travel/bookings/index.ts'
import { advanceDue } from '#server/modules/travel/bookings/settle/advance-booking.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { time } from '#web/lib/format.ts'
import { TEST_NOW } from '../deps.ts'
import { aFundedWallet, aUser, aVerifiedDriver, freshToken, type TestUser } from '../factories.ts'
import { expectConsistent } from '../race/invariants.ts'
import { aTrip, BOGOTA, CALI, GIRARDOT, IBAGUE, type TestTrip } from '../trip-factories.ts'
import { overflow, violations } from './accessible.ts'
import { openRow } from './booking-edits.ts'
import { workerBrowser } from './browser.ts'
import { logInByCall } from './people.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { checkIn } from './travel-steps.ts'
import { usedPage } from './used-pages.ts'
import { boxOf } from './wait-for.ts'
import { workerReady } from './worker-ready.ts'

// "Ya voy a bordo" on the screens: pressed, undone, replaced by a scan, paid, and pressed offline.

const FUNDS = 300_000

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
})

type Seat = { trip: TestTrip; passenger: TestUser; booking: Booking }

async function aSeat(): Promise<Seat> {
  const { deps } = site
  deps.clock.set(TEST_NOW)
  const driver = await aVerifiedDriver(deps, { firstName: 'Carlos', lastName: 'Rojas' })
  const trip = await aTrip(deps, { driver, departsAt: addMs(TEST_NOW, DAY_MS) })
  const passenger = await aUser(deps, { firstName: 'Camila', lastName: 'Ortiz' })
  await aFundedWallet(deps, passenger.userId, FUNDS)
  const { booking } = await bookSeat(deps, passenger, {
    tripId: trip.tripId,
    fromStopId: trip.stop(IBAGUE),
    toStopId: trip.stop(CALI),
    seats: 1,
    paymentMode: 'billetera',
  })
  return { trip, passenger, booking }
}

/** A press of the driver on their run sheet. */
async function drives({ trip }: Seat, call: string, body: object = {}): Promise<void> {
  const answer = await fetch(`${site.url}/api/trips/${trip.tripId}/${call}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await freshToken(site.deps, trip.driver)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/** Height of the first view of a phone in which the moment must stand, in CSS pixels. */
const FIRST_VIEW = 320

/** Lower edge of an element in px; Infinity while it is not there. */
async function bottomOf(found: Locator): Promise<number> {
  const box = await found
    .first()
    .boundingBox({ timeout: 1_000 })
    .catch(() => null)
  return box ? box.y + box.height : Number.POSITIVE_INFINITY
}

/** Each text stands within the first 320 px of the page, and its main action is in view. */
async function expectFirst(page: Page, texts: (string | RegExp)[], action: RegExp | null) {
  await page.evaluate(() => scrollTo(0, 0))
  for (const text of texts) {
    const found = page.getByRole('main').getByText(text).filter({ visible: true })
    await expect.poll(() => bottomOf(found), { message: String(text) }).toBeLessThan(FIRST_VIEW)
  }
  if (!action) return
  const bar = page.locator('[data-action-bar]')
  const pressed = bar
    .getByRole('link', { name: action })
    .or(bar.getByRole('button', { name: action }))
  await expect.poll(() => bottomOf(pressed)).toBeLessThan(SIZES.phone.height)
}

async function openPhone(person: TestUser, offlineReady = false): Promise<Page> {
  const { page } = await usedPage(browser, { ...SIZES.phone, site, offlineReady })
  page.setDefaultTimeout(15_000)
  await logInByCall(page, person)
  return page
}

/** Sets the clock of the server and the pages, in minutes from the pick-up. */
async function clockTo({ booking }: Seat, minutes: number, ...pages: Page[]): Promise<void> {
  const now = addMs(booking.picksUpAt, minutes * MINUTE_MS)
  site.deps.clock.set(now)
  for (const page of pages) await page.clock.setFixedTime(now)
}

const say = (page: Page) => page.getByRole('button', { name: 'Ya voy a bordo' })
const said = (page: Page) => page.getByText('Dijiste que vas a bordo a las')

async function sayAboard(page: Page): Promise<void> {
  await say(page).click()
  await page.getByText(/En 10 minutos, Carlos R\. recibe \$\s?[\d.]+ de tu billetera\./).waitFor()
  await page.getByText('No lo toques si te lo piden por teléfono.').waitFor()
  await shoot(page, 'aboard-confirm')
  await page.getByRole('button', { name: 'Confirmar que voy a bordo' }).click()
  await said(page).waitFor()
}

it('lets a passenger say "aboard", undo it and say it again until the driver scans', async () => {
  const seat = await aSeat()
  const { trip, passenger, booking } = seat
  const [page, driverPage] = [await openPhone(passenger), await openPhone(trip.driver)]
  await clockTo(seat, -20, page, driverPage)
  await page.goto(`/bookings/${booking.id}`)
  const code = page.getByText(booking.code)
  await openRow(page, 'QR y código')
  await code.waitFor()
  await expect.poll(() => say(page).count()).toBe(0)

  await clockTo(seat, -12, page, driverPage)
  await page.reload()
  await say(page).waitFor()
  await shoot(page, 'aboard-ticket')
  // The button is below the code, so it is not the first button of the page. The saved ticket gives
  // way to the answer meanwhile, for a moment without the code or the button.
  const below = async () => {
    const [codeAt, buttonAt] = [await boxOf(code), await boxOf(say(page))]
    return codeAt && buttonAt && buttonAt.y > codeAt.y
  }
  await expect.poll(below).toBe(true)
  const first = page.getByRole('main').getByRole('button').first()
  await expect.poll(() => first.textContent()).not.toContain('Ya voy a bordo')
  await sayAboard(page)
  await page.getByText(/En 10 minutos, a las .* Carlos R\. recibe/).waitFor()
  await expect
    .poll(() => page.getByRole('button', { name: 'Cancelar', exact: false }).count())
    .toBe(0)
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
  await shoot(page, 'aboard-said')

  const line = /^Dijo que va a bordo a las .*; se cobra a las /
  await driverPage.goto(`/trips/${trip.tripId}/run`)
  await driverPage.getByText('Más', { exact: true }).click()
  await driverPage.locator('summary', { hasText: 'Ibagué' }).click()
  await driverPage.getByText(line).waitFor()
  await shoot(driverPage, 'aboard-run')
  await driverPage.goto(`/trips/${trip.tripId}/scan`)
  await driverPage.getByText(line).waitFor()
  await openRow(driverPage, '¿Sin celular?')
  await driverPage.getByRole('button', { name: 'Registrar sin tiquete' }).waitFor()
  expect([await violations(driverPage), await overflow(driverPage)]).toEqual([[], 0])
  await shoot(driverPage, 'aboard-list')

  await page.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByText('Lo deshicimos. Le avisamos al conductor.').waitFor()
  await shoot(page, 'aboard-undone')
  await sayAboard(page)
  await checkIn(driverPage, trip.tripId, booking.code)
  await page.reload()
  await page.getByText(/^Subiste .* a las? /).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Deshacer' }).count()).toBe(0)
  await shoot(page, 'aboard-scanned')
  await expectConsistent(site.deps)
})

it('sends an "aboard" pressed offline later, and counts it from its arrival', async () => {
  const seat = await aSeat()
  const { passenger, booking } = seat
  const page = await openPhone(passenger, true)
  await clockTo(seat, -5, page)
  await page.goto(`/bookings/${booking.id}`)
  await page.getByText(booking.code).waitFor()
  await workerReady(page)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByText('Tiquete guardado en este dispositivo').waitFor()
  await say(page).click()
  await page.getByRole('button', { name: 'Confirmar que voy a bordo' }).click()
  await page.getByText('Todavía no sale: no hay red').waitFor()
  await shoot(page, 'aboard-waiting')
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])

  await clockTo(seat, 25, page)
  await page.context().setOffline(false)
  const saidAt = async () => {
    const found = site.deps.db.selectFrom('bookings').select('aboard_said_at')
    return (await found.where('id', '=', booking.id).executeTakeFirst())?.aboard_said_at
  }
  await expect.poll(saidAt, { timeout: 15_000 }).toEqual(site.deps.clock.now())
  await page.reload()
  await said(page).waitFor()
})

it('shows first what matters at each moment, from the booking to the arrival', async () => {
  const seat = await aSeat()
  const { trip, passenger, booking } = seat
  const page = await openPhone(passenger)
  // An open screen whose token expires with the clock renews it; leaving it then would lose the
  // answer, and the next renewal would look like a theft.
  const leave = () => page.goto('about:blank')
  const serverTo = async (instant: Date) => {
    await leave()
    site.deps.clock.set(instant)
  }
  const show = async (minutes: number, name: string) => {
    await leave()
    await clockTo(seat, minutes, page)
    await page.goto(`/bookings/${booking.id}`)
    await page.getByRole('region', { name: 'Ahora' }).waitFor()
    await page.getByText('Ayuda y más').waitFor()
    await shoot(page, `moment-${name}`)
    // At the end of the page its bar covers no row. What arrives late makes the page longer.
    const findings = async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      return [await violations(page), await overflow(page)]
    }
    await expect.poll(findings, { timeout: 15_000 }).toEqual([[], 0])
  }
  const at = (minutes: number) => time(addMs(booking.picksUpAt, minutes * MINUTE_MS))
  await show(-1_500, 'no-place')
  await expectFirst(page, ['Falta el punto', '¿Dónde te subes?'], /^Acordar con Carlos/)

  // The driver has left Bogotá late, and says so with the press.
  await serverTo(addMs(trip.facts.departsAt, 40 * MINUTE_MS))
  await drives(seat, 'start')
  await drives(seat, 'arrivals', { stopId: trip.stop(BOGOTA) })
  await show(-90, 'late')
  await expectFirst(page, [/Va 40 min tarde/, /Carlos llega por ti/, at(40)], /^Llamar a Carlos/)
  await drives(seat, 'arrivals', { stopId: trip.stop(GIRARDOT) })
  await show(-60, 'on-the-road')
  await serverTo(addMs(booking.picksUpAt, 10 * MINUTE_MS))
  await drives(seat, 'arrivals', { stopId: trip.stop(IBAGUE) })
  await show(12, 'at-door')
  await expectFirst(page, [/^Carlos ya llegó/], null)
  const qr = await boxOf(page.getByRole('img', { name: /QR/ }))
  expect(qr.y + qr.height / 2).toBeLessThanOrEqual(FIRST_VIEW)

  const scanner = await openPhone(trip.driver)
  await clockTo(seat, 15, page, scanner)
  await checkIn(scanner, trip.tripId, booking.code)
  await show(60, 'riding')
  await expectFirst(page, [/^Buen viaje, llegas a/, /^Faltan/], /^Compartir dónde voy/)

  await serverTo(addMs(booking.dropsOffAt, -20 * MINUTE_MS))
  await drives(seat, 'arrivals', { stopId: trip.stop(CALI) })
  await drives(seat, 'finish')
  await advanceDue(site.deps)
  const ridden = (booking.dropsOffAt.getTime() - booking.picksUpAt.getTime()) / MINUTE_MS
  await leave()
  await clockTo(seat, ridden + 10, page)
  await page.goto(`/bookings/${booking.id}`)
  await page.getByRole('heading', { name: 'Llegaste a Cali' }).waitFor()
  await page.getByRole('link', { name: 'Volver a Ibagué' }).waitFor()
  await shoot(page, 'moment-arrived')
  await expectFirst(page, ['Llegaste a Cali', 'Pagaste con tu billetera'], /^Volver a Ibagué/)
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
})
