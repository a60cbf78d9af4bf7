import type { Page } from 'playwright-core'

/** Waits until the service worker is installed, with all files in its cache. */
export async function workerReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (!active || active.state === 'activated') return
    await new Promise((resolve) => active.addEventListener('statechange', resolve))
  })
}
