// A second charge and an unreported void, found by finance and decided by two people.

import Fastify from 'fastify'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { createWompiSandbox, MOUNT, type WompiControl } from '#sandbox/wompi/wompi-sandbox.ts'
import { findDebt } from '#server/modules/bank/ledger/index.ts'
import { settleReference } from '#server/modules/money/payments/index.ts'
import { bookSeat } from '#server/modules/travel/bookings/index.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { atEnd } from '../at-end.ts'
import { asOwner } from '../db.ts'
import { aUser, freshToken, type TestUser } from '../factories.ts'
import { aTrip, BOGOTA, CALI } from '../trip-factories.ts'
import { overflow, violations } from './accessible.ts'
import { SIZES, shoot } from './shots.ts'
import type { TestSite } from './site.ts'
import { enterAs, openVisit } from './visits.ts'

const PESOS = 60_000

/** A gateway with the test's clock, so that payments are two hours old when they are compared. */
async function openGateway({ deps, url }: TestSite): Promise<WompiControl> {
  const sandbox = createWompiSandbox({
    keys: deps.secrets.wompi,
    webhookUrl: `${url}/webhooks/wompi`,
    clock: deps.clock,
    autoDeliver: false,
  })
  const server = Fastify()
  await server.register(sandbox.plugin)
  const origin = await server.listen({ port: 0, host: '127.0.0.1' })
  deps.urls.gatewayApi = `${origin}${MOUNT}/v1`
  atEnd(async () => {
    await server.close()
    await sandbox.close()
  })
  return sandbox.control
}

