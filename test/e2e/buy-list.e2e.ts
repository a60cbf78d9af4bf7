import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { bogotaDate } from '#server/platform/clock.ts'
import { aFundedWallet, aUser, type TestUser } from '../factories.ts'
import { aTrip, BOGOTA, CALI, type TestTrip } from '../trip-factories.ts'
import { overflow, violations } from './accessible.ts'
import { workerBrowser } from './browser.ts'
import { logInByCall } from './people.ts'
import { openTestSite, type TestSite } from './site.ts'
import { usedPage } from './used-pages.ts'

// A person asks for a list on the page of a full trip, and reads their place.

let site: TestSite
let browser: Browser
let trip: TestTrip
const shots = process.env.E2E_SHOTS

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
  trip = await aTrip(site.deps, { seats: 1 })
  const { bookSeat } = await import('#server/modules/travel/bookings/index.ts')
  const taken = await aPerson(500_000)
  await bookSeat(site.deps, taken, {
    ...{ tripId: trip.tripId, seats: 1, paymentMode: 'billetera' },
    ...{ fromStopId: trip.stop(BOGOTA), toStopId: trip.stop(CALI) },
  })
})

async function aPerson(pesos: number): Promise<TestUser> {
  const person = await aUser(site.deps, { firstName: 'Camila', lastName: 'Ortiz', verified: true })
  await aFundedWallet(site.deps, person.userId, pesos)
  return person
}

const SIZES = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 320, height: 640, colorScheme: 'dark' },
  { width: 360, height: 740, colorScheme: 'light' },
] as const

/** Looks at the page in each size, with a phone's at the end. */
async function look(page: Page, name: string): Promise<void> {
  for (const { colorScheme, ...size } of SIZES) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    expect([await violations(page), await overflow(page)]).toEqual([[], 0])
    const path = `${shots}/list-${name}-${size.width}.png`
    if (shots) await page.screenshot({ path, fullPage: true })
  }
}

it('asks for a list from a full trip, first without the money', async () => {
  const person = await aPerson(20_000)
  const { page } = await usedPage(browser, { width: 360, height: 740, site })
  page.setDefaultTimeout(10_000)
  await logInByCall(page, person)
  const part = `from=${trip.stop(BOGOTA)}&to=${trip.stop(CALI)}`
  await page.goto(`/trips/${trip.tripId}?${part}`)
  await page.getByRole('link', { name: 'Comprar por mí cuando se libere un cupo' }).click()
  const buys = { name: 'Comprar por mí cuando se libere un cupo', checked: true }
  await page.getByRole('switch', buys).waitFor()
  await page.getByText(/Hoy tienes/).waitFor()
  const day = bogotaDate(trip.facts.departsAt)
  await expect.poll(() => page.getByLabel('Primer día').inputValue()).toBe(day)
  await page.getByText(/te faltan/).waitFor()
  await look(page, 'form')
  await aFundedWallet(site.deps, person.userId, 480_000)
  await page.reload()
  await page.getByText(/: alcanza/).waitFor()

  await page.getByLabel('Precio máximo por cupo').fill('')
  await page.getByRole('button', { name: 'Activar' }).click()
  await page.getByText('Escribe el máximo que pagas por cupo.').waitFor()
  await page.getByLabel('Precio máximo por cupo').fill('200000')
  await page.getByLabel('Salir desde').fill('05:00')
  await page.getByText('También con un cambio de carro').click()
  await page.getByText('El máximo es por los dos.').waitFor()
  await page.getByRole('button', { name: 'Activar' }).click()
  await page.getByText('En lista · eres la 1.ª de 1 para el viernes').waitFor()
  await page.getByText(/· también con un cambio/).waitFor()
  await look(page, 'card')
  await page.goto('/my-trips?ver=pasajero')
  await page.getByText(/En lista · eres la/).waitFor()
  await look(page, 'trips')
})
