import { beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { asOwner } from '#test/db.ts'
import { Browser, openSignInApp, type SignInApp } from '#test/sign-in.ts'
import type { ProviderName } from './providers.ts'

let test: SignInApp
const browser = new Browser(() => true)

beforeAll(async () => {
  test = await openSignInApp()
})

const startUrl = (provider: string, query: Record<string, string>) =>
  `${test.site}/api/auth/login/${provider}?${new URLSearchParams(query)}`

async function count(table: string): Promise<number> {
  const text = `select count(*)::int as n from ${table}`
  return (await asOwner(test.deps.databaseUrl, text)).rows[0].n
}

describe('the return address of a sign-in', () => {
  it.each([
    '//evil',
    '/\\evil',
    'https:/evil',
    'https://evil.example/auth/callback',
    'javascript:alert(1)',
    'SITE@evil.example/auth/callback',
    'SITE.evil.example/auth/callback',
    'SITE/auth/callback?x=1',
    'SITE/auth/callback\r\nSet-Cookie: a=b',
    'SITE/auth/callback%0d%0aSet-Cookie:%20a=b',
    'SITE/wallet',
  ])('refuses to start a sign-in that returns to %j', async (address) => {
    const flows = await count('oauth_flows')
    const query = { redirect_url: address.replace('SITE', test.site) }
    const answer = await browser.fetch(startUrl('google', query))
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/login?error=redirect_not_allowed')
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await count('oauth_flows')).toBe(flows)
  })

  it('ignores an unknown Host header for the return address', async () => {
    const answer = await test.app.inject({
      url: '/api/auth/login/google',
      headers: { host: 'evil.example' },
    })
    const location = new URL(String(answer.headers.location))
    expect(location.origin).toBe(test.site)
    expect(location.searchParams.get('redirect_uri')).toBe(`${test.site}/api/auth/google/callback`)
  })

  it('puts the sign-in secret in an HttpOnly cookie, and its digest in the database', async () => {
    const answer = await test.app.inject({ url: '/api/auth/login/google' })
    const [cookie] = answer.cookies
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', maxAge: 600 })
    expect(cookie?.name).toMatch(/^cupo_oauth_/)
    const rows = await asOwner(test.deps.databaseUrl, 'select * from oauth_flows')
    expect(JSON.stringify(rows.rows)).not.toContain(cookie?.value)
  })
})

describe('sign-in over https with two domains', () => {
  async function start(provider: ProviderName, host: string) {
    const urls = { ...test.deps.urls, site: 'https://cupo.example' }
    const config = { ...test.deps.config, siteOrigins: ['https://cupo.lat'] }
    const app = await buildApp({ ...test.deps, urls, config })
    const url = `/api/auth/login/${provider}?redirect_url=https://${host}/auth/callback`
    const answer = await app.inject({ url, headers: { host } })
    await app.close()
    const returns = new URL(String(answer.headers.location)).searchParams.get('redirect_uri')
    return { cookie: answer.cookies[0], returns }
  }

  it('sets a SameSite=None cookie for Apple and a Lax cookie for Google', async () => {
    const apple = (await start('apple', 'cupo.example')).cookie
    expect(apple).toMatchObject({ sameSite: 'None', secure: true, httpOnly: true, path: '/' })
    expect(apple?.name).toMatch(/^__Host-cupo_oauth_/)
    const google = (await start('google', 'cupo.example')).cookie
    expect(google).toMatchObject({ sameSite: 'Lax', secure: true })
  })

  it('returns to the domain that started the sign-in, where its cookie is', async () => {
    expect((await start('google', 'cupo.lat')).returns).toBe(
      'https://cupo.lat/api/auth/google/callback',
    )
    expect((await start('google', 'cupo.example')).returns).toMatch(/^https:\/\/cupo\.example\//)
  })
})
