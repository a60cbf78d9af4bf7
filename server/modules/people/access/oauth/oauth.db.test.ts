import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { walletId, walletTotals } from '#server/modules/bank/ledger/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { asOwner } from '#test/db.ts'
import { aFundedWallet, aUser } from '#test/factories.ts'
import { postJson } from '#test/http-client.ts'
import { Browser, openSignInApp, type Page, type SignInApp } from '#test/sign-in.ts'

let test: SignInApp
let browser: Browser

const STATE = 'abcdefghijklmnopqrstuvwxyz'
const isOurs = (url: URL) => /^\/(login|auth\/callback|lat-callback|Registro)$/.test(url.pathname)

beforeAll(async () => {
  test = await openSignInApp()
})

beforeEach(async () => {
  browser = new Browser(isOurs)
  test.oidc.setAway('google', false)
  test.oidc.setAway('apple', false)
  await asOwner(test.deps.databaseUrl, 'truncate rate_limits')
})

type Provider = 'google' | 'apple'

const startUrl = (provider: string, query: Record<string, string> = {}) =>
  `${test.site}/api/auth/login/${provider}?${new URLSearchParams({ state: STATE, ...query })}`

/**
 * Signs in with the given account of a provider, from our button to the page after the provider.
 */
async function signIn(provider: Provider, account: string, query: Record<string, string> = {}) {
  const chooser = await browser.open(startUrl(provider, query))
  expect(chooser.html).toContain('Elige una cuenta')
  return await browser.press(chooser, account)
}

function answerOf(page: Page): Record<string, string> {
  return Object.fromEntries(page.url.searchParams)
}

async function redeem(code: string, state: string | null = STATE, by: Browser = browser) {
  const query = new URLSearchParams({ code, ...(state ? { state } : {}) })
  const answer = await by.fetch(`${test.site}/api/auth/lat-callback?${query}`)
  return { status: answer.status, body: await answer.json(), headers: answer.headers }
}

async function fullSignIn(provider: Provider, account: string) {
  const { code = '' } = answerOf(await signIn(provider, account))
  const { status, body } = await redeem(code)
  expect(status).toBe(200)
  const headers = { authorization: `Bearer ${body.access_token}` }
  const me = await fetch(`${test.site}/api/auth/me`, { headers })
  return { ...body, user: (await me.json()).user }
}

const googleAt = (index: number) => test.oidc.identities.google[index]!
const appleAt = (index: number) => test.oidc.identities.apple[index]!

async function count(table: string, where = 'true'): Promise<number> {
  const text = `select count(*)::int as n from ${table} where ${where}`
  return (await asOwner(test.deps.databaseUrl, text)).rows[0].n
}

