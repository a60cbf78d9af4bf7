import { z } from 'zod'
import { Id, Instant, inputText, text } from './common.ts'
import { nationalMobile } from './phone-number.ts'
import { del, get, post } from './route.ts'
import { bareText } from './typed-text.ts'
import { ACCOUNT_NUMBER, BANK_CODES, KEY_TYPES } from './withdrawal-limits.ts'

export const PayoutAccount = z.object({
  id: Id,
  kind: z.enum(['bank', 'nequi', 'daviplata', 'breb']),
  /** Such as `Bancolombia · Ahorros`, `Nequi`, `Llave Bre-B`. */
  title: z.string(),
  /** Last characters of the account number or key. */
  masked: z.string(),
  holder: z.string(),
  preferred: z.boolean(),
  /** First instant of use; in the past unless the account is new. */
  usableFrom: Instant,
  usable: z.boolean(),
  /** Whether the account cannot be used yet, because it was added less than a day ago. */
  waits: z.boolean(),
})
export type PayoutAccount = z.infer<typeof PayoutAccount>

const number = inputText().overwrite(bareText).regex(ACCOUNT_NUMBER)
const mobile = inputText()
  .overwrite((typed) => nationalMobile(typed) ?? typed)
  .regex(/^3\d{9}$/)
const key = text(92).min(3)

const numbered = [
  z.strictObject({
    kind: z.literal('bank'),
    bank: z.enum(BANK_CODES),
    accountType: z.enum(['savings', 'checking']),
    number,
  }),
  z.strictObject({ kind: z.literal('nequi'), number: mobile }),
  z.strictObject({ kind: z.literal('daviplata'), number: mobile }),
] as const

/** An account with a number, which somebody can read out. */
export const NumberedAccount = z.discriminatedUnion('kind', numbered)

export const NewAccount = z.discriminatedUnion('kind', [
  ...numbered,
  z.strictObject({
    kind: z.literal('breb'),
    keyType: z.enum(KEY_TYPES),
    key,
    /** Name of the holder that was shown to the person; it must not have changed since. */
    holder: text(120),
  }),
])
export type NewAccount = z.infer<typeof NewAccount>

export const accountCalls = {
  listAccounts: get('/payout-accounts', {
    auth: 'live',
    summary: "List one's payout accounts",
    description:
      'Returns the accounts of the signed-in person, masked, and what stands in the way.',
    ok: z.object({
      items: z.array(PayoutAccount),
      /** Whether the identity is verified, which an account requires. */
      identityVerified: z.boolean(),
      /** Holder of every account: the verified person; null when not verified. */
      holder: z.string().nullable(),
      /** Whether the server can resolve Bre-B keys. */
      brebOffered: z.boolean(),
    }),
  }),
  resolveKey: post('/payout-accounts/resolve', {
    auth: 'live',
    whenExpelled: true,
    summary: 'Look up the holder of a Bre-B key',
    description:
      'Asks whose key it is, so that its holder is seen before it is added. Only keys of the ' +
      'signed-in person, by the verified identity, are answered.',
    body: z.strictObject({ keyType: z.enum(KEY_TYPES), key }),
    ok: z.object({ holder: z.string(), bank: z.string().nullable() }),
    limit: { max: 10, windowSeconds: 3600, by: 'user' },
    errors: [
      'identity_unverified',
      'payout_key_unknown',
      'payout_holder_differs',
      'payouts_unavailable',
    ],
  }),
  addAccount: post('/payout-accounts', {
    auth: 'live',
    whenExpelled: true,
    summary: 'Add a payout account',
    description:
      'Adds an account of the verified person. Needs a proof of the last ten minutes (step-up). ' +
      'It can be used after 24 hours; the person is told at once. The same account again is the ' +
      'same row.',
    body: NewAccount,
    ok: z.object({ account: PayoutAccount }),
    status: 201,
    limit: { max: 10, windowSeconds: 86_400, by: 'user' },
    errors: [
      'step_up_required',
      'identity_unverified',
      'payout_accounts_full',
      'payout_key_unknown',
      'payout_holder_differs',
      'payouts_unavailable',
    ],
  }),
  preferAccount: post('/payout-accounts/:accountId/prefer', {
    auth: 'live',
    whenExpelled: true,
    summary: 'Prefer a payout account',
    description: 'Sets the account that is offered first. No money moves.',
    body: z.strictObject({}),
    ok: z.object({ account: PayoutAccount }),
    errors: ['payout_account_not_found'],
  }),
  removeAccount: del('/payout-accounts/:accountId', {
    auth: 'live',
    whenExpelled: true,
    summary: 'Remove a payout account',
    description: 'Removes an account to which nothing is on its way. Safe to repeat.',
    ok: z.object({ removed: z.literal(true) }),
    errors: ['payout_account_not_found', 'payout_account_in_use'],
  }),
  denyAccount: post('/payout-accounts/:accountId/deny', {
    auth: 'live',
    whenExpelled: true,
    summary: 'Deny having added a payout account',
    description:
      'The owner did not add this account: it is removed, what was asked for to it and not ' +
      'sent is cancelled, and every other session of the person ends. Safe to repeat.',
    body: z.strictObject({}),
    ok: z.object({
      removed: z.literal(true),
      cancelled: z.int(),
      /** Had left for the account and cannot be stopped. */
      sentPesos: z.int(),
      sessionsEnded: z.int(),
    }),
    errors: ['payout_account_not_found'],
  }),
}
