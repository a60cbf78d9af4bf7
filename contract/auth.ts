import { z } from 'zod'
import { accountCalls, Email, LinkToken, Password } from './auth-account.ts'
import { Id, Ignored, Instant, inputText, SixDigits } from './common.ts'
import { DOCUMENT_TYPES } from './document-number.ts'
import { IdentificationNumber, PersonName, Username } from './names.ts'
import { ROLES } from './permissions.ts'
import { del, get, post } from './route.ts'

export const IdentificationType = z.enum(DOCUMENT_TYPES)

const Profile = z.object({
  full_name: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  /** Whether the provider gave one name, not separated into first and last name. */
  name_guessed: z.boolean().optional(),
  status: z.string(),
  verification: z.boolean(),
  identification_type: IdentificationType.nullable(),
  identification_number: z.string().nullable(),
  phone_number: z.string().nullable(),
  /** Path on this site; it changes with every new photo. */
  photo_url: z.string().nullable().optional(),
})

export const User = z.object({
  id: Id,
  email: z.string(),
  /** Whether a mailed link or the sign-in provider proved that the address is the person's. */
  email_confirmed: z.boolean(),
  /** Whether the terms were accepted; Google and Apple accounts are asked once. */
  terms_accepted: z.boolean(),
  /** Whether the phone number was proved; `needed`: booking and publishing require it. */
  phone_proof: z.enum(['proved', 'needed', 'optional']).optional(),
  username: z.string().nullable(),
  first_name: z.string().nullable(),
  roles: z.array(z.enum(ROLES)),
  profile: Profile,
})
export type User = z.infer<typeof User>

export const Tokens = z.object({
  access_token: z.string(),
  expires_at: z.int().meta({ description: 'Unix seconds' }),
  /** Only for the native wrapper (`mobile=true`); the web keeps it in an HttpOnly cookie. */
  refresh_token: z.string().optional(),
})

