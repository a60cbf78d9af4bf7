import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)
/** Only violations are reported in full: the other results would take a third of the time. */
const OPTIONS = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
  // Copies of the style sheets are for a rule that is not run.
  preload: { assets: ['media'] },
}

type Finding = { id: string; nodes: { html: string }[] }

/** Returns the violations of the accessibility rules in the current page. */
export async function violations(page: Page): Promise<string[]> {
  // Makes sticky bars static during the check: a control that is partly below one would count as
  // too small, although it can be scrolled into view.
  const place = (position: string) =>
    page.evaluate((value) => {
      for (const bar of document.querySelectorAll<HTMLElement>('[data-phone-bar], .sticky'))
        bar.style.position = value
    }, position)
  await place('static')
  try {
    return await run(page)
  } finally {
    await place('')
  }
}

/**
 * Waits a frame for transitions: after a change of colours an element keeps its old colours for one
 * frame. With reduced motion its transition lasts 0.01 ms, but starts with the next frame.
 */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = document.getAnimations().filter((each) => each instanceof CSSTransition)
    await Promise.allSettled(running.map(({ finished }) => finished))
  })
}

async function run(page: Page): Promise<string[]> {
  await settled(page)
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource)
  const found = (await page.evaluate(
    `axe.run(document, ${JSON.stringify(OPTIONS)}).then((result) => result.violations)`,
  )) as Finding[]
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)
}

/** Returns the number of pixels by which the page is wider than its window. */
export async function overflow(page: Page): Promise<number> {
  const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  return Number(await page.evaluate(wide))
}

/** Expects that the result of an action is announced, focused and in the viewport. */
export async function expectResult(page: Page, text: string | RegExp): Promise<void> {
  const box = page.getByRole('status').filter({ hasText: text }).first()
  await box.waitFor()
  await expect.poll(() => box.evaluate((shown) => shown === document.activeElement)).toBe(true)
  const { top, height } = await box.evaluate((shown) => {
    return { top: shown.getBoundingClientRect().top, height: window.innerHeight }
  })
  expect(top).toBeGreaterThanOrEqual(0)
  expect(top).toBeLessThan(height)
}
