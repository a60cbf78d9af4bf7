// Steps on the screen of a conversation.
import type { Locator, Page } from 'playwright-core'

export async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Escribe un mensaje' }).fill(text)
  await page.getByRole('button', { name: 'Enviar' }).click()
}

export const log = (page: Page): Locator => page.getByRole('log', { name: 'Mensajes' })

export const message = (page: Page, text: string): Locator =>
  log(page).getByText(text, { exact: true })
