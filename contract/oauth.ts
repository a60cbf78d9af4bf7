import { z } from 'zod'
import { Tokens } from './auth.ts'
import { Instant, inputText } from './common.ts'
import { del, get, post, rawAnswer } from './route.ts'

/** Value that the client keeps as `oauth_state` to recognise its own sign-in. */
const ClientState = inputText().regex(/^[A-Za-z0-9_-]{20,64}$/)

const Start = z.strictObject({
  /** One of our own callback pages; by default the site's `/auth/callback`. */
  redirect_url: inputText().max(300).optional(),
  /** `true` inside the native app; requires a `state`. */
  mobile: z.enum(['true', 'false']).optional(),
  state: ClientState.optional(),
  /** S256 challenge of the native app (RFC 7636): the exchange of its code needs the verifier. */
  challenge: inputText()
    .regex(/^[\w-]{43}$/)
    .optional(),
})

const ProviderName = z.enum(['google', 'apple'])
const Provider = z.strictObject({ provider: ProviderName })

const Identities = z.object({
  /** Providers of this site. */
  offered: z.array(ProviderName),
  identities: z.array(
    z.object({
      provider: ProviderName,
      email: z.string().nullable(),
      linkedAt: Instant,
      usedAt: Instant,
    }),
  ),
})

/**
 * Declares a page address for browsers, not a JSON call: it redirects to the provider, or back to
 * `redirect_url` with `error` (a code of the error table) and `state`.
 */
function start<const P extends string>(path: P, summary: string, description: string) {
  return get(path, {
    auth: 'public',
    summary,
    description,
    query: Start,
    ...rawAnswer,
    visited: '/login',
    limit: { max: 60, windowSeconds: 600, by: 'ip' },
    errors: ['redirect_not_allowed'],
  })
}

export const oauth = {
  google: start(
    '/auth/login/google',
    'Go to Google to sign in',
    'Redirects the browser to Google to sign in, and from there back to `redirect_url` with ' +
      'a one-time code. Errors come back to `redirect_url` as `error`.',
  ),
  googleLat: start(
    '/auth/login/google-lat',
    'Go to Google to sign in on the .lat domain',
    'Does what `/auth/login/google` does, for the site on the .lat domain.',
  ),
  apple: start(
    '/auth/login/apple',
    'Go to Apple to sign in',
    'Redirects the browser to Apple to sign in, and from there back to `redirect_url` with ' +
      'a one-time code. Errors come back to `redirect_url` as `error`.',
  ),
  appleLat: start(
    '/auth/login/apple-lat',
    'Go to Apple to sign in on the .lat domain',
    'Does what `/auth/login/apple` does, for the site on the .lat domain.',
  ),
  identities: get('/auth/identities', {
    auth: 'live',
    summary: "List one's linked sign-in accounts",
    description: 'Returns the Google and Apple accounts linked to the signed-in person.',
    ok: Identities,
  }),
  startLink: post('/auth/identities/:provider', {
    auth: 'live',
    summary: 'Go to Google or Apple to link an account',
    description:
      'Answers the address at the provider to which the browser then goes; needs a step-up. The ' +
      'provider leads back to `/profile` with `linked` or `error`. Works in a browser, whose ' +
      'cookie binds the answer.',
    params: Provider,
    body: z.strictObject({}),
    ok: z.object({ address: z.string() }),
    limit: { max: 30, windowSeconds: 3600, by: 'user' },
    errors: ['step_up_required', 'provider_disabled', 'oauth_unavailable'],
  }),
  unlink: del('/auth/identities/:provider', {
    auth: 'live',
    summary: 'Unlink a Google or Apple account',
    description: 'Removes the link and ends the other sessions that it opened; needs a step-up.',
    params: Provider,
    ok: Identities,
    errors: ['step_up_required', 'identity_not_found', 'last_way_in'],
  }),
  appleNotice: post('/auth/apple/notices', {
    auth: 'public',
    summary: 'Take a notice of Apple about an account',
    description:
      'Takes a signed notice of Apple: a person revoked the consent, deleted the Apple account, ' +
      'or switched the forwarding of a hidden address off or on. Each notice counts once.',
    body: z.object({ payload: inputText().min(1).max(8000) }),
    ok: z.object({ received: z.literal(true) }),
    limit: { max: 600, windowSeconds: 600, by: 'ip' },
    errors: ['bad_signature', 'provider_disabled', 'oauth_unavailable'],
  }),
  redeem: get('/auth/lat-callback', {
    auth: 'public',
    summary: 'Exchange a sign-in code for a session',
    description:
      'Exchanges the one-time code of a finished sign-in for a session. The code works once, ' +
      'within 60 seconds, and only for the client that began the sign-in.',
    query: z.strictObject({
      code: inputText().min(1).max(200),
      /** The `state` sent at the start of the sign-in. */
      state: ClientState.optional(),
      /** Verifier from which the `challenge` at the start was computed. */
      verifier: inputText()
        .regex(/^[\w.~-]{43,128}$/)
        .optional(),
    }),
    ok: Tokens.extend({ is_new_user: z.boolean() }),
    limit: { max: 60, windowSeconds: 600, by: 'ip' },
    errors: ['oauth_code_invalid'],
  }),
}
