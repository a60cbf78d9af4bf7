import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { violations } from './accessible.ts'
import { newPage, type WatchedPage, workerBrowser } from './browser.ts'
import { auditFindings } from './page-audits.ts'
import { shownBy } from './shown-screens.ts'

// Faults planted in a page: each checker must name its own, also those that do not run on every
// screen at every run.

let watched: WatchedPage

beforeAll(async () => {
  watched = await newPage(await workerBrowser())
})

async function write(body: string, style = ''): Promise<Page> {
  const { page } = watched
  const head = `<meta charset="utf-8"><title>Prueba</title><style>${style}</style>`
  await page.setContent(`<!doctype html><html lang="es"><head>${head}</head><body>${body}`)
  return page
}

async function found(body: string): Promise<string[]> {
  const page = await write(body)
  return [...(await violations(page)).map((each) => `axe ${each}`), ...(await auditFindings(page))]
}

const FINE = '<main><h1>Prueba</h1><p>Un texto.</p></main>'

it('finds nothing in a page without a fault', async () => {
  expect(await found(FINE)).toEqual([])
})

it.each([
  ['axe', 'a text that is too pale', '<p style="color:#ccc;background:#fff">Pálido</p>'],
  ['ibm', 'a list without an item', '<div role="list"><p>Suelto</p></div>'],
  ['own', 'a field with nothing but a placeholder', '<p><input type="text" placeholder="x"></p>'],
  ['own', 'a link to no place of the page', '<p><a href="#nada">Ir</a></p>'],
  ['html', 'an id that occurs twice', '<p id="dos">Uno</p><p id="dos">Dos</p>'],
])('finds by %s %s', async (checker, _fault, html) => {
  const findings = await found(FINE.replace('</main>', `${html}</main>`))
  expect(findings.filter((each) => each.startsWith(`${checker} `))).not.toEqual([])
})

const TEXT = '<main><h1 class="sm:big">Prueba</h1><p>Un texto.</p></main>'
const STYLE = `
  h1 { color: black }
  .sm\\:big { font-size: 20px }
  @media (min-width: 900px) { p { margin: 4px } }
  p:not(:last-child) { margin: 2px }
  @keyframes turn { to { opacity: 0 } }`

const digest = async (body: string, style: string) => shownBy(await write(body, style))

it.each([
  ['a text changes', 'Un texto', 'Otro texto', ''],
  ['an attribute changes', '<p>', '<p lang="en">', ''],
  ['a rule for an element changes', 'black', 'gray', ''],
  ['a rule of a class with a colon changes', '20px', '10px', ''],
  ['a rule of another width changes', '4px', '5px', ''],
  ['an animation changes', 'opacity: 0', 'opacity: 1', ''],
  ['a rule for a state is added', '', '', 'h1:hover { color: gray }'],
  ['a rule for the absence of a state is added', '', '', 'h1:not(:hover) { color: gray }'],
  ['a rule for a part of an element is added', '', '', ':where(p)::before { content: "a" }'],
])('shows something else when %s', async (_change, from, to, added) => {
  const before = await digest(TEXT, STYLE)
  const after = await digest(TEXT.replace(from, to), STYLE.replace(from, to) + added)
  expect(after).not.toBe(before)
})

it('shows the same with other ids, scripts, links, and rules for no element', async () => {
  const at = (n: number) =>
    [
      `<link rel="icon" href="/a${n}"><script>var n = ${n}</script>`,
      `<a id="b-0192f0c1-0000-7000-8000-00000000000${n}"></a>`,
    ].join('')
  const before = await digest(TEXT + at(1), STYLE)
  expect(
    await digest(TEXT + at(2), `${STYLE} .md\\:big { color: gray } i:hover { color: gray }`),
  ).toBe(before)
})
