import { z } from 'zod'
import { IdentificationType } from './auth.ts'
import { Id, Instant, longText, PesosSum, pageNumber, pageOf, text } from './common.ts'
import { IdentificationNumber } from './names.ts'
import { get, post } from './route.ts'
import { SeenFirst, seenErrors, signedErrors } from './team-acts.ts'
import { NumberedAccount } from './withdrawal-accounts.ts'

/** Characters of the reason to look at a claim, and of the papers that prove an heir. */
export const CLAIM_NOTE_MIN = 10
export const CLAIM_NOTE_MAX = 300

/** Days after which the claim to a closed account's money is shown on the first screen. */
export const CLAIM_OLD_DAYS = 90

/** Money that is left in the wallet of a closed account, without whose it is. */
export const Claim = z.object({
  id: Id,
  /** Number that the owner has, such as `CUPO-1A2B-3C4D`. */
  number: z.string(),
  closedAt: Instant,
  /** By when the team works on it: it is old, or has an account that another person confirms. */
  dueAt: Instant,
  pesos: PesosSum,
  debt: PesosSum,
  /** `no_account`: the owner must prove identity and give one. `paying`: the program pays it. */
  state: z.enum(['no_account', 'heir', 'paying']),
})
export type Claim = z.infer<typeof Claim>

const ClaimAccount = z.object({
  holder: z.string(),
  legalId: z.string(),
  title: z.string(),
  masked: z.string(),
})

/** A claim with whose it is, as one member of the team opened it. */
export const OpenedClaim = Claim.extend({
  /** Null: nothing is known of the owner, so the gateway must return the money. */
  owner: z
    .object({
      name: z.string().nullable(),
      email: z.string(),
      phone: z.string().nullable(),
      legalId: z.string().nullable(),
    })
    .nullable(),
  account: ClaimAccount.nullable(),
  /** Account that one person entered; another person confirms it or refuses it. */
  proposed: ClaimAccount.extend({ papers: z.string(), by: z.string(), at: Instant }).nullable(),
  withdrawable: PesosSum,
  can: z.object({ enter: z.boolean(), decide: z.boolean() }),
})
export type OpenedClaim = z.infer<typeof OpenedClaim>

const note = longText(CLAIM_NOTE_MAX).min(CLAIM_NOTE_MIN)
const reveals = { permission: 'people.reveal' } as const

export const claimCalls = {
  listClaims: get('/admin/claims', {
    auth: reveals,
    summary: 'List money left in closed accounts',
    description:
      'Returns wallets of closed accounts that still have pesos, or of these the ones that wait ' +
      'for somebody: old, or for heirs and entered by another person. The oldest first. Names ' +
      'nobody.',
    query: z.strictObject({
      status: z.enum(['waiting', 'all']).default('waiting'),
      /** Only this one, in any state. */
      claim: Id.optional(),
      page: pageNumber,
    }),
    ok: pageOf(Claim),
  }),
  openClaim: post('/admin/claims/:claimId/open', {
    auth: reveals,
    summary: 'See who owns the money of a closed account',
    description:
      'Decrypts the owner of the money and the account that they gave, with a reason, on the ' +
      'audit trail.',
    body: z.strictObject({ reason: note }),
    ok: z.object({ claim: OpenedClaim }),
    limit: { max: 60, windowSeconds: 3600, by: 'user' },
    errors: ['claim_not_found'],
  }),
  enterClaimAccount: post('/admin/claims/:claimId/account', {
    auth: reveals,
    summary: 'Enter where the money of a closed account goes',
    description:
      'Enters holder and account after the owner proved their identity, or an heir with papers; ' +
      'then another person must confirm it.',
    body: z.strictObject({
      /** Whether the holder is an heir, not the owner. */
      heir: z.boolean(),
      name: text(120),
      legalIdType: IdentificationType,
      legalId: IdentificationNumber,
      account: NumberedAccount,
      /** How the identity was proved, or the papers of the heir. */
      papers: note,
      ...SeenFirst,
    }),
    ok: z.object({ claim: OpenedClaim }),
    limit: { max: 30, windowSeconds: 3600, by: 'user' },
    errors: ['claim_not_found', 'claim_holder_differs', ...seenErrors, ...signedErrors],
  }),
  decideClaimAccount: post('/admin/claims/:claimId/decide', {
    auth: reveals,
    summary: 'Confirm or refuse an entered payout account',
    description:
      'Another human being confirms the account that somebody entered for an heir, or for an ' +
      'owner without a document on file; `agree: false` refuses it.',
    body: z.strictObject({ agree: z.boolean(), ...SeenFirst }),
    ok: z.object({ claim: OpenedClaim }),
    errors: ['claim_not_found', ...seenErrors, ...signedErrors],
  }),
}
