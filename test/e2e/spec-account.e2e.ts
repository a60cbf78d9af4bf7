import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#server/platform/clock.ts'
import { aUser } from '../factories.ts'
import { recurringJob } from '../run-jobs.ts'
import { workerBrowser } from './browser.ts'
import { logIn } from './people.ts'
import { openTestSite, type TestSite } from './site.ts'
import { answer, count, enterAs, hydrated, openVisit, stored, type Visit } from './visits.ts'

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

async function fillSignup(page: Page, email: string): Promise<void> {
  await hydrated(page)
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel(/^Contraseña/).fill('Río Cauca 33')
  await page.getByRole('checkbox', { name: /mayor de 18 años/ }).check()
}

async function tryLogin(page: Page): Promise<void> {
  await page.goto('/login')
  await hydrated(page)
  await page.getByLabel('Correo electrónico').fill('nadie@correo.test')
  await page.getByLabel(/^Contraseña/).fill('no es esta')
  await submit(page, 'Iniciar sesión')
}

const alertText = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text }).waitFor()

describe('the sign-up page /signup', () => {
  // covers: S2.19, S3.4, S5.11
  it('shows every field of the sign-up form, the Gmail hint and both providers', async () => {
    const { page, close, assertClean } = await visit()
    await page.goto('/signup')
    for (const name of ['Correo electrónico', 'Nombre de usuario', 'Número de identificación']) {
      await page.getByRole('textbox', { name: new RegExp(`^${name}`) }).waitFor()
    }
    await page.getByRole('textbox', { name: /^Nombre(?! de)/ }).waitFor()
    await page.getByRole('textbox', { name: /^Apellido/ }).waitFor()
    await page.getByLabel(/^Contraseña/).waitFor()
    const type = page.getByLabel('Tipo de identificación')
    await expect.poll(() => type.inputValue()).toBe('CC')
    await expect
      .poll(() => type.getByRole('option').allTextContents())
      .toEqual(['Cédula de Ciudadanía', 'Cédula de Extranjería', 'Pasaporte'])
    await page.getByText('nombre.apellido@gmail.com').waitFor()
    for (const name of ['Google', 'Apple']) await page.getByRole('button', { name }).waitFor()
    assertClean()
    await close()
  })

  // covers: S5.9, S5.12
  it('requires e-mail, password and an age over 18 at sign-up', async () => {
    const visited = await visit()
    const { page, close } = visited
    await page.goto('/signup')
    await hydrated(page)
    await submit(page, 'Crear cuenta')
    for (const text of ['Escribe tu correo.', 'Crea una contraseña.', 'Acepta los términos']) {
      await page.getByText(text).waitFor()
    }
    expect(count(visited, 'POST /auth/signup')).toBe(0)
    await close()
  })

  // covers: S8.17, S8.18
  it.each([
    [409, 'email_taken', 'Ya existe una cuenta con ese correo.', undefined],
    [500, undefined, 'Error al registrar usuario', 'roto'],
    [
      429,
      'rate_limited',
      'Demasiados intentos de registro. Espera unos minutos antes de intentar de nuevo.',
      'Demasiados intentos (rate limit).',
    ],
  ])('shows why a sign-up failed with status %s', async (status, code, text, error) => {
    const { page, close } = await visit()
    const body = code ? { error: error ?? text, code } : 'roto'
    await answer(page, '/auth/signup', { status, body })
    await page.goto('/signup')
    await fillSignup(page, 'falla@correo.test')
    await submit(page, 'Crear cuenta')
    await alertText(page, text)
    await close()
  })
})

// covers: S2.21
it('shows the same sign-up fields at /create-user and /signup', async () => {
  const { page, close, assertClean } = await visit()
  const labels = async (path: string) => {
    await page.goto(path)
    await page.getByLabel('Tipo de identificación').waitFor()
    return await page.getByRole('main').locator('label').allTextContents()
  }
  const old = await labels('/create-user')
  expect(old.length).toBeGreaterThan(7)
  expect(await labels('/signup')).toEqual(old)
  assertClean()
  await close()
})

