// `npm run dev` without its server: the page of all components, as who changes one opens it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '#test/free-port.ts'
import { launchBrowser, networkQuiet, newPage } from './browser.ts'
import { shoot } from './shots.ts'
import { waitFor } from './wait-for.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PROGRAM = 'node_modules/@react-router/dev/bin.cjs'

let vite: ChildProcess
let browser: Browser
let baseURL: string

beforeAll(async () => {
  const port = await freePort()
  baseURL = `http://localhost:${port}`
  const args = [PROGRAM, 'dev', '--port', String(port), '--strictPort']
  const env = { ...process.env, NODE_ENV: 'development' }
  vite = spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'ignore' })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  const ended = once(vite, 'exit')
  vite.kill('SIGTERM')
  await ended
})

it('shows every component, in a window of 320 px too', async () => {
  const { page, assertClean } = await newPage(browser, { baseURL })
  await waitFor('Vite answers', async () => {
    const answer = await fetch(baseURL).catch(() => undefined)
    return answer?.ok || undefined
  })
  await page.goto('/dev/ui')
  await page.getByText('Se muestra cuando la página responde.').waitFor()
  await networkQuiet(page)
  await shoot(page, 'dev-ui')
  await page.setViewportSize({ width: 320, height: 740 })
  const tooWide = await page.evaluate(() =>
    [...document.querySelectorAll('section')]
      .filter((section) => section.scrollWidth > document.documentElement.clientWidth)
      .map((section) => section.getAttribute('aria-label')),
  )
  expect(tooWide).toEqual([])
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Conservar' }).click()
  assertClean()
})
