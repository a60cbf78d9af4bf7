import type { BrowserContext, Route } from 'playwright-core'

/** Longest delay of a response in ms; no delay when it is not set. */
const DELAY_MAX_MS = Number(process.env.E2E_DELAY_MS ?? 0)

/**
 * With `E2E_DELAY_MS=400 npx vitest run --project e2e`, responses of the API and files of the app
 * are delayed, each by a random time. This finds dependencies on their order, in tests and on slow
 * networks.
 */
export async function delayAnswers(context: BrowserContext): Promise<void> {
  if (DELAY_MAX_MS > 0) await context.route(/\/(api|assets)\/(?!events)/, late)
}

async function late(route: Route): Promise<void> {
  await new Promise((done) => setTimeout(done, Math.random() * DELAY_MAX_MS))
  // The page may be closed by now.
  await route.fallback().catch(() => undefined)
}
