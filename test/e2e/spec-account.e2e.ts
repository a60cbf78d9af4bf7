import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#server/platform/clock.ts'
import { aUser } from '../factories.ts'
import { recurringJob } from '../run-jobs.ts'
import { workerBrowser } from './browser.ts'
import { logIn } from './people.ts'
import { openTestSite, type TestSite } from './site.ts'
import { answer, count, enterAs, openVisit, stored, type Visit } from './visits.ts'

// spec-coverage §2, §4, §5, §8: screens around the session that auth-*.e2e.ts does not cover.

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
}, 120_000)

const visit = (): Promise<Visit> => openVisit(browser, { site })

const submit = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

const alertText = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text }).waitFor()

it('stores the token at login and opens the wallet; logout always deletes it', async () => {
  const visited = await visit()
  const { page, close } = visited
  const user = await aUser(site.deps)
  await logIn(page, user)
  await page.getByText('Saldo disponible').first().waitFor()
  expect(await stored(page, 'auth_token')).toMatch(/^ey/)
  expect(Number(await stored(page, 'token_expires_at'))).toBeGreaterThan(1_700_000_000)
  expect(await stored(page, 'refresh_token')).toBeNull()
  expect(await stored(page, 'auth_user_id')).toBe(user.userId)
  expect(count(visited, 'GET /wallet/balance')).toBeGreaterThan(0)
  await answer(page, '/auth/logout', null)
  await page.getByRole('banner').getByRole('button', { name: 'Cerrar Sesión' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Iniciar sesión' }).waitFor()
  expect(await stored(page, 'auth_token')).toBeNull()
  expect(count(visited, 'POST /auth/logout')).toBe(1)
  await page.goto('/about')
  await page.goto('/wallet')
  await page.waitForURL(/\/login\?returnTo=%2Fwallet$/)
  await page.getByText('Qué bueno verte de nuevo').waitFor()
  await page.goBack()
  await page.waitForURL(`${site.url}/about`)
  await close()
})

it('leaves no trace of the callback page in the address and the history', async () => {
  const { page, close, assertClean } = await visit()
  const { token } = await aUser(site.deps)
  const state = 'e'.repeat(26)
  await page.goto('/about')
  await page.evaluate((value) => localStorage.setItem('apple_oauth_state', value), state)
  await page.goto(`/auth/callback#access_token=${token}&expires_at=1900000000&state=${state}`)
  await page.waitForURL(`${site.url}/wallet`)
  expect(await stored(page, 'auth_token')).toBe(token)
  expect(await stored(page, 'apple_oauth_state')).toBeNull()
  await page.goBack()
  await page.waitForURL(`${site.url}/about`)
  assertClean()
  await close()
})

it('shows "Unexpected Application Error!" for support on a screen that fails', async () => {
  const { page, close } = await visit()
  const broken = 'export default function Broken() { throw new Error("roto") }'
  await page.route('**/assets/login.route-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: broken }),
  )
  await page.goto('/login')
  await page.getByRole('heading', { name: 'No pudimos mostrar esta pantalla' }).waitFor()
  await page.getByText('Detalle técnico para soporte').click()
  await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor()
  await close()
})

describe('the development host', () => {
  it.each(['/about', '/login'])('redirects %s to the production host', async (path) => {
    const { page, close } = await visit()
    await page.route('https://desarrollo.cupo.example/**', async (route) => {
      const { pathname } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: site.url + pathname }) })
    })
    await page.route('https://cupo.example/**', (route) => route.fulfill({ body: 'production' }))
    await page.goto(`https://desarrollo.cupo.example${path}`)
    await page.waitForURL(`https://cupo.example${path}`)
    // The first page may still be loading a font. If the handler answers while the page closes, it
    // rejects without a catch, which fails the run.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await close()
  })
})

describe('the data page /mis-datos', () => {
  it('gives a copy of the data, and closes the account after 15 days unless undone', async () => {
    const user = await aUser(site.deps, { firstName: 'Irene', lastName: 'Lozano' })
    const { page, close } = await visit()
    await enterAs(page, user)
    await page.goto('/mis-datos')
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await press('Pedir una copia')
    await page.getByLabel('Tu contraseña').fill(user.password)
    await press('Confirmar')
    await page.getByText('Tu copia está lista').waitFor({ timeout: 20_000 })
    const saved = page.waitForEvent('download')
    await press('Descargar JSON')
    const copy = JSON.parse(readFileSync(await (await saved).path(), 'utf8'))
    const account = copy.data.find(({ table }: { table: string }) => table === 'users')
    expect(account.rows[0]).toMatchObject({ first_name: 'Irene', email: user.email })

    const ask = async () => {
      await press('Cerrar mi cuenta')
      await press('Sí, cerrar mi cuenta')
      await page.getByText(/^Tu cuenta se cierra el/).waitFor()
    }
    await ask()
    await press('Cancelar el cierre')
    await page.getByRole('button', { name: 'Cerrar mi cuenta', exact: true }).waitFor()
    await ask()
    site.deps.clock.advance(12 * DAY_MS)
    await recurringJob('remind-closings').run(site.deps)
    site.deps.clock.advance(3 * DAY_MS)
    await recurringJob('close-accounts').run(site.deps)
    // The address belongs to no account any more, like an address that was never used.
    await page.goto('/my-trips')
    await page.waitForURL(/\/login/)
    await page.getByLabel('Correo electrónico').fill(user.email)
    await page.getByLabel(/^Contraseña/).fill(user.password)
    await submit(page, 'Iniciar sesión')
    await alertText(page, 'Usuario o contraseña incorrectos.')
    await close()
  })
})