export const Session = z.object({
  id: Id,
  /** Name such as "Chrome en Windows"; null when the device did not send one. */
  device: z.string().nullable(),
  openedAt: Instant,
  usedAt: Instant,
  /** Whether this is the session that makes the request. */
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

const mobile = z.boolean().optional()

export const sessionCalls = {
  signup: post('/auth/signup', {
    auth: 'public',
    summary: 'Create an account',
    description:
      'Registers a person with a password, opens their wallet and mails a link that proves the ' +
      'address. An address that another account proved is refused with `email_taken`; a network ' +
      'that got 10 such answers gets no such answer for an hour. A network makes at most 20 ' +
      'accounts in an hour, of at most 200 forms. Repeating it with the same address and ' +
      'password is the same account.',
    body: z.strictObject({
      email: Email,
      password: Password,
      username: Username.optional(),
      first_name: PersonName.optional(),
      last_name: PersonName.optional(),
      identification_type: IdentificationType.optional(),
      identification_number: IdentificationNumber.optional(),
      verification_terms: z.literal('aceptado'),
      suscriptions: z.enum(['aceptado', 'rechazado']).default('rechazado'),
    }),
    ok: z.object({ message: z.string() }),
    status: 201,
    limit: { max: 200, windowSeconds: 3600, by: 'ip' },
    errors: [
      'email_taken',
      'username_taken',
      'username_reserved',
      'weak_password',
      'sign_ups_off',
      'busy',
    ],
  }),
  login: post('/auth/login', {
    auth: 'public',
    summary: 'Sign in',
    description:
      'Opens a new session and answers a short-lived access token; the refresh token goes ' +
      'into an HttpOnly cookie, or into the answer with `mobile`. Unknown accounts and wrong ' +
      'passwords get the same answer in the same time.',
    body: z.strictObject({
      email: inputText().trim().min(1).max(254),
      password: inputText().min(1).max(1000),
      mobile,
    }),
    ok: Tokens.extend({ user: User }),
    limit: { max: 60, windowSeconds: 600, by: 'stranger' },
    errors: ['bad_credentials', 'cookie_doubled', 'busy'],
  }),
  refresh: post('/auth/refresh', {
    auth: 'public',
    summary: 'Renew the session',
    description:
      'Exchanges the refresh token for its successor and a new access token. The same token ' +
      'again within 20 seconds gets the same successor; later use of a replaced token ends ' +
      'the session. `token_expired`: it ended by time; `unauthenticated`: somebody ended it.',
    body: z.strictObject({ refresh_token: inputText().max(200).optional(), mobile }),
    ok: Tokens,
    limit: { max: 240, windowSeconds: 600, by: 'ip' },
    errors: ['unauthenticated', 'token_expired', 'session_reused', 'bad_origin', 'cookie_doubled'],
  }),
  logout: post('/auth/logout', {
    auth: 'optional',
    summary: 'Sign out',
    description:
      'Ends the sessions named by the access token, by the refresh token, or by both, and ' +
      'clears the cookie. Safe to repeat.',
    body: z.strictObject({ refresh_token: inputText().max(200).optional() }),
    ok: z.object({ message: z.string() }),
    whenExpelled: true,
    errors: ['bad_origin', 'cookie_doubled'],
  }),
  me: get('/auth/me', {
    auth: 'live',
    summary: 'Show the signed-in person',
    description: "Returns the signed-in person's own data.",
    ok: z.object({ user: User }),
  }),
  bootstrap: post('/auth/bootstrap', {
    auth: 'live',
    summary: 'Prepare the account after signing in',
    description:
      'Makes sure that the signed-in person has a wallet and answers both. Safe to repeat; ' +
      'the body is accepted for compatibility and ignored.',
    body: z.strictObject({
      debug: Ignored.optional(),
      timestamp: z.union([inputText().max(64), z.number()]).optional(),
      client: inputText().max(100).optional(),
    }),
    ok: z.object({ user: User, wallet_id: Id }),
    whenExpelled: true,
  }),
  sessions: get('/auth/sessions', {
    auth: 'live',
    summary: 'List the open sessions',
    description: "Returns the signed-in person's open sessions, with device and last use.",
    ok: z.object({ sessions: z.array(Session) }),
  }),
  stepUp: post('/auth/step-up', {
    auth: 'live',
    summary: 'Prove again who uses the session',
    description:
      'Proves anew, by password or mailed code, who uses this session. For ten minutes it may ' +
      'then change the address, the password or where money is paid out.',
    body: z.union([
      z.strictObject({ password: inputText().min(1).max(1000) }),
      z.strictObject({ code: SixDigits }),
    ]),
    ok: z.object({ message: z.string() }),
    limit: { max: 30, windowSeconds: 600, by: 'user' },
    whenExpelled: true,
    errors: ['wrong_password', 'step_up_code_wrong', 'busy'],
  }),
  stepUpCode: post('/auth/step-up/code', {
    auth: 'live',
    summary: 'Ask for a mailed step-up code',
    description:
      'Mails a code for `POST /auth/step-up` to an account that has no password. It works in ' +
      'this session only and ends after 10 minutes.',
    body: z.strictObject({}),
    ok: z.object({ message: z.string() }),
    limit: { max: 5, windowSeconds: 3600, by: 'user' },
    whenExpelled: true,
    errors: ['step_up_password'],
  }),
  closeSession: del('/auth/sessions/:sessionId', {
    auth: 'live',
    summary: "End one of one's own sessions",
    description:
      "Ends one of the signed-in person's own sessions. Somebody else's session answers " +
      '`not_found`.',
    ok: z.object({ message: z.string() }),
    whenExpelled: true,
  }),
}

export const recoveryCalls = {
  confirmRecovery: post('/auth/recover-account/confirm', {
    auth: 'public',
    summary: 'Set the new password by the mailed link',
    description:
      'Sets the password typed now; without one, in the browser that asked, the one typed while ' +
      'asking. Ends every session and opens a new one, without a second factor. The link works ' +
      'once.',
    body: z.strictObject({
      token: LinkToken,
      /** New password. Not needed in the browser that asked for recovery, which keeps a cookie. */
      password: Password.optional(),
      mobile,
    }),
    ok: Tokens,
    limit: { max: 30, windowSeconds: 600, by: 'stranger' },
    errors: [
      'link_invalid',
      'new_password_required',
      'weak_password',
      'email_taken',
      'cookie_doubled',
      'busy',
    ],
  }),
}

export const auth = { ...sessionCalls, ...accountCalls, ...recoveryCalls }
