// Checkers beside axe, and what each of them calls an error: docs/decisions/0054.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { HtmlValidate } from 'html-validate'
import type { Page } from 'playwright-core'

const require = createRequire(import.meta.url)
const aceSource = readFileSync(require.resolve('accessibility-checker-engine/ace.js'), 'utf8')
// Its rule for `autocomplete` asks for messages by another spelling than they have, and throws.
const codesniffer = readFileSync(
  require.resolve('html_codesniffer/build/HTMLCS.js'),
  'utf8',
).replaceAll('InvalidAutocomplete_', 'InvalidAutoComplete_')

const markup = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // A combobox that takes text is no `<select>`, and the buttons of a map are its library's.
    'prefer-native-element': 'off',
    // A picture or a video may have a name (ARIA in HTML).
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
  },
})

/** Set by `npm run audit:a11y`: the two slow engines look at every screen, too. */
export const ALL_ENGINES = process.env.PAGE_AUDITS === 'all'

/** Everything that is wrong with the page as it is now, one line each. */
export async function auditFindings(page: Page): Promise<string[]> {
  return [
    ...(ALL_ENGINES ? await aceFindings(page) : []),
    ...(ALL_ENGINES ? await codesnifferFindings(page) : []),
    ...(await markupFindings(await page.content())),
  ].map((finding) => finding.replace(/\s+/g, ' '))
}

type AceResult = { rule: string; message: string; snippet: string }

/** IBM's accessibility-checker-engine: rules that failed, those beyond WCAG too. */
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

/** HTML_CodeSniffer: its errors. */
async function codesnifferFindings(page: Page): Promise<string[]> {
  await page.evaluate(codesniffer)
  return (await page.evaluate(
    `new Promise((resolve, reject) => HTMLCS.process('WCAG2AA', document, () => resolve(
      HTMLCS.getMessages()
        .filter(({ type }) => type === HTMLCS.ERROR)
        .map(({ code, msg, element }) =>
          'htmlcs ' + code + ': ' + msg + ' ' + element.outerHTML.slice(0, 160))), reject))`,
  )) as string[]
}

/** html-validate, over the document as it stands after the scripts ran. */
async function markupFindings(html: string): Promise<string[]> {
  const { results } = await markup.validateString(html)
  const messages = results.flatMap((result) => result.messages)
  return messages.map(({ ruleId, message, selector }) => `html ${ruleId}: ${message} ${selector}`)
}
