// Changes that a passenger makes to an existing booking.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectResult, overflow, violations } from './accessible.ts'
import { shoot } from './shots.ts'

/** Value of the option that names a place, also of one that the driver did not declare. */
export async function optionOf(page: Page, place: string): Promise<string> {
  const more = page.getByRole('button', { name: 'Subir o bajar en otro lugar de la vía' })
  if (await more.isVisible()) await more.click()
  const options = page.getByLabel('Bajas en').locator('option')
  return (await options.filter({ hasText: place }).getAttribute('value')) ?? ''
}

/** Opens a row of a ticket, such as "Tu reserva". */
export async function openRow(page: Page, text: string): Promise<void> {
  const row = page.locator('details').filter({ has: page.locator('summary', { hasText: text }) })
  await row.waitFor()
  if ((await row.getAttribute('open')) === null) await row.locator('summary').first().click()
}

/** The ticket has one line of actions, and its code is whole with large text. */
export async function expectTicket(page: Page): Promise<void> {
  for (const name of ['Escribir al conductor', 'Compartir']) {
    await page.getByRole('button', { name, exact: true }).waitFor()
  }
  await openRow(page, 'QR y código')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const code = page.getByText('dicta este código').locator('xpath=following-sibling::p[1]')
  // The ticket cuts what is wider than its edge.
  const cut = await code.evaluate((text) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    const edge = text.closest('details')?.getBoundingClientRect()
    const { left, right } = range.getBoundingClientRect()
    return !edge || left < edge.left || right > edge.right || range.getClientRects().length > 1
  })
  expect([cut, await overflow(page)]).toEqual([false, 0])
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
}

/** Changes the segment after the booking: first shows its price, then the result with the focus. */
export async function changeSegment(page: Page, place: string, says: RegExp): Promise<void> {
  await openRow(page, 'Tu reserva')
  await page.getByRole('button', { name: 'Cambiar tramo' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Elige otro lugar para subir o bajar.').waitFor()
  await expect
    .poll(() => dialog.getByRole('button', { name: 'Cambiar mi tramo' }).isDisabled())
    .toBe(true)
  await dialog.getByLabel('Bajas en').selectOption(await optionOf(page, place))
  await dialog.getByText(says).waitFor()
  expect(await violations(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await shoot(page, 'booking-segment')
  await dialog.getByRole('button', { name: 'Cambiar mi tramo' }).click()
  await expectResult(page, 'Cambiaste tu tramo')
  await page
    .getByRole('region', { name: 'Ahora' })
    .getByText(new RegExp(`Bogotá.*${place}`))
    .waitFor()
}

/** Changes the meeting point after the booking; the screen shows the result. */
export async function changeMeeting(page: Page): Promise<void> {
  await openRow(page, 'el punto de encuentro')
  const getsOff = page.getByRole('group', { name: '¿Dónde te bajas?' })
  await getsOff.getByRole('radio', { name: /Unicentro/ }).check()
  await page.getByRole('button', { name: 'Guardar punto de encuentro' }).click()
  await expectResult(page, 'Cambiaste el punto de encuentro')
  await openRow(page, 'Tu reserva')
  await page.getByText('Centro comercial Unicentro').first().waitFor()
}
