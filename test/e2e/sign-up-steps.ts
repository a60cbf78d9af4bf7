import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Fills in part of the sign-up form. */
export async function beginForm(page: Page, email: string): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByText('Agregar más datos').click()
  await page.getByLabel('Tipo de identificación').selectOption('CE')
  await page.getByRole('checkbox').check()
}

/** Expects that the form still has the values of `beginForm`. */
export async function expectKept(page: Page, email: string): Promise<void> {
  await expect.poll(() => page.getByLabel('Correo electrónico').inputValue()).toBe(email)
  await expect.poll(() => page.getByLabel('Tipo de identificación').inputValue()).toBe('CE')
  await expect.poll(() => page.getByRole('checkbox').isChecked()).toBe(true)
}
