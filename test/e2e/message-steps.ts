// Steps on the screen of a conversation.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { UNDO_SECONDS } from '#contract/limits.ts'
import { asOwner } from '../db.ts'
import type { TestSite } from './site.ts'

export async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Escribe un mensaje' }).fill(text)
  await page.getByRole('button', { name: 'Enviar' }).click()
}

export const log = (page: Page): Locator => page.getByRole('log', { name: 'Mensajes' })

export const message = (page: Page, text: string): Locator =>
  log(page).getByText(text, { exact: true })

/** The passenger proposes a safe point with one press; the driver accepts it with the second. */
export async function agreeOnPoint(
  page: Page,
  driverPage: Page,
  look: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  const strip = page.getByRole('region', { name: 'Encuentro' })
  await strip.getByText('punto por acordar').waitFor()
  const points = page.getByRole('list', { name: 'Puntos seguros en Bogotá' })
  await points.getByRole('button').first().waitFor()
  await look(page, 'conversation-points')
  const first = (await points.getByRole('button').first().textContent()) ?? ''
  await points.getByRole('button').first().click()
  await page.getByText(/^Le toca responder a/).waitFor()
  await look(page, 'conversation-proposed')

  const card = driverPage.getByRole('article', { name: /^Punto propuesto:/ })
  const name = (await card.getByRole('heading').textContent()) ?? ''
  if (!first.includes(name)) throw new Error(`${first} is not ${name}`)
  await card.getByText(/^Al aceptar, su tiquete y tu hoja de ruta cambian/).waitFor()
  await look(driverPage, 'conversation-proposal')
  await card.getByRole('button', { name: 'Me sirve' }).click()
  await card.getByText('Quedaron en este punto.').waitFor()
  // The other screen and the ticket follow by themselves.
  await page.getByText('Quedaron en este punto.').waitFor()
  await strip.getByText(name).waitFor()
  await look(page, 'conversation-point')
}

/** Lets the 30 seconds pass in which an answer of the team can be taken back. */
export async function answersLeave({ deps }: TestSite, desk: Page): Promise<void> {
  await desk.getByRole('button', { name: 'Deshacer' }).waitFor()
  deps.clock.advance(UNDO_SECONDS * 1_000)
  const held = `select 1 from support_messages where kind = 'held'`
  await expect.poll(async () => (await asOwner(deps.databaseUrl, held)).rowCount).toBe(0)
  await desk.clock.setFixedTime(deps.clock.now())
  await desk.reload()
}
