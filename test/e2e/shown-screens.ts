// The checkers of the rendered page run for screens that show something else than when they passed.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const LIST = join(import.meta.dirname, 'shown-screens.json')

/** Digests, with spaces between, of what each screen showed in each size when it last passed. */
export type Shown = Record<string, string>

/** Texts that differ between two runs of the same code, each with its replacement. */
const OF_A_RUN: readonly [RegExp, string][] = [
  // Scripts and links name built files; the scripts of a page contain its data.
  [/<(script|style)\b[\s\S]*?<\/\1>|<link\b[^>]*>/g, ''],
  // A checker that changed a style leaves the empty attribute.
  [/ style=""/g, ''],
  [/localhost:\d+/g, 'localhost'],
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id'],
  // Codes, counts and times in texts: only their width matters.
  [/CUPO-[0-9A-Za-z-]+(?=[^<>]*<)|\d(?=[^<>]*<)/g, '0'],
  // React counts them in the order in which parts are shown.
  [/\b_r_[0-9a-z]+_/g, 'id'],
  // Badges count what is unread, which depends on the screens that were opened before.
  [/<span data-waiting=[^>]*>[^<]*(?:<span[^>]*>[^<]*<\/span>)?<\/span>/g, ''],
]

/** The HTML of a page without what differs between two runs of the same code. */
function steadyHtml(html: string): string {
  return OF_A_RUN.reduce((text, [pattern, stand]) => text.replaceAll(pattern, stand), html)
}

/** Files of the checkers: a new rule is tried on every screen. */
const CHECKERS = [
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  ...[
    'accessible.ts',
    'crowding.ts',
    'cut-texts.ts',
    'folds.ts',
    'raw-keys.ts',
    'screen-checks.ts',
  ].map((name) => join(import.meta.dirname, name)),
]
const checkers = digestOf(...CHECKERS.map((path) => readFileSync(path, 'utf8')))

function digestOf(...texts: string[]): string {
  return createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16)
}

/** Digest of the page's elements, of all style rules that can apply to one, and of the checkers. */
export async function shownBy(page: Page): Promise<string> {
  const { html, rules } = await page.evaluate(visible)
  return digestOf(steadyHtml(html), rules, checkers)
}

/** Runs in the page. */
function visible(): { html: string; rules: string } {
  // States, and parts of elements: a rule for one can apply to the element at another moment.
  const state =
    '(?<!\\\\)::?(?!(?:root|host|empty|(?:first|last|only|nth)-[a-z-]+|not|is|where|has)\\b)[a-z-]+'
  const always = ':not(#_)'
  const isUsed = (selector: string) => {
    if (new RegExp(`:not\\([^()]*${state}`).test(selector)) return true
    try {
      return document.querySelector(selector.replaceAll(new RegExp(state, 'g'), always)) !== null
    } catch {
      return true
    }
  }
  const used = (rule: CSSRule): string => {
    if (rule instanceof CSSStyleRule) return isUsed(rule.selectorText) ? rule.cssText : ''
    if (!(rule instanceof CSSGroupingRule)) return rule.cssText
    const inside = [...rule.cssRules].map(used).join('')
    return inside && `${rule.cssText.slice(0, rule.cssText.indexOf('{'))}{${inside}}`
  }
  const sheets = [...document.styleSheets, ...document.adoptedStyleSheets]
  return {
    html: document.documentElement.outerHTML,
    rules: sheets.flatMap((sheet) => [...sheet.cssRules].map(used).filter(Boolean)).join('\n'),
  }
}

export function readShown(): Shown {
  return JSON.parse(readFileSync(LIST, 'utf8'))
}

export function writeShown(shown: Shown): void {
  const sorted = Object.entries(shown).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(LIST, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}