/** Prepares a top-up; returns its reference. */
async function topUp({ url, deps }: TestSite, who: TestUser, amount: number): Promise<string> {
  const token = await freshToken(deps, who)
  const answer = await fetch(`${url}/api/payments/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount }),
  })
  return ((await answer.json()) as { data: { reference: string } }).data.reference
}

const DEBTOR_PESOS = 200_000

/** Creates a person whose only top-up is partly held for a seat when the gateway voids it. */
export async function aDebtor(site: TestSite, names: { firstName: string; lastName: string }) {
  const { deps, wompi } = site
  const ana = await aUser(deps, names)
  const reference = await topUp(site, ana, DEBTOR_PESOS)
  const transaction = wompi.open({ reference, amountInCents: DEBTOR_PESOS * 100 })
  wompi.settle(transaction, 'APPROVED')
  const balance = () => balanceOf(site, ana)
  await expect.poll(balance, { timeout: 15_000 }).toBe(DEBTOR_PESOS)
  const trip = await aTrip(deps, { departsAt: addMs(deps.clock.now(), 9 * DAY_MS) })
  const { booking } = await bookSeat(deps, ana, {
    tripId: trip.tripId,
    fromStopId: trip.stop(BOGOTA),
    toStopId: trip.stop(CALI),
    seats: 1,
    paymentMode: 'billetera',
  })
  wompi.settle(transaction, 'VOIDED')
  const debt = () => findDebt(deps.db, ana.userId)
  await expect.poll(debt, { timeout: 15_000 }).toBe(booking.farePesos)
  return { ana, reference, owed: booking.farePesos }
}

/** Makes a credited top-up; returns functions that pay it again and void it without an event. */
async function credited(site: TestSite, gateway: WompiControl, who: TestUser) {
  const reference = await topUp(site, who, PESOS)
  const pay = () => {
    const opened = { reference, amountInCents: PESOS * 100, delivery: 'none' } as const
    const id = gateway.open(opened)
    gateway.settle(id, 'APPROVED')
    return id
  }
  const first = pay()
  await settleReference(site.deps, reference)
  // Prevents the job from checking the payment again.
  const never = "update payments set next_check_at = 'infinity' where reference = $1"
  await asOwner(site.deps.databaseUrl, never, [reference])
  return { pay, void: () => gateway.settle(first, 'VOIDED') }
}

async function balanceOf({ url, deps }: TestSite, who: TestUser): Promise<number> {
  const headers = { authorization: `Bearer ${await freshToken(deps, who)}` }
  const answer = await fetch(`${url}/api/wallet/balance`, { headers })
  return ((await answer.json()) as { balance: number }).balance
}

const isSound = async (page: Page) =>
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])

const TWICE = 'Segundo cobro sin registrar'
const VOIDED = 'Anulación que no llegó'

async function decide(page: Page, title: string, word: string, note: string): Promise<void> {
  await page.goto('/admin/payment-cases')
  await page.getByRole('link', { name: new RegExp(`^${title}`) }).click()
  const card = page.getByRole('article', { name: title })
  await card.getByLabel('Qué se hizo').fill(note)
  await card.getByRole('button', { name: word }).click()
}

/**
 * One person finds both cases and proposes, is refused as confirmer, and another person confirms
 * both.
 */
export async function playReconciliation(site: TestSite, browser: Browser): Promise<void> {
  const { deps } = site
  const gateway = await openGateway(site)
  const names = { firstName: 'M'.repeat(33), lastName: 'Ñ'.repeat(32) }
  const [twice, voided] = [await aUser(deps, names), await aUser(deps)]
  const second = await credited(site, gateway, twice)
  const lost = await credited(site, gateway, voided)
  second.pay()
  lost.void()
  deps.clock.advance(2 * HOUR_MS)
  const enter = async (firstName: string, role: 'finance' | 'admin') => {
    const visit = await openVisit(browser, { ...SIZES.phone, site })
    await enterAs(visit.page, await aUser(deps, { firstName, roles: ['passenger', role] }))
    await visit.page.clock.setFixedTime(deps.clock.now())
    return visit
  }
  const jorge = await enter('Jorge', 'finance')
  const desk = jorge.page
  await desk.goto('/admin/payment-cases')
  await desk.getByRole('link', { name: 'Conciliar y comparar extractos' }).click()
  await desk.getByRole('button', { name: 'Conciliar los últimos 7 días' }).click()
  await desk.getByText(/2 casos nuevos/).waitFor()
  await shoot(desk, 'reconciled')
  await isSound(desk)
  await decide(desk, TWICE, 'Proponer', 'Está dos veces en el tablero.')
  await desk.getByRole('article', { name: TWICE }).getByText('Falta que otra persona').waitFor()
  await decide(desk, VOIDED, 'Proponer', 'El tablero la muestra anulada.')
  await desk.getByRole('article', { name: VOIDED }).getByText('Falta que otra persona').waitFor()
  await expect.poll(() => desk.getByRole('button', { name: 'Confirmar y aplicar' }).count()).toBe(0)
  await shoot(desk, 'case-proposed')
  await isSound(desk)
  expect([await balanceOf(site, twice), await balanceOf(site, voided)]).toEqual([PESOS, PESOS])

  const marta = await enter('Marta', 'finance')
  const other = marta.page
  await decide(other, VOIDED, 'Confirmar y aplicar', 'Lo mismo veo yo.')
  await other.getByRole('article', { name: VOIDED }).waitFor({ state: 'detached' })
  await decide(other, TWICE, 'Confirmar y aplicar', 'Lo mismo veo yo.')
  // The double charge remains to be returned, as its separate case says.
  await other.getByRole('article', { name: 'Cobro repetido' }).waitFor()
  expect([await balanceOf(site, twice), await balanceOf(site, voided)]).toEqual([PESOS, 0])
  await other.goto('/admin/months')
  await other.getByText('El mes todavía no termina.').waitFor()
  await shoot(other, 'months-open')
  await isSound(other)
  await readTrail(await enter('Amalia', 'admin'))
  jorge.assertClean()
  marta.assertClean()
}

/**
 * An admin reads the audit trail of a day, with the people who decided about money, also as a file.
 */
async function readTrail({ page, assertClean }: Awaited<ReturnType<typeof openVisit>>) {
  await page.goto('/admin/audit?accion=payment_case.confirmed')
  const lines = page.getByRole('listitem').filter({ hasText: 'Confirmó una propuesta' })
  await lines.first().waitFor()
  await expect.poll(() => lines.filter({ hasText: 'Lo mismo veo yo.' }).count()).toBe(2)
  await shoot(page, 'audit-money')
  await isSound(page)
  await page.getByRole('button', { name: 'Descargar CSV' }).click()
  await page.getByLabel('Motivo').fill('Lo pide la Superintendencia.')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^auditoria-.*\.csv$/)
  assertClean()
}
