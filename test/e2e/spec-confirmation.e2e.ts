import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { aFundedWallet, aUser, aVerifiedDriver, type TestUser } from '../factories.ts'
import { aTrip, BOGOTA, CALI } from '../trip-factories.ts'
import { workerBrowser } from './browser.ts'
import { openTestSite, type TestSite } from './site.ts'
import { startTopUp } from './top-up-steps.ts'
import { answer, count, enterAs, openVisit, stored, type Visit } from './visits.ts'

// spec-coverage §2, §4, §8: the page to which a payment returns.

const CONFIRM = '/payments/confirm-redirect'
const VALIDATE = '/payments/validate'
const REFUSED =
  'Pago rechazado o fallido. Tu saldo no ha sido modificado. Intenta con otro método de pago.'

let site: TestSite
let browser: Browser
let ana: TestUser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
  ana = await aUser(site.deps)
}, 120_000)

const payment = (status: string) => ({
  status,
  message: '',
  reference: 'CUPO-1',
  id: '1234567-1234567890-12345',
  transactionSeen: true,
  gatewayAnswered: true,
  method: 'CARD',
  amount: 50_000,
  updatedAt: '2026-11-20T13:00:00.000Z',
})

async function enter(): Promise<Visit> {
  const visit = await openVisit(browser, { site })
  await enterAs(visit.page, ana)
  return visit
}

const asked = async (status: string): Promise<Visit> => {
  const visit = await enter()
  await answer(visit.page, CONFIRM, { body: { payment: payment(status) } })
  await visit.page.goto('/confirmacion-pago?payment_return=true&reference=CUPO-1')
  return visit
}

const refreshes = (visit: Visit) =>
  visit.page.getByRole('button', { name: /Actualizar estado|Consultando/ }).count()

describe('the result page of a payment', () => {
  // covers: S2.37, S4.26, S4.27, S4.28, S4.30, S8.30, S8.32, S8.33
  it.each([
    ['PENDING', 'El banco confirma tu pago', /actualizará tu saldo automáticamente/, 1],
    ['APPROVED', 'Listo, pago aprobado', /tu saldo se actualizó automáticamente/, 0],
    ['DECLINED', 'Pago rechazado', REFUSED, 0],
    ['REJECTED', 'Pago rechazado', REFUSED, 0],
    ['FAILED', 'Pago rechazado', REFUSED, 0],
    ['VOIDED', 'Pago rechazado', REFUSED, 0],
    ['NUEVO', 'No pudimos confirmar el pago', 'Estado de transacción desconocido.', 0],
  ])('shows the result of a payment with the status %s', async (status, title, text, buttons) => {
    const visit = await asked(status)
    const { page, close } = visit
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByRole('main').getByText(text).first().waitFor()
    expect(await refreshes(visit)).toBe(buttons)
    await close()
  })

  // covers: S2.37, S4.26
  it('shows that a payment is being validated', async () => {
    const visit = await enter()
    const { page, close } = visit
    await page.route(`**/api${CONFIRM}`, () => {})
    await page.goto('/confirmacion-pago?reference=CUPO-1')
    await page.getByRole('heading', { level: 1, name: 'Validando tu pago' }).waitFor()
    expect(await refreshes(visit)).toBe(1)
    await close()
  })

  // covers: S2.36
  it('links from the result of a payment to the wallet and the home page', async () => {
    const { page, close } = await asked('APPROVED')
    const wallet = page.getByRole('link', { name: 'Ir a mi billetera' })
    await expect.poll(() => wallet.getAttribute('href')).toBe('/wallet?payment_return=true')
    const home = page.getByRole('link', { name: 'Volver al inicio' })
    await expect.poll(() => home.getAttribute('href')).toBe('/')
    await close()
  })

  // covers: S2.34
  it.each(['/confirmacion-pago', '/Confirmacion/Pago'])('shows the payment at %s', async (path) => {
    const { page, close } = await enter()
    await answer(page, CONFIRM, { body: { payment: payment('APPROVED') } })
    await page.goto(`${path}?reference=CUPO-1`)
    await page.getByRole('heading', { level: 1, name: 'Pago aprobado' }).waitFor()
    await close()
  })
})

describe('the result page when the payment cannot be read', () => {
  // covers: S4.31, S8.27
  it('reports that a return from a payment names no transaction', async () => {
    const { page, close } = await enter()
    await page.goto('/confirmacion-pago')
    const text = 'No se pudo identificar la transacción. Por favor, verifica tu billetera...'
    await page.getByText(text).waitFor()
    await close()
  })

  // covers: S8.28
  it('reports a problem when the status of a payment cannot be read', async () => {
    const { page, close } = await enter()
    await answer(page, CONFIRM, { status: 403, body: { error: 'No.', code: 'forbidden' } })
    await page.goto('/confirmacion-pago?reference=CUPO-1')
    await page.getByText('Hubo un problema confirmando el estado del pago.').waitFor()
    await close()
  })

  // covers: S4.32, S8.29
  it('reports an error when the server does not answer about a payment', async () => {
    const { page, close } = await enter()
    await answer(page, CONFIRM, null)
    await page.goto('/confirmacion-pago?reference=CUPO-1')
    await page.getByText('Hubo un error al verificar el estado del pago.').waitFor()
    await close()
  })

  // covers: S8.31
  it.each(['id', 'transaction_id'])('reports an unknown %s as not confirmed', async (name) => {
    const { page, close } = await enter()
    await answer(page, VALIDATE, { body: { success: false, error: null, transaction: null } })
    await page.goto(`/confirmacion-pago?${name}=1234567-1234567890-12345`)
    await page.getByText('No se pudo confirmar el estado del pago.').waitFor()
    await close()
  })

  // covers: S4.29
  it('shows a validated payment with the status ERROR as rejected', async () => {
    const { page, close } = await enter()
    await answer(page, VALIDATE, {
      body: { success: true, error: null, transaction: payment('ERROR') },
    })
    await page.goto('/confirmacion-pago?id=1234567-1234567890-12345')
    await page.getByText(REFUSED).waitFor()
    await close()
  })
})

// covers: S3.17, S4.33
it('stores a pending payment, validates it on refresh and deletes it when decided', async () => {
  const visit = await asked('PENDING')
  const { page, close } = visit
  await page.getByRole('heading', { level: 1, name: 'El banco confirma tu pago' }).waitFor()
  await expect.poll(() => stored(page, 'pending_transaction_id')).toBe('1234567-1234567890-12345')
  expect(await stored(page, 'pending_transaction_user_id')).toBe(ana.userId)

  const bodies: unknown[] = []
  await page.route(`**/api${VALIDATE}`, (route) => {
    bodies.push(route.request().postDataJSON())
    return route.fulfill({
      json: { success: true, error: null, transaction: payment('APPROVED') },
    })
  })
  await page.goto('/confirmacion-pago')
  await page.getByRole('heading', { level: 1, name: 'Pago aprobado' }).waitFor()
  expect(bodies[0]).toEqual({ transactionId: '1234567-1234567890-12345', userId: ana.userId })
  expect(count(visit, `POST ${VALIDATE}`)).toBe(1)
  await expect.poll(() => stored(page, 'pending_transaction_id')).toBeNull()
  expect(await stored(page, 'pending_transaction_user_id')).toBeNull()
  await close()
})

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
  await page.getByText('No vemos un pago todavía').waitFor()
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
