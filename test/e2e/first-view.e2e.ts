import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import { asOwner } from '../db.ts'
import { aUser, aVerifiedDriver } from '../factories.ts'
import { aTrip, BOGOTA, IBAGUE, type TestTrip } from '../trip-factories.ts'
import { networkQuiet, type WatchedPage, workerBrowser } from './browser.ts'
import { logInByCall, type NewPerson } from './people.ts'
import { beginForm, expectKept } from './sign-up-steps.ts'
import { openTestSite, type TestSite } from './site.ts'
import { usedPage } from './used-pages.ts'
import { answer, enterAs, holdCode, hydrated } from './visits.ts'

// Screens that are prerendered or rendered by the server: their content, and the input that they
// keep until hydration.

let site: TestSite
let browser: Browser
let trip: TestTrip
let results: string

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
  trip = await aTrip(site.deps)
  const date = bogotaDate(trip.facts.departsAt)
  results = `/trips?from=${BOGOTA}&to=${IBAGUE}&date=${date}`
  // Waits for the thread that renders pages.
  const isRendered = async () => (await htmlOf('/trips')).includes('¿A dónde vas?')
  await vi.waitUntil(isRendered, { timeout: 20_000 })
})

/** Returns the HTML of a page, as a crawler without scripts reads it. */
async function htmlOf(address: string, headers: HeadersInit = {}): Promise<string> {
  // React separates pieces of text by empty comments.
  return (await (await fetch(site.url + address, { headers })).text()).replaceAll('<!-- -->', '')
}

async function textOf(address: string): Promise<string> {
  return (await htmlOf(address)).replaceAll(/<[^>]*>/g, '')
}

async function visit(): Promise<WatchedPage> {
  const watched = await usedPage(browser, { width: 360, height: 740, site })
  watched.page.setDefaultTimeout(10_000)
  return watched
}

function somebody(name: string): NewPerson {
  return {
    email: `${name}@correo.test`,
    first: 'Irene',
    last: 'Cuesta',
    password: 'Sumapaz al alba 7',
  }
}

const enter = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' })

it('answers a form by the server when it is sent before the code arrives', async () => {
  const watched = await visit()
  const { page } = watched
  const person = await aUser(site.deps)
  const release = await holdCode(page)
  await page.goto('/login?returnTo=/vehicles')
  await page.getByLabel('Correo electrónico').fill(person.email)
  await page.getByLabel(/^Contraseña/).fill(person.password)
  await enter(page).click()
  await page.waitForURL(/\/vehicles$/)
  release()
  await page.getByRole('heading', { level: 1, name: 'Mis vehículos' }).waitFor()
  watched.assertClean()
  await watched.close()
})

it('keeps a form sent offline before the code arrives, and says why it failed', async () => {
  const watched = await visit()
  const { page } = watched
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))
  await answer(page, '/auth/login', null)
  const release = await holdCode(page)
  await page.goto('/login')
  await page.getByLabel('Correo electrónico').fill('sinred@correo.test')
  await page.getByLabel(/^Contraseña/).fill('Sumapaz al alba 7')
  await enter(page).click()
  release()
  await page.getByText('Error de red o servidor. Intenta nuevamente.').waitFor()
  await expect.poll(() => page.getByLabel(/^Contraseña/).inputValue()).toBe('Sumapaz al alba 7')
  await watched.close()
})

it('replays a press on a button when the code arrives after it', async () => {
  const watched = await visit()
  const { page } = watched
  const release = await holdCode(page)
  await page.goto('/login')
  const password = page.getByLabel(/^Contraseña/)
  await password.fill('Sumapaz al alba 7')
  await page.getByRole('button', { name: 'Mostrar' }).click()
  await expect.poll(() => password.getAttribute('type')).toBe('password')
  release()
  await expect.poll(() => password.getAttribute('type')).toBe('text')
  await expect.poll(() => password.inputValue()).toBe('Sumapaz al alba 7')
  watched.assertClean()
  await watched.close()
})

