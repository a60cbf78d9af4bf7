import { beforeAll, expect, it } from 'vitest'
import { APP_CALLBACK } from '#contract/native-app.ts'
import { sha256 } from '#server/platform/crypto.ts'
import { Browser, openSignInApp, type SignInApp } from '#test/sign-in.ts'

const STATE = 'abcdefghijklmnopqrstuvwxyz'
const isOurs = (url: URL) => url.pathname === '/auth/callback'
const isApp = (url: URL) => url.href.startsWith(`${APP_CALLBACK}?`)

let test: SignInApp

beforeAll(async () => {
  test = await openSignInApp()
})

const startUrl = (query: Record<string, string>) =>
  `${test.site}/api/auth/login/google?${new URLSearchParams(query)}`

/** Signs in with the system browser; returns the one-time code. */
async function codeFor(query: Record<string, string>, stop = isOurs): Promise<string> {
  const system = new Browser(stop)
  const chooser = await system.open(startUrl({ state: STATE, mobile: 'true', ...query }))
  const account = test.oidc.identities.google[0]
  const { url } = await system.press(chooser, account?.subject ?? '')
  return url.searchParams.get('code') ?? ''
}

/** Redeems a code in the web view of the app, which has no cookies of the system browser. */
async function redeem(query: Record<string, string>) {
  const app = new Browser(isOurs)
  const answer = await app.fetch(`${test.site}/api/auth/lat-callback?${new URLSearchParams(query)}`)
  return { status: answer.status, body: await answer.json(), app }
}

it('gives the refresh token to the native app only with the code and its state', async () => {
  const code = await codeFor({})
  expect((await redeem({ code })).status).toBe(400)
  const { body, app } = await redeem({ code, state: STATE })
  expect(body.refresh_token).toMatch(/\./)
  expect(app.cookie('cupo_refresh')).toBeUndefined()
  const bare = await new Browser(isOurs).open(startUrl({ mobile: 'true' }))
  expect(Object.fromEntries(bare.url.searchParams)).toEqual({ error: 'oauth_failed' })
})

it('needs the PKCE verifier to redeem a code that returns to the native app', async () => {
  const verifier = 'v'.repeat(43)
  const challenge = sha256(verifier).toString('base64url')
  const toApp = { redirect_url: APP_CALLBACK, mobile: 'true', state: STATE }
  for (const query of [toApp, { ...toApp, challenge, mobile: 'false' }]) {
    const refused = await fetch(startUrl(query), { redirect: 'manual' })
    expect(refused.headers.get('location')).toBe('/login?error=redirect_not_allowed')
  }
  const code = await codeFor({ ...toApp, challenge }, isApp)
  expect((await redeem({ code, state: STATE })).status).toBe(400)
  expect((await redeem({ code, state: STATE, verifier: 'w'.repeat(43) })).status).toBe(400)
  const { status, body } = await redeem({ code, state: STATE, verifier })
  expect([status, typeof body.refresh_token]).toEqual([200, 'string'])
})