describe('sign-in with Google', () => {
  it('creates an account at the first Google sign-in and reuses it at the second', async () => {
    const { subject, email } = googleAt(0)
    const first = await fullSignIn('google', subject)
    expect(first.is_new_user).toBe(true)
    expect(first.user).toMatchObject({
      email,
      profile: { first_name: 'Mariana', last_name: 'Ríos', status: 'Pasajero' },
    })
    expect(first.refresh_token).toBeUndefined()
    expect(browser.cookie('cupo_refresh')).toBeDefined()
    const names = [...browser.cookies.values()].map(({ name }) => name)
    expect(names.filter((name) => name.startsWith('cupo_oauth'))).toEqual([])
    expect(await count('ledger_accounts', `id = '${walletId(first.user.id)}'`)).toBe(1)

    browser = new Browser(isOurs)
    const second = await fullSignIn('google', subject)
    expect(second).toMatchObject({ is_new_user: false, user: { id: first.user.id } })
    expect(await count('identities', `subject = '${subject}'`)).toBe(1)
  })

  it('requires terms and age once after a Google sign-in, before profile data', async () => {
    const [subject, email] = ['4100', 'nuevo@gmail.example']
    test.oidc.identities.google.push({ ...googleAt(0), subject, email })
    const { user, access_token: token } = await fullSignIn('google', subject)
    expect(user.terms_accepted).toBe(false)
    const ask = async (method: 'POST' | 'PATCH', path: string, payload: object) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await test.app.inject({ method, url: `/api${path}`, headers, payload })).json()
    }
    const phone = { phone_number: '300 123 4567' }
    expect((await ask('PATCH', '/users/me', phone)).code).toBe('terms_required')
    const accept = () => ask('POST', '/users/me/terms', { verification_terms: 'aceptado' })
    expect((await accept()).user.terms_accepted).toBe(true)
    expect((await accept()).user.terms_accepted).toBe(true)
    expect((await ask('PATCH', '/users/me', phone)).user.profile.phone_number).toBe('+573001234567')
    const noted = `action = 'user.accepted-terms' and subject_id = '${user.id}'`
    expect(await count('audit_entries', noted)).toBe(1)
    const given = `user_id = '${user.id}' and purpose in ('terms', 'privacy') and given`
    expect(await count('consents', given)).toBe(2)
  })

  it('keeps the account when the email address at Google changes', async () => {
    const identity = googleAt(1)
    const { user } = await fullSignIn('google', identity.subject)
    const before = identity.email
    identity.email = 'otra.direccion@gmail.example'
    identity.emailVerified = false
    expect((await fullSignIn('google', identity.subject)).user).toMatchObject({
      id: user.id,
      email: before,
    })
    Object.assign(identity, { email: before, emailVerified: true })
  })

  it('redirects to the requested return address when it is allowed', async () => {
    const query = { redirect_url: `${test.site}/lat-callback` }
    const chooser = await browser.open(startUrl('google-lat', query))
    const page = await browser.press(chooser, googleAt(0).subject)
    expect(page.url.origin + page.url.pathname).toBe(`${test.site}/lat-callback`)
    expect(page.url.searchParams.get('state')).toBe(STATE)
  })

  it.each(['google', 'apple', 'google-lat', 'apple-lat'])(
    'redirects from /auth/login/%s to the provider with our callback address',
    async (start) => {
      const answer = await fetch(startUrl(start), { redirect: 'manual' })
      expect(answer.status).toBe(303)
      const there = new URL(answer.headers.get('location') ?? '')
      expect(there.pathname).toContain(start.split('-')[0])
      expect(there.searchParams.get('redirect_uri')).toMatch(/^http.*\/callback$/)
    },
  )

  it('redirects with an error when the person cancels at Google', async () => {
    const page = await signIn('google', 'cancel')
    expect(page.url.pathname).toBe('/auth/callback')
    expect(answerOf(page)).toEqual({ error: 'oauth_cancelled', state: STATE })
  })

  it('creates no account for a Google identity with an unverified address', async () => {
    const { subject, email } = googleAt(2)
    expect(answerOf(await signIn('google', subject)).error).toBe('email_unverified')
    expect(await count('users', `email = '${email}'`)).toBe(0)
  })

  it('refuses to sign in to an existing account by the email address alone', async () => {
    const { subject, email } = googleAt(3)
    const owner = await aUser(test.deps, { email: email.toUpperCase() })
    expect(answerOf(await signIn('google', subject)).error).toBe('account_exists')
    expect(await count('identities', `user_id = '${owner.userId}'`)).toBe(0)
  })

  it('creates an account at Google sign-in when a stranger had claimed the address', async () => {
    const identity = { ...googleAt(0), subject: '100', email: 'duena@gmail.example' }
    test.oidc.identities.google.push(identity)
    const email = identity.email.toUpperCase()
    const stranger = { email, password: 'la clave ajena' }
    const form = { ...stranger, verification_terms: 'aceptado' }
    expect((await postJson(test.app, '/auth/signup', form)).statusCode).toBe(201)
    const theirs = () => postJson(test.app, '/auth/login', stranger)
    const before = (await theirs()).json().user
    await aFundedWallet(test.deps, before.id, 20_000)

    const { user } = await fullSignIn('google', identity.subject)
    expect(user).toMatchObject({ email: identity.email, email_confirmed: true })
    expect(user.id).not.toBe(before.id)
    const after = (await theirs()).json().user
    expect([after.id, after.email_confirmed]).toEqual([before.id, false])
    expect((await walletTotals(test.deps.db, before.id)).available).toBe(20_000)
    expect((await walletTotals(test.deps.db, user.id)).available).toBe(0)
    await test.runJobs()
    const subjects = test.mail.control.messages(identity.email).map(({ subject }) => subject)
    expect(subjects).toContain('Otra cuenta tenía tu correo sin confirmar')
  })

  it('creates one account for parallel first sign-ins of one Google identity', async () => {
    const identity = { ...googleAt(0), subject: '99', email: 'doble@gmail.example' }
    test.oidc.identities.google.push(identity)
    const browsers = [new Browser(isOurs), new Browser(isOurs), new Browser(isOurs)]
    const choosers = await Promise.all(browsers.map((each) => each.open(startUrl('google'))))
    const pages = await Promise.all(
      choosers.map((page, index) => browsers[index]!.press(page, identity.subject)),
    )
    expect(pages.map((page) => answerOf(page).error)).toEqual([undefined, undefined, undefined])
    expect(await count('users', `email = '${identity.email}'`)).toBe(1)
  })

  it('completes sign-ins of two tabs of one browser', async () => {
    const [one, two] = [
      await browser.open(startUrl('google')),
      await browser.open(startUrl('google')),
    ]
    const first = answerOf(await browser.press(one, googleAt(0).subject))
    const second = answerOf(await browser.press(two, googleAt(0).subject))
    expect((await redeem(first.code!)).status).toBe(200)
    expect((await redeem(second.code!)).status).toBe(200)
  })
})

