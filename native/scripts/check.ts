import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { withDemoServer } from '../../scripts/demo-server.ts'
import { ROOT, runNode, say } from '../../scripts/project.ts'
import { DEMO_PASSWORD, passengers } from '../../server/demo/people.ts'
import { readCommand } from '../../server/platform/command.ts'
import { launchBrowser } from '../../test/e2e/browser.ts'
import { shoot } from '../../test/e2e/shots.ts'
import packageJson from '../package.json' with { type: 'json' }
import { contentType, fileOf, serveApp } from './app-server.ts'

readCommand({
  call: 'node native/scripts/check.ts',
  about:
    "Runs the app's bundle in Chromium, from the app's own origin, against a server on another " +
    'one: signs in, finds trips, opens a ticket, and opens it again without a network.',
})

const WWW = join(ROOT, 'native/www')
const APP = 'https://localhost'
const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Version/4.0 Chrome/140.0 Mobile Safari/537.36 CupoApp/1.0'
const PATIENCE_MS = 20_000

await withDemoServer(async (site) => {
  await bundleFor(site)
  const server = await serveApp(WWW)
  const browser = await launchBrowser([
    `--host-resolver-rules=MAP localhost:443 127.0.0.1:${server.port}`,
  ])
  try {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      locale: 'es-CO',
      timezoneId: 'America/Bogota',
      userAgent: PHONE,
      ignoreHTTPSErrors: true,
    })
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    const problems = watch(page)
    await signIn(page)
    const ticket = await openTicket(page)
    assert.deepEqual(problems, [])
    assert.equal((await context.cookies()).length, 0, 'the app has no cookies')
    const stored = await page.evaluate(() => Object.keys(localStorage))
    assert.ok(!stored.includes('auth_token') && !stored.includes('refresh_token'))

    // Files of the app come from the folder, also offline: the interception replaces Capacitor's
    // reading from the phone.
    await context.route(`${APP}/**`, async (route) => {
      const path = fileOf(WWW, route.request().url().slice(APP.length))
      if (path === null) return await route.fulfill({ status: 404 })
      await route.fulfill({ body: readFileSync(path), contentType: contentType(path) })
    })
    await context.setOffline(true)
    await page.close()
    const restarted = await context.newPage()
    restarted.setDefaultTimeout(PATIENCE_MS)
    await restarted.goto(APP + ticket.path)
    await restarted.getByText('Tiquete guardado en este dispositivo').waitFor()
    assert.equal(await restarted.getByRole('img', { name: /QR/ }).innerHTML(), ticket.qr)
    await context.setOffline(false)
    await checkUpdate(context, restarted, site, ticket)
    say('the app signs in, finds trips, shows a ticket, and shows it again without a network')
    say('refused as too old it says "Actualiza Cupo", and opens the ticket')
  } finally {
    await browser.close()
    server.close()
  }
})

/** Every call gets the response for an app older than `APP_MIN_VERSION`. */
async function checkUpdate(
  context: BrowserContext,
  page: Page,
  site: string,
  ticket: { path: string; qr: string },
): Promise<void> {
  const versions = new Set<string | undefined>()
  await context.route(`${site}/api/**`, async (route) => {
    versions.add(route.request().headers()['x-cupo-app'])
    await route.fulfill({
      status: 426,
      headers: { 'access-control-allow-origin': APP },
      json: { error: 'Actualiza Cupo para seguir.', code: 'app_outdated' },
    })
  })
  await page.goto(`${APP}/wallet`)
  const screen = page.getByRole('dialog', { name: 'Actualiza Cupo' })
  await screen.getByRole('link', { name: 'Abrir Google Play' }).waitFor()
  if (process.env.E2E_SHOTS) await shoot(page, 'update')
  await screen.getByRole('link', { name: /^Tiquete / }).click()
  await page.waitForURL(APP + ticket.path)
  assert.equal(await page.getByRole('img', { name: /QR/ }).innerHTML(), ticket.qr)
  assert.equal(await screen.count(), 0)
  assert.deepEqual([...versions], [`android/${packageJson.version}`])
}

async function bundleFor(site: string): Promise<void> {
  const code = await runNode(['native/scripts/bundle.ts'], { VITE_APP_SITE: site })
  assert.equal(code, 0, 'the bundle was not made')
}

function watch(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`)
  })
  return problems
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${APP}/`)
  await page.waitForURL(`${APP}/trips`)
  await page.goto(`${APP}/login`)
  await page.getByLabel('Correo electrónico').fill(passengers[0]?.email ?? '')
  await page.getByLabel(/^Contraseña/).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

async function openTicket(page: Page): Promise<{ path: string; qr: string }> {
  await page.goto(`${APP}/my-trips`)
  await page.locator('a[href^="/bookings/"]').first().click()
  const qr = page.getByRole('img', { name: /QR/ })
  await qr.waitFor()
  return { path: new URL(page.url()).pathname, qr: await qr.innerHTML() }
}
