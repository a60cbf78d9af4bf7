import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { asOwner } from '../db.ts'
import {
  aFundedWallet,
  aUser,
  aVerifiedDriver,
  type TestDriver,
  type TestUser,
} from '../factories.ts'
import { jobsOf } from '../run-jobs.ts'
import { aTrip, BOGOTA, CALI, IBAGUE, type TestTrip } from '../trip-factories.ts'
import { overflow, violations } from './accessible.ts'
import { workerBrowser } from './browser.ts'
import { logInByCall } from './people.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { usedPage, withoutData } from './used-pages.ts'
import { workerReady } from './worker-ready.ts'

// A trip with one change of car through the screens: found in the results, booked by one press, on
// one ticket that is read offline; the second driver reads when the passenger arrives.

let site: TestSite
let browser: Browser
let drivers: [TestDriver, TestDriver]
let trips: [TestTrip, TestTrip]
let passenger: TestUser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
  const driver = (firstName: string) => aVerifiedDriver(site.deps, { firstName, lastName: 'Rojas' })
  drivers = [await driver('Nelson'), await driver('Olga')]
  const departsAt = addMs(site.deps.clock.now(), 7 * DAY_MS)
  const stops = (from: string, to: string) => ({ stops: [from, to] })
  trips = [
    await aTrip(site.deps, { driver: drivers[0], departsAt, ...stops(BOGOTA, IBAGUE) }),
    await aTrip(site.deps, {
      driver: drivers[1],
      departsAt: addMs(departsAt, 6 * HOUR_MS),
      ...stops(IBAGUE, CALI),
    }),
  ]
  passenger = await aUser(site.deps, { firstName: 'Camila', lastName: 'Ortiz' })
  await aFundedWallet(site.deps, passenger.userId, 500_000)
})

async function open(person: TestUser, offlineReady = false): Promise<Page> {
  const { page } = await usedPage(browser, { ...SIZES.phone, site, offlineReady })
  page.setDefaultTimeout(15_000)
  await logInByCall(page, person)
  return page
}

async function look(page: Page, name: string): Promise<void> {
  await shoot(page, name)
  expect(await overflow(page)).toBe(0)
  expect(await violations(page)).toEqual([])
}

/** Gives back one of two seats in both cars; the sum is said before the press. */
async function giveBackOne(page: Page): Promise<void> {
  await page.getByText('Devolver algunos cupos').click()
  await page.getByText(/^Te devolvemos .*te queda 1 cupo en cada carro/).waitFor()
  await look(page, 'connection-give-back')
  await page.getByRole('button', { name: 'Devolver 1 cupo' }).click()
  await page.getByText(/^Devolviste 1 cupo de cada carro/).waitFor()
  await expect.poll(() => page.getByText('Devolver algunos cupos').count()).toBe(0)
}

it('books two cars by one press, gives back a seat of both, and rides on one ticket', async () => {
  const page = await open(passenger, true)
  const day = trips[0].facts.departsAt.toISOString().slice(0, 10)
  await page.goto(`/trips?from=${BOGOTA}&to=${CALI}&date=${day}&seats=2`)
  await page.getByRole('link', { name: /Reservar los dos/ }).click()
  await page.waitForURL(/\/connections\/book\?p1=/)
  await page.getByText('Dos conductores:', { exact: false }).waitFor()
  await look(page, 'connection-review')
  const agree = page.getByRole('radio', { name: /^Acordar con el conductor/ })
  if (await agree.first().isVisible()) await agree.first().click()
  await page.getByRole('button', { name: /^Reservar y pagar/ }).click()
  await page.waitForURL(/\/bookings\/[0-9a-f-]{36}$/)
  await page.getByRole('heading', { name: 'Segundo carro' }).waitFor()
  await look(page, 'connection-ticket')
  await giveBackOne(page)

  await workerReady(page)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByText('Tiquete guardado en este dispositivo').waitFor()
  await page.getByRole('heading', { name: 'Segundo carro' }).waitFor()
  await page.context().setOffline(false)

  await page.goto('/my-trips?ver=pasajero')
  await page.getByRole('article', { name: /^Reserva de Bogotá.* a Cali/ }).waitFor()
  await look(page, 'connection-my-trips')

  // The second driver reads, also without a network, that she comes by another car. The phone is
  // the same, because it has a service worker.
  const now = addMs(trips[1].facts.departsAt, -30 * MINUTE_MS)
  site.deps.clock.set(now)
  await withoutData(page)
  await logInByCall(page, drivers[1])
  await page.clock.setFixedTime(now)
  await page.goto(`/trips/${trips[1].tripId}/run`)
  const told = page.getByText(/^Camila O\. llega en otro carro, previsto .* Espera máximo 10 min/)
  await told.waitFor()
  await look(page, 'connection-run')
  await expect.poll(() => page.getByText('Nelson').count()).toBe(0)
  await workerReady(page)
  await page.context().setOffline(true)
  await page.reload()
  await told.waitFor()
  // She leaves the first car where she boards the second.
  const points = `select b.to_point_id = o.from_point_id as same from bookings b join bookings o
    using (connection_id) where b.passenger_id = $1
      and (b.connection_part, o.connection_part) = (1, 2)`
  const { rows } = await asOwner(site.deps.databaseUrl, points, [passenger.userId])
  expect(rows).toEqual([{ same: true }])
})

it('shows the new point after one left the list, and the change to who follows', async () => {
  const rosa = await aUser(site.deps, { firstName: 'Rosa', lastName: 'Gil' })
  await aFundedWallet(site.deps, rosa.userId, 500_000)
  const team = await aUser(site.deps, { roles: ['support'] })
  const call = async (who: TestUser, method: 'GET' | 'POST', path: string, payload?: object) => {
    const headers = { authorization: `Bearer ${who.token}` }
    const asked = { method, url: `/api${path}`, headers, ...(payload && { payload }) }
    return (await site.app.inject(asked)).json()
  }
  const departsAt = addMs(site.deps.clock.now(), 3 * DAY_MS)
  const [one, two] = [
    await aTrip(site.deps, { driver: drivers[0], departsAt, stops: [BOGOTA, IBAGUE] }),
    await aTrip(site.deps, {
      ...{ driver: drivers[1], departsAt: addMs(departsAt, 6 * HOUR_MS), stops: [IBAGUE, CALI] },
    }),
  ]
  const { points } = await call(team, 'GET', `/safe-points?place=${IBAGUE}`)
  const changePointId: string = points[0].id
  const part = (trip: TestTrip, from: string, to: string) => {
    return { tripId: trip.tripId, fromStopId: trip.stop(from), toStopId: trip.stop(to) }
  }
  const parts = [part(one, BOGOTA, IBAGUE), part(two, IBAGUE, CALI)]
  const { bookings } = await call(rosa, 'POST', '/connections', { parts, changePointId })
  const { token } = await call(rosa, 'POST', `/bookings/${bookings[0].id}/shares`, { name: 'Mamá' })
  await call(team, 'POST', `/admin/safe-points/${changePointId}/hide`, { reason: 'Ya no abre.' })
  await jobsOf(site.deps).runJobs()
  const page = await open(rosa)
  await page.goto(`/bookings/${bookings[0].id}`)
  await page.getByText('Cambió el punto de encuentro').first().waitFor()
  await look(page, 'point-replaced')
  await page.goto(`/seguir#${token}`)
  await page.getByText('Cambia de carro en Ibagué').waitFor()
  await look(page, 'follow-change')
})
