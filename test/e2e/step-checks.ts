// Counts what a person does on the screens, and checks the progress of a flow.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { SIZES, shoot } from './shots.ts'

/** Counts touches of the screen, and the characters that a person types. */
export function countActions(page: Page) {
  const taps: string[] = []
  let typed = 0
  return {
    taps,
    typed: () => typed,
    tap: async (target: Locator): Promise<void> => {
      taps.push(
        ((await target.getAttribute('aria-label')) ?? (await target.textContent()) ?? '').trim(),
      )
      await target.click()
    },
    type: async (label: string, text: string): Promise<void> => {
      typed += text.length
      await page.getByLabel(label).fill(text)
    },
  }
}

/** The progress keeps its height and its words whole on the narrowest phone with large text. */
export async function expectSteadySteps(page: Page): Promise<void> {
  const size = page.viewportSize() ?? SIZES.phone
  await page.setViewportSize({ width: 320, height: 740 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await page.getByText('Paso 1 de 2: Tus datos').waitFor()
  // The site's header is wider than this screen; only the page below it is measured.
  const main = page.getByRole('main')
  expect(await main.evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0)
  await shoot(page, 'book-steps-large')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
  await page.setViewportSize(size)
}

/** Height of the progress in CSS pixels. */
export const heightOfSteps = (page: Page) =>
  page
    .getByRole('list', { name: 'Pasos' })
    .locator('xpath=..')
    .evaluate((steps) => steps.getBoundingClientRect().height)

/** Number of bookings that this tab makes without another press once their money is there. */
export const countIntents = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => /^book-intent/.test(key)).length)
