import type { Browser } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { aFundedWallet, aUser, aVerifiedDriver, type TestUser } from '../factories.ts'
import { aTrip, BOGOTA, CALI } from '../trip-factories.ts'
import { workerBrowser } from './browser.ts'
import { crowding } from './crowding.ts'
import { openTestSite, type TestSite } from './site.ts'
import { startTopUp } from './top-up-steps.ts'
import { enterAs, openVisit, type Visit } from './visits.ts'

// The page to which a payment returns, with the gateway;
// web/features/payments/confirmation-screen.test.tsx has its words and states.

let site: TestSite
let browser: Browser
let ana: TestUser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
  ana = await aUser(site.deps)
}, 120_000)

async function enter(): Promise<Visit> {
  const visit = await openVisit(browser, { site })
  await enterAs(visit.page, ana)
  return visit
}

it('leads back to the gateway from a top-up that nobody paid, and discards it', async () => {
  const { page, close } = await enter()
  const headers = { authorization: `Bearer ${ana.token}` }
  const data = { amount: 30_000 }
  const created = await page.request.post('/api/payments/create', { headers, data })
  const { reference } = (await created.json()).data
  await page.goto(`/confirmacion-pago?payment_return=true&reference=${reference}`)
  await page.getByRole('heading', { level: 1, name: 'No vemos un pago todavía' }).waitFor()
  await page.getByRole('button', { name: 'Volver a la pasarela' }).click()
  await page.waitForURL(/\/sandbox\/wompi\/p/)
  expect(new URL(page.url()).searchParams.get('reference')).toBe(reference)

  await page.goto('/wallet')
  await page.getByText('No vemos un pago todavía', { exact: true }).first().click()
  await page.getByRole('button', { name: /^Descartar: recarga de/ }).click()
  await page.getByText('No hay transacciones').waitFor()
  await close()
})

it('shows the kept seat on the trip and after a rejected payment, and pays again', async () => {
  const { deps } = site
  const trip = await aTrip(deps, { driver: await aVerifiedDriver(deps), seats: 1 })
  const rosa = await aUser(deps)
  await aFundedWallet(deps, rosa.userId, trip.facts.seatPrice - 20_000)
  const { page, close } = await openVisit(browser, { site })
  await enterAs(page, rosa)
  const part = `from=${trip.stop(BOGOTA)}&to=${trip.stop(CALI)}`
  await page.goto(`/trips/${trip.tripId}/book?${part}&sube=acordar&paso=confirmar`)
  await page.getByText(/^Te faltan/).waitFor()
  expect(await crowding(page)).toEqual([])
  await startTopUp(page, 20_000)
  const first = page.url()

  await page.goto(`/trips/${trip.tripId}?${part}`)
  await page
    .getByRole('timer')
    .getByText(/Tu cupo está apartado 1\d:\d\d/)
    .waitFor()
  await page.getByRole('link', { name: 'Seguir' }).click()
  await page.waitForURL(/\/book\?.*apartado=/)
  await startTopUp(page, 20_000)
  await page.getByRole('button', { name: 'Rechazar pago' }).click()
  await page.getByRole('heading', { level: 1, name: 'Pago rechazado' }).waitFor()
  await page.getByText(/^El banco de tu tarjeta no autorizó el cobro/).waitFor()
  await page.getByRole('timer').waitFor()
  await page.getByRole('button', { name: 'Intentar con otro medio' }).click()
  await page.waitForURL((url) => url.pathname.includes('/sandbox/wompi/p') && url.href !== first)
  await close()
})
