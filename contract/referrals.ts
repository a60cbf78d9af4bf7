import { z } from 'zod'
import { Instant, inputText } from './common.ts'
import { get, post } from './route.ts'
import { INVITATION_CODE_LENGTH, readShortCode } from './short-code.ts'

/** Eight letters and digits that cannot be confused with each other; case does not matter. */
const ReferralCode = inputText()
  .max(60)
  .overwrite((typed) => readShortCode(typed, INVITATION_CODE_LENGTH) ?? typed)
  .regex(/^[2-9A-HJKMNP-Z]{8}$/)

const ReferralStatus = z.enum(['waiting', 'review', 'paid', 'refused', 'undone'])
export type ReferralStatus = z.infer<typeof ReferralStatus>

/** A person who signed up with the code. */
const Invited = z.object({
  /** First name and initial. */
  name: z.string(),
  status: ReferralStatus,
  at: Instant,
})
export type Invited = z.infer<typeof Invited>

export const referrals = {
  mine: get('/referrals', {
    auth: 'live',
    summary: "Show one's invitation code and whom one invited",
    description:
      "Returns the signed-in person's code, what an invitation pays today, and who came by it. " +
      '`code` is null until it was asked for.',
    ok: z.object({
      code: z.string().nullable(),
      referrerPoints: z.int(),
      friendPoints: z.int(),
      perMonth: z.int(),
      invited: z.array(Invited),
      /** Person who invited the signed-in person; null when nobody did. */
      invitedBy: Invited.nullable(),
      mayClaim: z.boolean(),
    }),
  }),
  makeCode: post('/referrals/code', {
    auth: 'live',
    summary: "Make one's invitation code",
    description: "Makes the signed-in person's code. Safe to repeat: it is always the same.",
    body: z.strictObject({}),
    ok: z.object({ code: z.string() }),
    status: 201,
  }),
  ofCode: get('/referrals/codes/:code', {
    auth: 'public',
    summary: 'Show who invites with a code',
    description: 'Returns the first name of whose code it is, and what the friend earns.',
    params: z.strictObject({ code: ReferralCode }),
    ok: z.object({ name: z.string(), friendPoints: z.int() }),
    limit: { max: 60, windowSeconds: 600, by: 'ip' },
    errors: ['referral_code_unknown'],
  }),
  claim: post('/referrals', {
    auth: 'live',
    summary: 'Say who invited one',
    description:
      'Notes who invited the signed-in person, once, while the account is new and has not ' +
      'travelled. Both get points after the first trip with somebody else. Safe to repeat.',
    body: z.strictObject({ code: ReferralCode }),
    ok: z.object({ invitedBy: Invited }),
    status: 201,
    limit: { max: 20, windowSeconds: 3600, by: 'user' },
    errors: ['referral_code_unknown', 'referral_self', 'referral_late', 'referral_claimed'],
  }),
}
