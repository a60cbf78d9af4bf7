import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser, newPage, type WatchedPage } from './browser.ts'
import { logIn, type NewPerson, signUp } from './people.ts'
import { openTestSite, type TestSite } from './site.ts'

// Screens made ahead of time: what they show, and what they keep, until the app's code arrives.

const ENTRY = '**/assets/entry.client-*.js'

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await launchBrowser()
})

afterAll(() => browser.close())

async function visit(): Promise<WatchedPage> {
  const watched = await newPage(browser, { width: 360, height: 740, baseURL: site.url })
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

/** Keeps the app's code away until the answer is called. */
async function holdCode(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(ENTRY, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

const enter = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' })

it('what is typed and pressed before the code arrives counts', async () => {
  const watched = await visit()
  const { page } = watched
  const person = somebody('temprana')
  await signUp(page, person)
  const release = await holdCode(page)
  await page.goto('/login?returnTo=/vehicles')
  await page.getByLabel('Correo electrónico').fill(person.email)
  await page.getByLabel(/^Contraseña/).fill(person.password)
  await enter(page).click()
  expect(new URL(page.url()).search).toBe('?returnTo=/vehicles')
  release()
  await page.waitForURL(/\/vehicles/)
  watched.assertClean()
  await watched.close()
})

it('sign-up keeps what was typed before the code arrives', async () => {
  const watched = await visit()
  const { page } = watched
  const release = await holdCode(page)
  await page.goto('/signup')
  await page.getByLabel('Correo electrónico').fill('antes@correo.test')
  await page.getByLabel('Tipo de identificación').selectOption('CE')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  release()
  await page.getByText('Crea una contraseña.').waitFor()
  expect(await page.getByLabel('Correo electrónico').inputValue()).toBe('antes@correo.test')
  expect(await page.getByLabel('Tipo de identificación').inputValue()).toBe('CE')
  expect(await page.getByRole('checkbox').isChecked()).toBe(true)
  watched.assertClean()
  await watched.close()
})

it('somebody with a session is not shown the login on the way to the wallet', async () => {
  const watched = await visit()
  const { page } = watched
  const person = somebody('conocida')
  await signUp(page, person)
  await logIn(page, person)
  const release = await holdCode(page)
  await page.goto('/login')
  expect(await enter(page).isVisible()).toBe(false)
  release()
  await page.waitForURL(/\/wallet/)
  watched.assertClean()
  await watched.close()
})

it('the search shows the half that fits the address', async () => {
  const watched = await visit()
  const { page } = watched
  const release = await holdCode(page)
  const title = page.getByRole('heading', { level: 1 })
  await page.goto('/trips?from=11001&to=50001')
  expect(await title.textContent()).toBe('Tu búsqueda')
  await page.goto('/trips')
  expect(await title.textContent()).toBe('Busca tu viaje')
  release()
  await page.getByLabel('Desde').waitFor()
  watched.assertClean()
  await watched.close()
})
