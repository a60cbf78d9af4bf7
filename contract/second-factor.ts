import { z } from 'zod'
import { Id, Instant, inputText, longText, SixDigits, text } from './common.ts'
import { del, get, post } from './route.ts'
import { comparedErrors } from './team-acts.ts'
import { STAFF_REASON_MAX, STAFF_REASON_MIN } from './team-limits.ts'

/** Hours that a proved second factor is valid, and length of a team member's session. */
export const SECOND_FACTOR_HOURS = 8

const Status = z.object({
  /** Whether the person works for Cupo and therefore needs a second factor. */
  required: z.boolean(),
  /** End of this session's proof of a second factor; null when not proved. */
  provedUntil: Instant.nullable(),
  totp: z.boolean(),
  passkeys: z.array(
    z.object({ id: Id, name: z.string(), createdAt: Instant, usedAt: Instant.nullable() }),
  ),
  recoveryCodesLeft: z.int(),
})
export type SecondFactorStatus = z.infer<typeof Status>

/** Answer after adding a factor: the first factor comes with recovery codes, shown only once. */
const Added = z.object({ recoveryCodes: z.array(z.string()).nullable() })

const base64url = () =>
  inputText()
    .min(1)
    .max(20_000)
    .regex(/^[A-Za-z0-9_-]+$/)

/** Fields that we read of a browser's answer (WebAuthn level 3, "RegistrationResponseJSON"). */
const credential = <T extends z.ZodRawShape>(response: T) =>
  z.strictObject({
    id: base64url(),
    rawId: base64url(),
    type: z.literal('public-key'),
    response: z.strictObject(response),
  })

const Registration = credential({
  clientDataJSON: base64url(),
  attestationObject: base64url(),
  transports: z.array(inputText().max(20)).max(10).optional(),
})
export type PasskeyRegistration = z.output<typeof Registration>

const Assertion = credential({
  clientDataJSON: base64url(),
  authenticatorData: base64url(),
  signature: base64url(),
  userHandle: base64url().nullish(),
})
export type PasskeyAssertion = z.output<typeof Assertion>

/** Options for the browser, created by the server's WebAuthn library. */
const Options = z.object({ options: z.record(z.string(), z.unknown()) })

export const secondFactor = {
  show: get('/second-factor', {
    auth: 'live',
    summary: "Show one's second factors",
    description:
      'Returns which second factors the person has, and whether this session proved one.',
    ok: Status,
  }),
  prove: post('/second-factor/prove', {
    auth: 'live',
    summary: 'Prove the second factor by a code',
    description:
      'Proves the second factor in this session for eight hours, by the code of an ' +
      'authenticator app or by a recovery code; each code works once. Five wrong codes in a ' +
      'quarter of an hour, or twenty in a day, are the limit.',
    body: z.union([
      z.strictObject({ code: SixDigits }),
      z.strictObject({ recoveryCode: inputText().trim().min(8).max(20) }),
    ]),
    ok: Status,
    errors: ['second_factor_wrong', 'rate_limited', 'busy'],
  }),
  beginTotp: post('/second-factor/totp', {
    auth: 'live',
    summary: 'Begin to add an authenticator app',
    description:
      'Makes a secret for an authenticator app, of no use until a code of it is confirmed. ' +
      'The first factor needs step-up, a further one a session that proved one. A repeat makes ' +
      'another secret.',
    body: z.strictObject({}),
    ok: z.object({ secret: z.string(), uri: z.string() }),
    limit: { max: 20, windowSeconds: 3600, by: 'user' },
    errors: ['forbidden', 'step_up_required', 'second_factor_required', 'second_factor_exists'],
  }),
  confirmTotp: post('/second-factor/totp/confirm', {
    auth: 'live',
    summary: 'Confirm the authenticator app',
    description:
      'Confirms the secret by a code of it; the session has then proved its second factor.',
    body: z.strictObject({ code: SixDigits }),
    ok: Added,
    errors: ['forbidden', 'second_factor_wrong', 'second_factor_exists', 'rate_limited', 'busy'],
  }),
  removeTotp: del('/second-factor/totp', {
    auth: 'live',
    summary: 'Remove the authenticator app',
    description: 'Forgets the authenticator app. Needs a session that proved a second factor.',
    ok: Status,
    errors: ['second_factor_required'],
  }),
  passkeyOptions: post('/second-factor/passkeys/options', {
    auth: 'live',
    summary: 'Make a challenge for a passkey',
    description:
      'Makes a challenge for adding a passkey or for proving with one. It works once, in this ' +
      'session, for five minutes.',
    body: z.strictObject({ purpose: z.enum(['register', 'prove']) }),
    ok: Options,
    limit: { max: 60, windowSeconds: 3600, by: 'user' },
    errors: ['forbidden', 'step_up_required', 'second_factor_required'],
  }),
  addPasskey: post('/second-factor/passkeys', {
    auth: 'live',
    summary: 'Add a passkey',
    description:
      'Keeps the public key of a passkey that signed our challenge on our site; the session ' +
      'has then proved its second factor.',
    body: z.strictObject({ name: text(60), credential: Registration }),
    ok: Added,
    limit: { max: 20, windowSeconds: 3600, by: 'user' },
    errors: [
      'forbidden',
      'step_up_required',
      'second_factor_required',
      'second_factor_wrong',
      'second_factor_exists',
    ],
  }),
  provePasskey: post('/second-factor/passkeys/prove', {
    auth: 'live',
    summary: 'Prove the second factor by a passkey',
    description:
      'Proves the second factor in this session for eight hours by a passkey. A wrong ' +
      'challenge or origin, or a counter that goes back, is refused.',
    body: z.strictObject({ credential: Assertion }),
    ok: Status,
    errors: ['second_factor_wrong', 'rate_limited', 'busy'],
  }),
  removePasskey: del('/second-factor/passkeys/:passkeyId', {
    auth: 'live',
    summary: 'Remove a passkey',
    description:
      "Forgets one of the person's passkeys. Needs a session that proved a second factor.",
    ok: Status,
    errors: ['second_factor_required'],
  }),
  newRecoveryCodes: post('/second-factor/recovery-codes', {
    auth: 'live',
    summary: 'Make new recovery codes',
    description:
      'Replaces the recovery codes; the former ones stop working. Needs a session that proved ' +
      'a second factor.',
    body: z.strictObject({}),
    ok: z.object({ recoveryCodes: z.array(z.string()) }),
    limit: { max: 10, windowSeconds: 3600, by: 'user' },
    errors: ['second_factor_required'],
  }),
  reset: post('/admin/people/:userId/second-factor/reset', {
    auth: { permission: 'staff.manage' },
    summary: "Reset a colleague's second factors",
    description:
      'Forgets every second factor of another person, with a reason, and ends what their ' +
      'sessions proved. They are told. Needs the permission `staff.manage`; never for oneself.',
    body: z.strictObject({ reason: longText(STAFF_REASON_MAX).min(STAFF_REASON_MIN) }),
    ok: z.object({ reset: z.literal(true) }),
    errors: [...comparedErrors],
  }),
}
