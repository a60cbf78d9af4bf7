// Checkers in addition to axe, and the findings that count as errors: docs/decisions/0051.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { HtmlValidate } from 'html-validate'
import type { Page } from 'playwright-core'

const require = createRequire(import.meta.url)
const aceSource = readFileSync(require.resolve('accessibility-checker-engine/ace.js'), 'utf8')

const markup = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // Exceptions: a combobox with text input cannot be a `<select>`, and the buttons of a map
    // belong to its library.
    'prefer-native-element': 'off',
    // A picture or a video may have a name (ARIA in HTML).
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
  },
})

/** Set by `npm run audit:a11y`: all checkers check every screen. */
export const ALL_SCREENS = process.env.PAGE_AUDITS === 'all'

/** Returns every problem that the checkers besides axe find in the current page, one line each. */
export async function auditFindings(page: Page): Promise<string[]> {
  return [
    ...(await aceFindings(page)),
    ...(await ownFindings(page)),
    ...(await markupFindings(await page.content())),
  ].map((finding) => finding.replace(/\s+/g, ' '))
}

type AceResult = { rule: string; message: string; snippet: string }

/** Findings of IBM's accessibility-checker-engine, including rules beyond WCAG. */
async function aceFindings(page: Page): Promise<string[]> {
  await page.evaluate(aceSource)
  const failed = (await page.evaluate(
    `new ace.Checker().check(document, ['WCAG_2_2', 'IBM_Accessibility']).then(({ results }) =>
      results
        .filter(({ value }) => value[1] === 'FAIL')
        .map(({ ruleId, message, snippet }) => ({ rule: ruleId, message, snippet })))`,
  )) as AceResult[]
  return failed.map(({ rule, message, snippet }) => `ibm ${rule}: ${message} ${snippet}`)
}

/** Faults that no engine finds: a link to no place of the page, a field without a name. */
async function ownFindings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = <Found extends Element>(selector: string) => [
      ...document.querySelectorAll<Found>(selector),
    ]
    const isNamed = (field: HTMLInputElement) =>
      (field.labels?.length ?? 0) > 0 || field.matches('[aria-label], [aria-labelledby], [title]')
    const unnamed = all<HTMLInputElement>('input:not([type=hidden]), textarea, select').filter(
      (field) =>
        !isNamed(field) && field.checkVisibility() && !field.closest('[aria-hidden="true"]'),
    )
    const lost = all<HTMLAnchorElement>('a[href^="#"]:not([href="#"])').filter(
      ({ hash }) => !document.getElementById(decodeURIComponent(hash.slice(1))),
    )
    return [...unnamed, ...lost].map((each) => `own ${each.outerHTML.slice(0, 160)}`)
  })
}

/** Findings of html-validate for the document after its scripts have run. */
async function markupFindings(html: string): Promise<string[]> {
  const { results } = await markup.validateString(html)
  const messages = results.flatMap((result) => result.messages)
  return messages.map(({ ruleId, message, selector }) => `html ${ruleId}: ${message} ${selector}`)
}