it('keeps typed values of sign-up when the code arrives after them', async () => {
  const watched = await visit()
  const { page } = watched
  const release = await holdCode(page)
  await page.goto('/signup')
  await beginForm(page, 'antes@correo.test')
  release()
  await hydrated(page)
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await page.getByText('Crea una contraseña.').waitFor()
  await expectKept(page, 'antes@correo.test')
  watched.assertClean()
  await watched.close()
})

it('keeps typed values of an account refused and created before the code arrives', async () => {
  const watched = await visit()
  const { page } = watched
  const release = await holdCode(page)
  await page.goto('/signup')
  await beginForm(page, 'apurada@correo.test')
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await page.getByText('Revisa los datos enviados').waitFor()
  await expectKept(page, 'apurada@correo.test')
  await page.getByLabel(/^Contraseña/).fill('Sumapaz al alba 7')
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await page.getByText('Tu cuenta quedó creada').waitFor()
  release()
  await page.waitForURL(/\/login/)
  await expect
    .poll(() => page.getByLabel('Correo electrónico').inputValue())
    .toBe('apurada@correo.test')
  watched.assertClean({ allow: [/status of 4/] })
  await watched.close()
})

describe('pages without scripts', () => {
  /** Opens a browser without scripts: disabled, or failing to load. */
  async function visitWithout(scripts: 'off' | 'failing'): Promise<Page> {
    if (scripts === 'failing') {
      const { page } = await visit()
      await page.route('**/assets/*.js', (route) => route.abort())
      return page
    }
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
    return await context.newPage()
  }

  it.each(['off', 'failing'] as const)('signs up and in with scripts %s', async (scripts) => {
    const page = await visitWithout(scripts)
    const person = somebody(`formulario-${scripts}`)
    await page.goto('/signup')
    await page.getByLabel('Correo electrónico').fill(person.email)
    await page.getByLabel(/^Contraseña/).fill(person.password)
    await page.getByRole('button', { name: 'Crear cuenta' }).click()
    await page.getByText('Revisa los datos enviados').waitFor()
    await expect.poll(() => page.getByLabel('Correo electrónico').inputValue()).toBe(person.email)
    await page.getByText('Acepta los términos para crear tu cuenta.').waitFor()
    await page.getByLabel(/^Contraseña/).fill(person.password)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Crear cuenta' }).click()
    await page.getByText('Tu cuenta quedó creada').waitFor()

    await page.goto('/login?returnTo=/vehicles')
    await page.getByLabel('Correo electrónico').fill(person.email)
    await page.getByLabel(/^Contraseña/).fill('no es esta 1')
    await enter(page).click()
    await page.getByText('Si acabas de registrarte').waitFor()
    await expect.poll(() => page.getByLabel('Correo electrónico').inputValue()).toBe(person.email)
    expect(page.url()).not.toContain('esta')
    await page.getByLabel('Contraseña nueva').fill('Tequendama 1823 ya')
    await page.getByRole('button', { name: 'Recuperar mi cuenta' }).click()
    await page.getByText('Te enviamos un enlace', { exact: true }).waitFor()
    await page.getByLabel('Contraseña', { exact: true }).fill(person.password)
    await enter(page).click()
    await page.waitForURL(/\/vehicles$/)
  })

  it('searches by typed names without scripts from the home page and the search page', async () => {
    const page = await visitWithout('off')
    const tomorrow = bogotaDate(addMs(site.deps.clock.now(), DAY_MS))
    for (const path of ['/', '/trips']) {
      await page.goto(path)
      await page.getByLabel('Desde').fill('bogota')
      await page.getByLabel('Hasta').fill('Ibague')
      await page.getByLabel('Mañana').check()
      await page.getByRole('button', { name: 'Buscar viaje' }).click()
      await page.waitForURL(({ searchParams }) => searchParams.get('from') === BOGOTA)
      const { searchParams } = new URL(page.url())
      expect([searchParams.get('to'), searchParams.get('date')]).toEqual([IBAGUE, tomorrow])
      await page.getByText('Bogotá → Ibagué').first().waitFor()
    }
    await page.goto('/trips?from=Qwrtpx&to=ibague')
    await page.getByText('No encontramos «Qwrtpx».').waitFor()
  })

  it('makes a login by a plain form a session of the app', async () => {
    const { page } = await visit()
    const person = await aUser(site.deps)
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/login')
    await page.getByLabel('Correo electrónico').fill(person.email)
    await page.getByLabel(/^Contraseña/).fill(person.password)
    await enter(page).click()
    await page.waitForURL(/\/wallet$/)
    await page.unroute('**/assets/*.js')
    await page.reload()
    await page.getByText('Saldo disponible').first().waitFor()
  })

  it('refuses a login form that another site sends', async () => {
    const body = new URLSearchParams({ email: 'a@correo.test', password: 'x', intent: 'login' })
    for (const origin of ['https://otro.example', 'null']) {
      const headers = { origin }
      const answer = await fetch(`${site.url}/login`, { method: 'POST', body, headers })
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []])
      expect(await answer.text()).toContain('No pudimos verificar de dónde viene la solicitud.')
    }
  })
})

