import type { Page } from 'playwright-core'
import { pesosText } from './people.ts'

/**
 * Keeps the seat, pays the missing amount at the checkout, and returns; then the seat is booked,
 * without another press.
 */
export async function topUpAndBook(page: Page, missing: number): Promise<void> {
  await startTopUp(page, missing)
  await page.getByRole('button', { name: 'Aprobar pago' }).click()
  await page.waitForURL(/\/book\?/)
}

export async function startTopUp(page: Page, missing: number): Promise<void> {
  const amount = pesosText(missing).source
  await page.getByText(/^Te faltan/).waitFor()
  await page.getByRole('button', { name: new RegExp(`^Recargar ${amount} y`) }).click()
  await page.waitForURL(/\/sandbox\/wompi\/p/)
}

/**
 * Pays at a bank that does not confirm yet, and goes back to the booking before the server has
 * queried the gateway. Returns the payment's reference.
 */
export async function leaveEarly(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Recargar/ }).click()
  await page.waitForURL(/\/sandbox\/wompi\/p/)
  const reference = new URL(page.url()).searchParams.get('reference') ?? ''
  const confirming = page.waitForRequest(/confirm-redirect/)
  const left = Promise.withResolvers<void>()
  await page.route(/confirm-redirect/, async (route) => {
    await left.promise
    await route.continue().catch(() => undefined)
  })
  await page.getByRole('button', { name: 'Dejar pendiente' }).click()
  await page.waitForURL(/\/confirmacion-pago/)
  await confirming
  await page.getByRole('link', { name: 'Volver a tu reserva' }).click()
  await page.waitForURL(/\/book\?/)
  left.resolve()
  return reference
}
