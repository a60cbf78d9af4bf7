import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Browser, openSignInApp, type Page, type SignInApp } from '#test/sign-in.ts'

// One server under several hosts: the site on the development host, the site on a .lat domain, and
// a developer's machine, whose web server passes calls on to the development host.

const hosts = { site: 'desarrollo.cupo.test', lat: 'viajes.lat' }
const STATE = 'abcdefghijklmnopqrstuvwxyz'

let test: SignInApp
let browser: Browser
/** Hosts to which the browser was sent, in order. */
let visited: string[]

beforeAll(async () => {
  test = await openSignInApp({ hosts })
})

beforeEach(() => {
  visited = []
  browser = new Browser((url) => {
    visited.push(url.hostname)
    return !url.pathname.startsWith('/api') && !url.pathname.startsWith('/sandbox')
  })
})

const originOf = (hostname: string) => `http://${hostname}:${new URL(test.site).port}`

/** Signs in from a page of `hostname` and returns the page after the provider. */
async function signIn(hostname: string, start: string, account: string): Promise<Page> {
  const redirect_url = `${originOf(hostname)}/auth/callback`
  const query = new URLSearchParams({ state: STATE, redirect_url })
  const chooser = await browser.open(`${originOf(hostname)}/api/auth/login/${start}?${query}`)
  return await browser.press(chooser, account)
}

/** Exchanges the code where the browser is; returns the address of the person. */
async function emailAfter({ url }: Page): Promise<string> {
  const query = new URLSearchParams({ code: url.searchParams.get('code') ?? '', state: STATE })
  const answer = await browser.fetch(`${url.origin}/api/auth/lat-callback?${query}`)
  const { access_token } = await answer.json()
  const headers = { authorization: `Bearer ${access_token}` }
  const me = await browser.fetch(`${url.origin}/api/auth/me`, { headers })
  return (await me.json()).user.email
}

const mariana = () => test.oidc.identities.google[0]!
const ofApple = () => test.oidc.identities.apple[0]!

describe('a sign-in that began on localhost', () => {
  it('returns a localhost sign-in when Google answers the development host', async () => {
    const page = await signIn('localhost', 'google', mariana().subject)
    expect(visited).toContain(hosts.site)
    expect(page.url.origin).toBe(originOf('localhost'))
    expect(await emailAfter(page)).toBe(mariana().email)
  })

  it('returns a localhost sign-in with the form that Apple posted', async () => {
    const page = await signIn('localhost', 'apple', ofApple().subject)
    expect(page.url.origin).toBe(originOf('localhost'))
    expect(await emailAfter(page)).toBe(ofApple().email)
  })

  it('returns no sign-in to an unlisted origin, or without one that began', async () => {
    const callback = `${test.site}/api/auth/google/callback`
    const stray = await browser.fetch(`${callback}?code=C&state=${'x'.repeat(43)}`)
    expect(stray.headers.get('location')).toBe(`${test.site}/login?error=oauth_failed`)
    await signIn(hosts.site, 'google', mariana().subject)
    const other = new Browser(() => true)
    const chooser = await other.open(`${test.site}/api/auth/login/google?state=${STATE}`)
    expect(chooser.url.hostname).toBe('localhost')
    const state = chooser.url.searchParams.get('state')
    const answer = await browser.fetch(`${callback}?code=C&state=${state}`)
    expect(answer.headers.get('location')).toBe(`${test.site}/login?error=oauth_failed`)
  })
})

describe('a sign-in on the .lat domain', () => {
  it.each(['google-lat', 'apple-lat'])('by %s stays there from start to session', async (start) => {
    const person = start === 'google-lat' ? mariana() : ofApple()
    const page = await signIn(hosts.lat, start, person.subject)
    expect(page.url.origin).toBe(originOf(hosts.lat))
    expect(visited).not.toContain(hosts.site)
    expect(await emailAfter(page)).toBe(person.email)
  })
})
