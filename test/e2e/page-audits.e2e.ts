import { beforeAll, expect, it } from 'vitest'
import { violations } from './accessible.ts'
import { newPage, type WatchedPage, workerBrowser } from './browser.ts'
import { auditFindings } from './page-audits.ts'

// Faults planted in a page: each checker must name its own, also those that do not run on every
// screen at every run.

let watched: WatchedPage

beforeAll(async () => {
  watched = await newPage(await workerBrowser())
})

async function found(body: string): Promise<string[]> {
  const { page } = watched
  const head = '<meta charset="utf-8"><title>Prueba</title>'
  await page.setContent(`<!doctype html><html lang="es"><head>${head}</head><body>${body}`)
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
