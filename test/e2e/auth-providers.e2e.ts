import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeCode } from '#server/modules/community/rewards/referrals/claim-referral.ts'
import { MINUTE_MS } from '#server/platform/clock.ts'
import { asOwner } from '../db.ts'
import { aUser } from '../factories.ts'
import { type WatchedPage, workerBrowser } from './browser.ts'
import { openTestSite, type TestSite } from './site.ts'
import { usedPage } from './used-pages.ts'

// Sign-in with Google and Apple through the screens, against our own real OpenID issuers.

type Provider = 'Google' | 'Apple'

let site: TestSite
let browser: Browser
const open: WatchedPage[] = []

/** Code of a person's invitation. */
let invitation: string

beforeAll(async () => {
  site = await openTestSite()
  const host = await aUser(site.deps, { firstName: 'Carlos', lastName: 'Rojas' })
  invitation = await makeCode(site.deps, host)
  // Only a person with an older account can have invited.
  site.deps.clock.advance(MINUTE_MS)
  browser = await workerBrowser()
})

/** Opens a browser profile with the given storage. */
async function visit(path = '/login'): Promise<Page> {
  const watched = await usedPage(browser, { width: 360, height: 740, site })
  watched.page.setDefaultTimeout(10_000)
  open.push(watched)
  await watched.page.goto(path)
  return watched.page
}

const stored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), key) as Promise<string | null>

async function leave(page: Page, provider: Provider): Promise<void> {
  await page.getByRole('button', { name: provider, exact: true }).click()
  await page.getByRole('heading', { name: 'Elige una cuenta' }).waitFor()
}

const choose = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(name) }).click()

async function signIn(page: Page, provider: Provider, name: string): Promise<void> {
  await leave(page, provider)
  await choose(page, name)
  await page.waitForURL((url) => url.pathname === '/wallet')
}

/** Expects the login page with this sentence, and an empty storage. */
async function expectRefused(page: Page, sentence: string | RegExp, code = 'oauth_failed') {
  await page.waitForURL(/\/login\?/)
  expect(new URL(page.url()).searchParams.get('error')).toBe(code)
  await page.getByRole('alert').filter({ hasText: sentence }).waitFor()
  expect(await stored(page, 'auth_token')).toBeNull()
}

async function count(table: string): Promise<number> {
  const { rows } = await asOwner(site.deps.databaseUrl, `select count(*)::int as n from ${table}`)
  return rows[0].n
}

describe.each([
  ['Google', 'oauth_state', 'Mariana'],
  ['Apple', 'apple_oauth_state', 'Valentina'],
] as const)('sign-in with %s', (provider, key, name) => {
  it('creates an account at the first sign-in and opens the same one at the second', async () => {
    const first = await visit(`/invita/${invitation}`)
    await first.getByRole('heading', { name: 'Carlos R. te invita a Cupo' }).waitFor()
    await first.goto('/signup')
    await leave(first, provider)
    const people = await count('users')
    await first.goBack()
    await first.waitForURL(/\/signup/)
    expect(await stored(first, key)).toMatch(/^[a-z2-7]{26}$/)
    await signIn(first, provider, name)
    expect(new URL(first.url()).search).toBe('')
    await first.getByRole('heading', { name: 'Antes de empezar' }).waitFor()
    await first.getByRole('button', { name: 'Acepto y soy mayor de 18 años' }).click()
    await first.getByRole('main').getByText(name).first().waitFor()
    await first.getByText('Anotamos que te invitó Carlos R.').waitFor()
    expect(await stored(first, 'invite_code')).toBeNull()
    expect(await count('users')).toBe(people + 1)
    expect(await stored(first, key)).toBeNull()
    expect(await stored(first, 'is_new_user')).toBe('true')
    expect(await stored(first, 'refresh_token')).toBeNull()
    const userId = await stored(first, 'auth_user_id')

    const second = await visit()
    await signIn(second, provider, name)
    await second.getByRole('main').getByText(name).first().waitFor()
    expect(await count('users')).toBe(people + 1)
    expect(await stored(second, 'auth_user_id')).toBe(userId)
    expect(await stored(second, 'is_new_user')).toBeNull()

    // Going back in the history does not return to the callback.
    await second.goBack()
    expect(second.url()).not.toMatch(/callback|code=/)
  })

  it('reports that the person cancelled the sign-in with a provider', async () => {
    const page = await visit()
    await leave(page, provider)
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await expectRefused(page, `Error de ${provider} OAuth: Cancelaste el inicio de sesión.`)
  })
})

describe('a provider that does not answer', () => {
  let down: TestSite

  beforeAll(async () => {
    down = await openTestSite()
    down.oidc.setAway('google', true)
    down.oidc.setAway('apple', true)
  })

  it.each(['Google', 'Apple'] as const)('returns to login when %s is down', async (provider) => {
    const page = await visit(`${down.url}/login`)
    await page.getByRole('button', { name: provider, exact: true }).click()
    await expectRefused(
      page,
      `Error de ${provider} OAuth: El proveedor no responde en este momento. Intenta de nuevo.`,
    )
    down.oidc.setAway(provider === 'Google' ? 'google' : 'apple', false)
    await signIn(page, provider, provider === 'Google' ? 'Mariana' : 'Valentina')
  })
})

describe('a callback that this browser did not request', () => {
  /** Address with which our callback page is called; its code can still be used once. */
  async function callbackAddress(page: Page, name: string): Promise<URL> {
    // The exchange never gets a response, so the code stays unused.
    await page.route(/lat-callback/, () => {})
    await leave(page, 'Google')
    await choose(page, name)
    await page.waitForURL(/\/auth\/callback\?/)
    const address = new URL(page.url())
    await page.goto('/login')
    await page.unroute(/lat-callback/)
    await keepState(page, address.searchParams.get('state') ?? '')
    return address
  }

  /** Stores a state, as if this browser had begun the sign-in. */
  const keepState = (page: Page, state: string) =>
    page.evaluate((value) => localStorage.setItem('oauth_state', value), state)

  it('does not sign in another browser with the address of our callback', async () => {
    const attacker = await visit()
    const address = await callbackAddress(attacker, 'Jorge')
    const victim = await visit()
    await victim.goto(address.href)
    await expectRefused(victim, 'No se recibió token de acceso válido')
    // Fails also with the state in storage, because the secret of the cookie is missing.
    await keepState(victim, address.searchParams.get('state') ?? '')
    await victim.goto(address.href)
    await expectRefused(victim, 'El inicio de sesión venció.')
  })

  it('refuses a callback whose state differs from the stored state', async () => {
    const page = await visit()
    const address = await callbackAddress(page, 'Jorge')
    address.searchParams.set('state', 'a'.repeat(26))
    await page.goto(address.href)
    await expectRefused(page, 'No se recibió token de acceso válido')
  })
})

it('returns to the booking that asked for the sign-in', async () => {
  const page = await visit('/login?returnTo=%2Fmy-trips')
  await leave(page, 'Google')
  await choose(page, 'Mariana')
  await page.waitForURL((url) => url.pathname === '/my-trips')
})
