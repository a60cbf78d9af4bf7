import { z } from 'zod'
import { claimCalls } from './claims.ts'
import { CalendarDate, Id, Instant, PesosSum } from './common.ts'
import { CONSENT_PURPOSES } from './consent-texts.ts'
import { EXPORT_DAYS, GRACE_DAYS } from './privacy-limits.ts'
import { del, get, post, rawAnswer } from './route.ts'

const Consent = z.object({
  purpose: z.enum(CONSENT_PURPOSES),
  title: z.string(),
  /** Consent text that the person accepted, or would accept. */
  text: z.string(),
  given: z.boolean(),
  version: CalendarDate.nullable(),
  /** Time of the consent or of its withdrawal; null when never asked. */
  at: Instant.nullable(),
  /** False for terms and privacy, whose consent ends only with the account. */
  canChange: z.boolean(),
})
export type Consent = z.infer<typeof Consent>

export const OpenThing = z.object({
  kind: z.enum(['booking', 'trip', 'dispute', 'withdrawal', 'topup', 'hold', 'case']),
  id: Id,
  at: Instant,
})
export type OpenThing = z.infer<typeof OpenThing>

export const PrivacyView = z.object({
  consents: z.array(Consent),
  export: z
    .object({ askedAt: Instant, readyAt: Instant.nullable(), expiresAt: Instant.nullable() })
    .nullable(),
  /** `canTakeBack`: false once the data are being erased. */
  closing: z.object({ askedAt: Instant, dueAt: Instant, canTakeBack: z.boolean() }).nullable(),
  /** Obstacles to closing the account now, and what happens to the balance. */
  beforeClosing: z.object({
    open: z.array(OpenThing),
    debtPesos: PesosSum,
    /** Money in the wallet to spend. */
    freePesos: PesosSum,
    /** Money held for bookings and withdrawals. */
    heldPesos: PesosSum,
    /** Part of `freePesos` that is for travelling only: it lapses when the account is closed. */
    lapsingPesos: PesosSum,
    /** Part of `freePesos` that cannot be withdrawn yet; it is paid when its time is over. */
    youngPesos: PesosSum,
  }),
  /** Terms that are announced and not yet in force. */
  coming: z.object({ version: CalendarDate, changes: z.string() }).nullable(),
})
export type PrivacyView = z.infer<typeof PrivacyView>

const view = z.object({ privacy: PrivacyView })

const TermsVersion = z.object({
  purpose: z.enum(CONSENT_PURPOSES),
  version: CalendarDate,
  announcedOn: CalendarDate,
  title: z.string(),
  text: z.string(),
  changes: z.string().nullable(),
  /** `planned`: not announced yet. `announced`: people are told, but it is not in force. */
  state: z.enum(['past', 'current', 'announced', 'planned']),
  /** People whose last answer about this purpose agrees to this version. */
  accepted: z.int(),
  withdrawn: z.int(),
  told: z.int(),
})
export type TermsVersion = z.infer<typeof TermsVersion>

export const privacy = {
  show: get('/me/privacy', {
    auth: 'live',
    summary: "Show one's consents, export and account closing",
    description:
      "Returns the signed-in person's consents with their dates, their last export, the closing " +
      'of the account, what stands in its way, and terms that are announced.',
    ok: view,
  }),
  changeConsent: post('/me/consents', {
    auth: 'live',
    summary: 'Give or withdraw a consent',
    description:
      'Gives or withdraws a consent that is optional. Repeating it changes nothing. Terms and ' +
      'privacy are withdrawn by closing the account.',
    body: z.strictObject({
      purpose: z.enum(['selfie', 'profile_photo', 'marketing', 'list_purchase']),
      given: z.boolean(),
    }),
    ok: view,
    limit: { max: 60, windowSeconds: 3600, by: 'user' },
    whenExpelled: true,
  }),
  askExport: post('/me/export', {
    auth: 'live',
    status: 201,
    summary: "Ask for a copy of one's data",
    description:
      'Queues a copy of everything that the person gave, as JSON and PDF, to download for ' +
      `${EXPORT_DAYS} days. Needs step-up. The person is told when it is ready.`,
    body: z.strictObject({}),
    ok: view,
    limit: { max: 5, windowSeconds: 86_400, by: 'user' },
    whenExpelled: true,
    errors: ['step_up_required', 'export_pending'],
  }),
  download: get('/me/export', {
    auth: 'live',
    summary: "Download the copy of one's data",
    description: 'Returns the last copy that is ready, as JSON for machines or PDF for people.',
    query: z.strictObject({ format: z.enum(['json', 'pdf']) }),
    ...rawAnswer,
    limit: { max: 60, windowSeconds: 3600, by: 'user' },
    errors: ['export_not_ready'],
  }),
  askDeletion: post('/me/deletion', {
    auth: 'live',
    status: 201,
    summary: 'Close the account',
    description:
      `Closes the account after ${GRACE_DAYS} days, in which the person cannot book or publish ` +
      'and may take it back. Needs step-up. Refused while trips, bookings, objections or a debt ' +
      'are open. Repeating it changes nothing.',
    body: z.strictObject({}),
    ok: view,
    limit: { max: 10, windowSeconds: 86_400, by: 'user' },
    whenExpelled: true,
    errors: ['step_up_required', 'closing_blocked'],
  }),
  takeBackDeletion: del('/me/deletion', {
    auth: 'live',
    summary: 'Cancel the closing of the account',
    description: 'Takes the closing back, until its day. Nothing was erased.',
    ok: view,
    whenExpelled: true,
    errors: ['closing_not_found'],
  }),
  listTerms: get('/admin/terms', {
    auth: { permission: 'settings.manage' },
    summary: 'List versions of the terms and who accepted them',
    description:
      'Returns every version of every text, the newest first, with its announcement and how many ' +
      'people accepted it. Counted at most once a minute. Needs the permission `settings.manage`.',
    ok: z.object({ people: z.int(), versions: z.array(TermsVersion) }),
  }),
  ...claimCalls,
}
