import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { aUser } from '../factories.ts'
import { networkQuiet, type WatchedPage, workerBrowser } from './browser.ts'
import { openTestSite, type TestSite } from './site.ts'
import { usedPage } from './used-pages.ts'

// Tokens and texts that an attacker puts into a link must have no effect.

const PLANTED = 'eyJhbGciOiJIUzI1NiJ9.planted.token'

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await openTestSite()
  browser = await workerBrowser()
})

async function visit(
  path: string,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<WatchedPage> {
  const watched = await usedPage(browser, { site })
  const { page } = watched
  page.setDefaultTimeout(10_000)
  if (prepare) {
    await page.goto('/manifest.webmanifest')
    await prepare(page)
  }
  await page.goto(path)
  return watched
}

const kept = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }))

const beginAs = (state: string) => (page: Page) =>
  page.evaluate((value) => localStorage.setItem('oauth_state', value), state)

describe('a planted token in a link', () => {
  // Content pages, without React, and the callback page; the other screens are tried in
  // web/features/access/oauth/callback-screen.test.tsx.
  const places = ['/', '/about', '/auth/callback']
  it.each(places)('removes a planted token at %s without saving it', async (path) => {
    for (const address of [
      `${path}#access_token=${PLANTED}&refresh_token=r&expires_at=9999999999`,
      `${path}?access_token=${PLANTED}&state=${'a'.repeat(26)}`,
    ]) {
      const { page, close } = await visit(address, beginAs('c'.repeat(26)))
      await expect.poll(() => page.url()).not.toContain('access_token')
      await networkQuiet(page)
      expect(page.url()).not.toContain('planted')
      expect(await kept(page)).not.toContain('planted')
      expect(new URL(page.url()).origin).toBe(site.url)
      await close()
    }
  })
})

it('keeps the token of a sign-in that began in this browser, and ends in the wallet', async () => {
  const { token } = await aUser(site.deps, { firstName: 'Lucía' })
  const state = 'd'.repeat(26)
  const { page } = await visit(`/login#access_token=${token}&state=${state}`, beginAs(state))
  await page.waitForURL((url) => url.pathname === '/wallet')
  await page.getByRole('main').getByText('Lucía').first().waitFor()
  expect(await page.evaluate(() => localStorage.getItem('oauth_state'))).toBeNull()
})

describe('a return address outside the site', () => {
  const tries = [
    '//evil.example',
    '/\\evil.example',
    'https:/evil.example',
    'https://evil.example',
    'https://localhost@evil.example/',
    '/%0d%0aLocation:%20https://evil.example',
    '/\r\nLocation: https://evil.example',
    'javascript:alert(document.domain)',
    '/\t/evil.example',
  ]

  // The others: web/features/access/auth/login.test.tsx.
  it.each(['/\t/evil.example', '/%0d%0aLocation:%20https://evil.example'])(
    'does not follow the return address %j after login',
    async (returnTo) => {
      const { email, password } = await aUser(site.deps, {})
      const { page } = await visit(`/login?returnTo=${encodeURIComponent(returnTo)}`)
      await page.getByLabel('Correo electrónico').fill(email)
      await page.getByLabel(/^Contraseña/).fill(password)
      await page.getByRole('button', { name: 'Iniciar sesión' }).click()
      await page.waitForURL((url) => url.pathname !== '/login')
      expect(new URL(page.url()).origin).toBe(site.url)
    },
  )

  it.each(tries)('refuses the return address %j for a sign-in with Google', async (redirect) => {
    const query = new URLSearchParams({ redirect_url: redirect, state: 'a'.repeat(26) })
    const answer = await fetch(`${site.url}/api/auth/login/google?${query}`, { redirect: 'manual' })
    const { pathname, search, origin } = new URL(answer.headers.get('location') ?? '', site.url)
    expect([answer.status, origin, pathname]).toEqual([303, site.url, '/login'])
    expect(search).toMatch(/^\?error=(redirect_not_allowed|invalid_request)$/)
  })
})
