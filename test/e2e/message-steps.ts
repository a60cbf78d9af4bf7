// Steps on the screen of a conversation.
import type { Locator, Page } from 'playwright-core'

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