describe('sign-in with Apple', () => {
  it('stores the name that Apple sends in the form of the first sign-in', async () => {
    const { subject, email } = appleAt(0)
    const first = await fullSignIn('apple', subject)
    expect(first.user).toMatchObject({
      email,
      profile: { first_name: 'Valentina', last_name: 'Mora' },
    })
    browser = new Browser(isOurs)
    const second = await fullSignIn('apple', subject)
    expect(second.user.id).toBe(first.user.id)
    expect(second.user.profile.first_name).toBe('Valentina')
  })

  it('creates an account for a private relay address of Apple', async () => {
    const { subject, email } = appleAt(1)
    expect((await fullSignIn('apple', subject)).user.email).toBe(email)
  })

  it('reads email_verified "false" as unverified, and reports a cancelled sign-in', async () => {
    expect(answerOf(await signIn('apple', appleAt(2).subject)).error).toBe('email_unverified')
    const cancelled = await signIn('apple', 'cancel')
    expect(answerOf(cancelled)).toEqual({ error: 'oauth_cancelled', state: STATE })
  })

  it('fails and changes nothing when the Apple client secret has another key id', async () => {
    const { apple } = test.deps.secrets
    const keyId = apple!.keyId
    apple!.keyId = 'OTHERKEY00'
    const page = await signIn('apple', appleAt(0).subject)
    apple!.keyId = keyId
    expect(answerOf(page).error).toBe('oauth_failed')
  })
})

describe('a provider answer that is not for this browser', () => {
  /** Signs in up to the provider's answer and returns its URL without opening it. */
  async function answerAtHand(): Promise<URL> {
    const holding = new Browser((url) => url.pathname === '/api/auth/google/callback')
    const chooser = await holding.open(startUrl('google'))
    const page = await holding.press(chooser, googleAt(0).subject)
    browser.copyCookies(holding)
    return page.url
  }

  const codes = () => count('oauth_flows', 'code_hash is not null')

  it('refuses a provider answer with a wrong, missing or repeated state', async () => {
    const url = await answerAtHand()
    const before = await codes()
    const state = url.searchParams.get('state') ?? ''
    for (const wrong of [`${state.slice(0, -1)}x`, '', 'x', state.slice(0, 9)]) {
      const changed = new URL(url)
      changed.searchParams.set('state', wrong)
      const page = await browser.open(changed)
      expect(page.url.pathname + page.url.search).toBe('/login?error=oauth_failed')
    }
    const without = new URL(url)
    without.searchParams.delete('state')
    expect((await browser.open(without)).url.pathname).toBe('/login')
    expect(await codes()).toBe(before)
    expect(answerOf(await browser.open(url)).code).toBeDefined()
  })

  it('refuses a provider answer in a browser without the cookie of this sign-in', async () => {
    const url = await answerAtHand()
    const stranger = new Browser(isOurs)
    expect((await stranger.open(url)).url.pathname).toBe('/login')
    await stranger.open(startUrl('google'))
    const own = [...stranger.cookies.values()].find(({ name }) => name.startsWith('cupo_oauth_'))
    const tag = url.searchParams.get('state')?.slice(0, 8)
    stranger.plant({
      name: `cupo_oauth_${tag}`,
      value: own?.value ?? '',
      path: '/',
      host: 'localhost',
    })
    expect((await stranger.open(url)).url.pathname).toBe('/login')
    expect(answerOf(await browser.open(url)).code).toBeDefined()
  })

  it('accepts a provider answer once', async () => {
    const url = await answerAtHand()
    expect(answerOf(await browser.open(url)).code).toBeDefined()
    expect((await browser.open(url)).url.href).toBe(`${test.site}/login?error=oauth_failed`)
  })

  it('refuses a provider answer that is late, on a wrong path or with a wrong code', async () => {
    const url = await answerAtHand()
    const elsewhere = new URL(url)
    elsewhere.pathname = '/api/auth/apple/callback'
    expect((await browser.open(elsewhere)).url.pathname).toBe('/login')
    const now = test.clock.now()
    test.clock.advance(10 * MINUTE_MS)
    expect((await browser.open(url)).url.pathname).toBe('/login')
    test.clock.set(now)
    url.searchParams.set('code', 'invented')
    expect(answerOf(await browser.open(url))).toEqual({ error: 'oauth_failed', state: STATE })
  })
})

