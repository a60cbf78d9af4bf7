import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { bookSeat } from '#server/modules/travel/bookings/index.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { TEST_NOW } from '../deps.ts'
import { aFundedWallet, aUser, aVerifiedDriver, freshToken } from '../factories.ts'
import { aTrip, BOGOTA, CALI } from '../trip-factories.ts'
import { violations } from './accessible.ts'
import { workerBrowser } from './browser.ts'
import { crowding } from './crowding.ts'
import { logInByCall } from './people.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite } from './site.ts'
import { usedPage } from './used-pages.ts'
import { boxOf } from './wait-for.ts'

// The driver's own trip says first what matters: weeks before, on the day, and after its end.

const FIRST_VIEW = 320

/** Distances of the ends of these texts from the top of the screen, in px. */
async function endsOf(page: Page, texts: readonly RegExp[]): Promise<number[]> {
  const boxes = await Promise.all(
    texts.map(async (text) => {
      const seen = page.getByRole('main').getByText(text).filter({ visible: true }).first()
      const box = await boxOf(seen)
      return box.y + box.height
    }),
  )
  return boxes
}

it('shows the hour and the place on the day, and the money after the end, first', async () => {
  const site = await openTestSite()
  const { deps } = site
  const driver = await aVerifiedDriver(deps, { firstName: 'Carlos', lastName: 'Rojas' })
  const departsAt = addMs(TEST_NOW, 21 * 24 * HOUR_MS)
  const trip = await aTrip(deps, { driver, departsAt })
  const passenger = await aUser(deps, { firstName: 'Camila', lastName: 'Ortiz' })
  await aFundedWallet(deps, passenger.userId, 300_000)
  await bookSeat(deps, passenger, {
    ...{ tripId: trip.tripId, fromStopId: trip.stop(BOGOTA), toStopId: trip.stop(CALI) },
    ...{ seats: 1, paymentMode: 'billetera' },
  })
  const { page, assertClean } = await usedPage(await workerBrowser(), { ...SIZES.phone, site })
  page.setDefaultTimeout(15_000)
  await logInByCall(page, driver)
  const address = `/trips/${trip.tripId}?ver=conductor`
  const look = async (name: string) => {
    expect([await violations(page), await crowding(page)]).toEqual([[], []])
    await shoot(page, `own-${name}`)
  }
  const clockTo = async (at: Date) => {
    deps.clock.set(at)
    await page.clock.setFixedTime(at)
    await logInByCall(page, driver)
  }

  await page.goto(address)
  await page.getByRole('button', { name: 'Compartir viaje' }).waitFor()
  const selling = await endsOf(page, [/^1 de 3 cupos vendidos$/, /^Faltan 21 días$/, /^Llevas/])
  for (const end of selling) expect(end).toBeLessThan(FIRST_VIEW)
  await look('weeks')

  await clockTo(addMs(departsAt, -90 * MINUTE_MS))
  await page.goto(address)
  await page.getByRole('link', { name: 'Abrir hoja de ruta' }).waitFor()
  const soon = await endsOf(page, [
    /^Faltan 1 h 30 min$/,
    /^\d+:\d\d\sa\.\sm\.$/,
    /^Primer encuentro/,
  ])
  for (const end of soon) expect(end).toBeLessThan(FIRST_VIEW)
  await look('day')
  await page.goto('/my-trips?ver=conductor')
  await page.getByRole('region', { name: 'Próximo viaje' }).waitFor()
  await look('my-trips')

  const headers = { authorization: `Bearer ${await freshToken(deps, driver)}` }
  const started = { method: 'POST', url: `/api/trips/${trip.tripId}/start`, headers } as const
  expect((await site.app.inject({ ...started, payload: {} })).statusCode).toBe(200)
  await page.goto(address)
  await page.getByText(/^Sigue /).waitFor()
  await look('road')

  await clockTo(addMs(departsAt, 10 * HOUR_MS))
  await page.goto(`/trips/${trip.tripId}/run`)
  await page.getByText('Más', { exact: true }).click()
  await page.getByRole('button', { name: 'Terminar viaje' }).click()
  await page.getByText('Terminaste este viaje').waitFor()
  await page.goto(address)
  await page.getByRole('link', { name: 'Publicar el regreso' }).waitFor()
  const over = await endsOf(page, [/^Terminado · /, /^Llegaste a Cali\. Recibes$/, /^\$\s[\d.]+$/])
  for (const end of over) expect(end).toBeLessThan(FIRST_VIEW)
  await look('over')
  await page.getByRole('link', { name: 'Publicar el regreso' }).click()
  await page.getByText(/^Es el regreso: todo va al revés/).waitFor()
  await page.getByRole('article').getByText('Cali').first().waitFor()
  await page.goto(address)
  await page.getByRole('button', { name: /^Deshacer el fin del viaje/ }).click()
  await page.getByRole('link', { name: 'Abrir hoja de ruta' }).waitFor()
  assertClean({ allow: [/status of 401 .*\/api\//] })
})