describe('the login page /login', () => {
  // covers: S2.23, S6.1
  it('shows login form, both providers, link to sign-up and support hint at /login', async () => {
    const { page, close, assertClean } = await visit()
    await page.goto('/login')
    await page.getByRole('heading', { level: 1, name: 'Iniciar sesión' }).waitFor()
    const main = page.getByRole('main')
    await main.getByRole('link', { name: 'Crear cuenta' }).waitFor()
    await hydrated(page)
    await expect.poll(() => main.getByText('Qué bueno verte de nuevo').count()).toBe(0)
    await main.getByRole('link', { name: /^soporte@/ }).waitFor()
    for (const name of ['Google', 'Apple']) await main.getByRole('button', { name }).waitFor()
    await expect.poll(() => page.getByRole('region', { name: 'Recuperar cuenta' }).count()).toBe(0)
    assertClean()
    await close()
  })

  // covers: S2.25, S2.32, S3.16, S4.5, S6.4, V14.3.1
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

  // covers: S4.3
  it('deletes a stored token that the server does not know', async () => {
    const { page, close } = await visit()
    await enterAs(page, { ...(await aUser(site.deps)), token: 'viejo' })
    await page.goto('/wallet')
    await page.waitForURL(/\/login/)
    expect(await stored(page, 'auth_token')).toBeNull()
    await close()
  })

  // covers: S8.22, S8.23
  it.each([
    [{ status: 429, body: { error: 'Espera.', code: 'rate_limited' } }, ': Espera.'],
    [null, 'Error al procesar la solicitud. Intenta nuevamente.'],
  ])('shows why a recovery failed: %j', async (said, text) => {
    const { page, close } = await visit()
    await answer(page, '/auth/recover-account', said)
    await tryLogin(page)
    await page.getByLabel(/^Contraseña nueva/).fill('Río Sinú 44')
    await submit(page, 'Recuperar mi cuenta')
    await alertText(page, said ? `Error al recuperar la cuenta${text}` : text)
    await expect.poll(() => page.getByRole('region', { name: 'Recuperar cuenta' }).count()).toBe(1)
    await close()
  })

  // covers: S2.26, S8.35
  it.each(['oauth_failed', 'bootstrap_failed', 'oauth_error', 'cualquier cosa'])(
    'explains the login error %s in a sentence',
    async (code) => {
      const { page, close } = await visit()
      await page.goto(`/login?error=${encodeURIComponent(code)}`)
      const said = page.getByRole('alert')
      await said.waitFor()
      await expect.poll(() => said.textContent()).toMatch(/\.$/)
      await expect.poll(() => said.textContent()).not.toContain(code)
      await close()
    },
  )
})

// covers: S4.15
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

describe('screens that fail', () => {
  // covers: S8.36
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

  it('shows why a private screen could not load, and reads its data again', async () => {
    const { page, close } = await visit()
    await enterAs(page, await aUser(site.deps))
    const body = { error: 'Espera un momento.', code: 'rate_limited' }
    await answer(page, '/vehicles', { status: 429, body })
    await page.goto('/vehicles')
    await page.getByRole('heading', { level: 1, name: /^No pudimos mostrar/ }).waitFor()
    await page.getByText('Espera un momento.').waitFor()
    const again = page.getByRole('button', { name: 'Intentar de nuevo' })
    const sameButton = await again.elementHandle()
    await again.click()
    await expect.poll(() => sameButton?.evaluate((button) => button.isConnected)).toBe(false)
    // Waits until the second read has failed too; otherwise it would get the server's response.
    await again.waitFor()
    await page.unroute('**/api/vehicles')
    await again.click()
    await page.getByText('Aún no tienes vehículos').waitFor()
    await page.goto('/bookings/01890000-0000-7000-8000-00000000dead')
    await page.getByRole('heading', { name: 'No encontramos esa reserva' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Ver mis viajes' }).waitFor()
    await close()
  })
})

describe('the development host', () => {
  // covers: S2.50
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
    site.deps.clock.advance(15 * DAY_MS)
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
