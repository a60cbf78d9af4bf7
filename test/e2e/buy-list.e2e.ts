import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { bogotaDate } from '#server/platform/clock.ts'
import { aFundedWallet, aUser, type TestUser } from '../factories.ts'
import { aTrip, BOGOTA, CALI, type TestTrip } from '../trip-factories.ts'
import { overflow, violations } from './accessible.ts'
import { newPage, workerBrowser } from './browser.ts'
import { logInByCall } from './people.ts'
import { openTestSite, type TestSite } from './site.ts'

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

const look = async (page: Page, name: string) => {
  expect(Number(await overflow(page))).toBe(0)
  expect(await violations(page)).toEqual([])
  if (shots) await page.screenshot({ path: `${shots}/list-${name}.png`, fullPage: true })
}

it.each([
  { width: 360, height: 740, pesos: 20_000 },
  { width: 1280, height: 800, pesos: 500_000 },
  { width: 320, height: 640, pesos: 500_000, colorScheme: 'dark' as const },
])('asks for a list from a full trip at $width px', async ({ pesos, ...size }) => {
  const person = await aPerson(pesos)
  const { page } = await newPage(browser, { ...size, site })
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
  await page.getByText(pesos < 100_000 ? /te faltan/ : /: alcanza/).waitFor()
  await look(page, `form-${size.width}`)

  await page.getByLabel('Precio máximo por cupo').fill('')
  await page.getByRole('button', { name: 'Activar' }).click()
  await page.getByText('Escribe el máximo que pagas por cupo.').waitFor()
  await page.getByLabel('Precio máximo por cupo').fill('200000')
  await page.getByLabel('Salir desde').fill('05:00')
  await page.getByText('También con un cambio de carro').click()
  await page.getByText('El máximo es por los dos.').waitFor()
  await page.getByRole('button', { name: 'Activar' }).click()
  await page.getByText(/En lista · eres la \d\.ª de \d para el viernes/).waitFor()
  await page.getByText(/· también con un cambio/).waitFor()
  await look(page, `card-${size.width}`)
  await page.goto('/my-trips?ver=pasajero')
  await page.getByText(/En lista · eres la/).waitFor()
  await look(page, `trips-${size.width}`)
})