it('hides the login form from a signed-in person on the way to the wallet', async () => {
  const watched = await visit()
  const { page } = watched
  await logInByCall(page, await aUser(site.deps))
  const release = await holdCode(page)
  await page.goto('/login')
  await expect.poll(() => enter(page).isVisible()).toBe(false)
  release()
  await page.waitForURL(/\/wallet/)
  watched.assertClean()
  await watched.close()
})

it('shows the search page with or without results as its address requires', async () => {
  const watched = await visit()
  const { page } = watched
  const release = await holdCode(page)
  const title = page.getByRole('heading', { level: 1 })
  await page.goto('/trips?from=11001&to=50001')
  await expect.poll(() => title.textContent()).toBe('Tu búsqueda')
  await page.goto('/trips')
  await expect.poll(() => title.textContent()).toBe('Busca tu viaje')
  release()
  await page.getByLabel('Desde').waitFor()
  watched.assertClean()
  await watched.close()
})

it('has the search results in the first HTML and hydrates them without a request', async () => {
  const html = await htmlOf(`${results}&utm_source=boletin`)
  expect(html).toContain('aria-label="Viaje de Bogotá')
  expect(await textOf(results)).toContain('Bogotá → Ibagué')
  expect(html).not.toContain('Buscamos cupos')

  const watched = await visit()
  const { page } = watched
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const release = await holdCode(page)
  await page.goto(results)
  const card = page.getByRole('link', { name: /^Viaje de Bogotá/ })
  await card.waitFor()
  // A low window, so that the page can be scrolled.
  await page.setViewportSize({ width: 360, height: 320 })
  await page.mouse.wheel(0, 300)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
  release()
  await hydrated(page)
  expect(await page.evaluate(() => scrollY)).toBe(300)
  await page.getByRole('button', { name: 'Cambiar la búsqueda' }).click()
  await page.getByLabel('Desde').waitFor()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => /^\/api\/(trips|places)/.test(path))).toEqual([])
  await card.click()
  await page.waitForURL(/\/trips\/[0-9a-f-]{36}/)
  await page.goBack()
  await card.waitFor()
  watched.assertClean()
  await watched.close()
})

it('renders no personal data on the server, with any session', async () => {
  const watched = await visit()
  const person = await aUser(site.deps, { firstName: 'Irene', lastName: 'Cuesta' })
  await logInByCall(watched.page, person)
  const cookies = await watched.page.context().cookies()
  const token = await watched.page.evaluate(() => localStorage.getItem('auth_token'))
  const headers = {
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    authorization: `Bearer ${token}`,
  }
  const own = await htmlOf(`${results}&seats=2`, headers)
  expect(own).toContain('aria-label="Viaje de Bogotá')
  for (const word of ['Irene', 'Cuesta', person.email]) expect(own).not.toContain(word)
  expect(await htmlOf(`${results}&seats=2`)).toBe(own)
  await watched.close()
})

