import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bookSeat } from '#server/domains/bookings/bookings.public.ts'
import { debtOf } from '#server/domains/ledger/ledger.public.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { aUser, type TestUser } from '../factories.ts'
import { aTrip, BOGOTA, CALI } from '../trip-factories.ts'
import { overflow, violations } from './accessible.ts'
import { launchBrowser } from './browser.ts'
import { pesosText } from './people.ts'
import { SIZES, shoot } from './shots.ts'
import { openTestSite, type TestSite } from './site.ts'
import { enterAs, openVisit, type Visit } from './visits.ts'

// The gateway takes a top-up back after its money was promised to a driver.

const FUNDS = 200_000

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await launchBrowser()
})

afterAll(() => browser.close())

async function enter(user: TestUser): Promise<Visit> {
  const visit = await openVisit(browser, { ...SIZES.phone, baseURL: site.url })
  await enterAs(visit.page, user)
  return visit
}

async function call(user: TestUser, path: string, body?: object) {
  const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' }
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const answer = await fetch(`${site.url}/api${path}`, { ...init, headers })
  return answer.json() as Promise<{ data: { reference: string }; balance: number }>
}

/** Somebody whose only top-up is partly held for a seat when the gateway voids it. */
async function aDebtor(names: { firstName: string; lastName: string }) {
  const { deps, wompi } = site
  const ana = await aUser(deps, names)
  const { reference } = (await call(ana, '/payments/create', { amount: FUNDS })).data
  const transaction = wompi.open({ reference, amountInCents: FUNDS * 100 })
  wompi.settle(transaction, 'APPROVED')
  const balance = async () => (await call(ana, '/wallet/balance')).balance
  await expect.poll(balance, { timeout: 15_000 }).toBe(FUNDS)
  const trip = await aTrip(deps, { departsAt: addMs(deps.clock.now(), 9 * DAY_MS) })
  const { booking } = await bookSeat(deps, {
    passengerId: ana.userId,
    tripId: trip.tripId,
    fromStopId: trip.stop(BOGOTA),
    toStopId: trip.stop(CALI),
    seats: 1,
    paymentMode: 'billetera',
  })
  wompi.settle(transaction, 'VOIDED')
  const debt = () => debtOf(deps.db, ana.userId)
  await expect.poll(debt, { timeout: 15_000 }).toBe(booking.farePesos)
  return { ana, reference, owed: booking.farePesos }
}

it('a debt is shown with the way to pay it, and finance closes its case with a note', async () => {
  const names = { firstName: 'M'.repeat(33), lastName: 'Ñ'.repeat(32) }
  const { ana, reference, owed } = await aDebtor(names)
  const finance = await aUser(site.deps, { firstName: 'Jorge', roles: ['passenger', 'finance'] })

  const { page: wallet, assertClean } = await enter(ana)
  await wallet.goto('/wallet')
  await wallet.getByText('Tienes un saldo pendiente de').getByText(pesosText(owed)).waitFor()
  await wallet.getByRole('link', { name: /^Recargar \$/ }).click()
  const amount = wallet.getByLabel('Monto a recargar')
  const shown = async () => Number((await amount.inputValue()).replace(/\D/g, ''))
  await expect.poll(shown).toBe(owed)
  await wallet.getByRole('heading', { name: names.firstName }).waitFor()
  await shoot(wallet, 'debt')
  expect([await violations(wallet), await overflow(wallet)]).toEqual([[], 0])
  assertClean()

  const { page: desk, assertClean: deskClean } = await enter(finance)
  await desk.goto('/admin/payment-cases')
  await desk.getByRole('heading', { name: 'Recarga anulada después de gastada' }).waitFor()
  await desk.getByText(reference, { exact: true }).waitFor()
  await desk.getByRole('button', { name: 'Cerrar el caso' }).click()
  await desk.getByText(/Escribe al menos \d+ letras/).waitFor()
  await shoot(desk, 'case')
  expect([await violations(desk), await overflow(desk)]).toEqual([[], 0])
  const note = 'La persona acordó pagar lo que debe el viernes.'
  await desk.getByLabel('Qué se hizo').fill(note)
  await desk.getByRole('button', { name: 'Cerrar el caso' }).click()
  await desk.getByText('No hay casos aquí').waitFor()
  await desk.getByRole('button', { name: 'Resueltos' }).click()
  await desk.getByText(note).waitFor()
  await shoot(desk, 'case-closed')
  deskClean()
})
