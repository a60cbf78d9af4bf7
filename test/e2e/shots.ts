import type { Page } from 'playwright-core'

export const SIZES = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 800 } }

/**
 * Takes screenshots in both sizes, light and dark, into the folder of `E2E_SHOTS`, for review by a
 * person. Afterwards the page has the phone size and the light theme again.
 */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_SHOTS
  if (!folder) return
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      const path = `${folder}/${name}-${size}-${colorScheme}.png`
      await page.screenshot({ path, fullPage: true })
    }
  }
  await page.setViewportSize(SIZES.phone)
  await page.emulateMedia({ colorScheme: 'light' })
}
