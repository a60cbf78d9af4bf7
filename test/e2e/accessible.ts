import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

type Finding = { id: string; nodes: { html: string }[] }

/** What the page does against the accessibility rules, as it is now. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  const found = (await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(TAGS)} }).then((result) => result.violations)`,
  )) as Finding[]
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)
}

/** By how many pixels the page is wider than its window. */
export async function overflow(page: Page): Promise<number> {
  const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  return Number(await page.evaluate(wide))
}