it('renders the right page for each of several parallel requests', async () => {
  const asked = [
    { from: BOGOTA, to: IBAGUE, name: 'Bogotá → Ibagué' },
    { from: IBAGUE, to: BOGOTA, name: 'Ibagué → Bogotá' },
  ]
  const pages = await Promise.all(
    asked.map(({ from, to }) => textOf(`/trips?from=${from}&to=${to}&seats=3`)),
  )
  for (const [row, { name }] of asked.entries()) {
    expect(asked.map((each) => pages[row]?.includes(each.name))).toEqual(
      asked.map((each) => each.name === name),
    )
  }
})

it('falls back to the static search page when the API refuses a search', async () => {
  const html = await textOf('/trips?from=99999&to=99998')
  expect(html).toContain('Buscamos cupos en viajes directos')
  expect(html).not.toContain('Bogotá →')
})

it('keeps the typed recovery form when the code arrives after it', async () => {
  const watched = await visit()
  const { page } = watched
  const release = await holdCode(page)
  await page.goto('/recuperar-cuenta')
  const labels = ['Correo electrónico', 'Contraseña nueva']
  const typed = () => Promise.all(labels.map((label) => page.getByLabel(label).inputValue()))
  await page.getByLabel('Correo electrónico').fill('ana@correo.test')
  await page.getByLabel('Contraseña nueva').fill('Nevado del Ruiz 62')
  release()
  await hydrated(page)
  await networkQuiet(page)
  expect(await typed()).toEqual(['ana@correo.test', 'Nevado del Ruiz 62'])
  watched.assertClean()
  await watched.close()
})

it('renders a shared trip in the first HTML, as everybody sees it', async () => {
  const html = await htmlOf(`/trips/${trip.tripId}?utm_source=whatsapp`)
  const title = 'Bogotá → Cali, vie 27 nov, 8:00\u00a0a.\u00a0m. · desde'
  expect(html).toMatch(new RegExp(`<title>${title} \\$.[\\d.]+ · 3 cupos<`))
  expect(html).toContain(`<link rel="canonical" href="${site.url}/trips/${trip.tripId}"/>`)
  expect(html).toContain('Carlos R.')
  expect(html).toContain('>Reservar<')
  expect(html).not.toContain('Rojas')
  const nobody = await fetch(`${site.url}/trips/01890000-0000-7000-8000-00000000dead`)
  expect(nobody.status).toBe(404)
})

it('escapes names in HTML and shows no username of a driver', async () => {
  const names = { firstName: '"><script>alert(1)</script>', lastName: 'Rojas' }
  const hostile = await aTrip(site.deps, { driver: await aVerifiedDriver(site.deps, names) })
  const html = await htmlOf(`/trips/${hostile.tripId}`)
  expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).not.toContain('<script>alert')
  const driver = await aVerifiedDriver(site.deps, { firstName: ' ', lastName: ' ' })
  await asOwner(
    site.deps.databaseUrl,
    "update users set username = 'carlos.3101234567' where id = $1",
    [driver.userId],
  )
  const other = await aTrip(site.deps, { driver })
  const shared = await htmlOf(`/trips/${other.tripId}`)
  expect(shared).toContain('Viaje compartido de Bogotá')
  expect(shared.slice(0, shared.indexOf('</head>'))).not.toContain('3101234567')
})

it('hydrates a trip with the actions that its viewer may take', async () => {
  const visitor = await visit()
  await visitor.page.goto(`/trips/${trip.tripId}`)
  await visitor.page.getByRole('link', { name: /^Reservar/ }).click()
  await visitor.page.waitForURL(/\/(login|trips\/.*\/book)/)
  visitor.assertClean()
  await visitor.close()

  const watched = await visit()
  const { page } = watched
  await enterAs(page, trip.driver)
  const release = await holdCode(page)
  await page.goto(`/trips/${trip.tripId}`)
  await page.getByRole('heading', { name: 'Conductor y vehículo' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: /^Reservar/ }).isVisible()).toBe(false)
  release()
  await page.getByRole('link', { name: 'Mis viajes' }).first().waitFor()
  await expect.poll(() => page.getByRole('link', { name: /^Reservar/ }).count()).toBe(0)
  watched.assertClean()
  await watched.close()
})