describe('one-time sign-in code', () => {
  const codeFor = async (query: Record<string, string> = {}) =>
    answerOf(await signIn('google', googleAt(0).subject, query)).code ?? ''

  it('opens one session when ten calls redeem a one-time code in parallel', async () => {
    const code = await codeFor()
    const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 400)
    expect(refused).toHaveLength(9)
    expect(refused[0]?.body.code).toBe('oauth_code_invalid')
  })

  it('redeems a one-time code only with the state and the browser of the start', async () => {
    const code = await codeFor()
    expect((await redeem(code, 'zyxwvutsrqponmlkjihgfedcba')).status).toBe(400)
    expect((await redeem(code, null)).status).toBe(400)
    expect((await redeem(code, STATE, new Browser(isOurs))).status).toBe(400)
    expect((await redeem(code)).status).toBe(200)
  })

  it('refuses a one-time code after a minute', async () => {
    const code = await codeFor()
    const now = test.clock.now()
    test.clock.set(addMs(now, MINUTE_MS))
    expect((await redeem(code)).status).toBe(400)
    test.clock.set(addMs(now, MINUTE_MS - 1))
    expect((await redeem(code)).status).toBe(200)
    test.clock.set(now)
  })
})

describe('a provider that is down', () => {
  it('redirects with an error while the provider is down, and recovers', async () => {
    const chooser = await browser.open(startUrl('google'))
    const holding = new Browser((url) => url.pathname === '/api/auth/google/callback')
    holding.copyCookies(browser)
    const { url } = await holding.press(chooser, googleAt(0).subject)
    test.oidc.setAway('google', true)
    expect(answerOf(await browser.open(url))).toEqual({ error: 'oauth_unavailable', state: STATE })

    const issuer = test.deps.urls.apple
    test.deps.urls.apple = 'http://127.0.0.1:9/apple'
    const down = await browser.open(startUrl('apple'))
    expect(answerOf(down)).toEqual({ error: 'oauth_unavailable', state: STATE })
    test.deps.urls.apple = issuer
    expect((await test.app.inject('/api/health')).statusCode).toBe(200)
    expect((await browser.open(startUrl('apple'))).html).toContain('Elige una cuenta')
  })

  it('does not offer a provider without its keys', async () => {
    const issuer = test.deps.urls.apple
    delete test.deps.urls.apple
    expect(answerOf(await browser.open(startUrl('apple'))).error).toBe('provider_disabled')
    test.deps.urls.apple = issuer
  })
})

it('lists the accounts of providers with which a person can sign in', async () => {
  const { access_token } = await fullSignIn('apple', appleAt(0).subject)
  const headers = { authorization: `Bearer ${access_token}` }
  const answer = await fetch(`${test.site}/api/auth/identities`, { headers })
  expect(await answer.json()).toMatchObject({
    offered: ['google', 'apple'],
    identities: [{ provider: 'apple', email: appleAt(0).email }],
  })
})

it('deletes sign-in attempts a day after they end', async () => {
  await browser.open(startUrl('google'))
  const now = test.clock.now()
  test.clock.set(addMs(now, 25 * 60 * MINUTE_MS))
  await test.runRecurring('purge-old-data').finally(() => test.clock.set(now))
  expect(await count('oauth_flows')).toBe(0)
})
