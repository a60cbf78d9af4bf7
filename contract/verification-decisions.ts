// Decisions of a reviewer about the documents of one person.
import { z } from 'zod'
import { Id, inputText, longText } from './common.ts'
import { REVIEW_REASON_MAX, REVIEW_REASON_MIN } from './limits.ts'
import { post } from './route.ts'
import { comparedErrors } from './team-acts.ts'

/**
 * Signals of fraud, which a verifier must name when approving the document: the values of
 * `DocumentHint` that only the team sees, and `number_shared` (other people gave the number of this
 * identity document).
 */
export const FraudSignal = z.enum([
  'photo_refused',
  'photo_of_another',
  'birth_unlikely',
  'plate_shared',
  'number_shared',
])
export type FraudSignal = z.infer<typeof FraudSignal>

/** Version of what the reviewer compared, as the case of the person has it. */
const version = inputText().max(64)

const Verdict = z.discriminatedUnion('verdict', [
  z.strictObject({
    verdict: z.literal('approved'),
    documentId: Id,
    version,
    despiteSignals: z.array(FraudSignal).max(10).optional(),
  }),
  z.strictObject({
    verdict: z.literal('rejected'),
    documentId: Id,
    version,
    reason: longText(REVIEW_REASON_MAX).min(REVIEW_REASON_MIN),
  }),
])

/** What the reviewer says about the profile photo, for the photos that were compared. */
const photo = { version: inputText().max(20), compared: version }
const PhotoVerdict = z.discriminatedUnion('verdict', [
  z.strictObject({ verdict: z.literal('accepted'), ...photo }),
  z.strictObject({
    verdict: z.literal('refused'),
    ...photo,
    reason: longText(REVIEW_REASON_MAX).min(REVIEW_REASON_MIN),
  }),
])

/** A decision that is not applied yet. */
export const OpenDecision = z.object({
  id: Id,
  person: z.object({ id: Id, name: z.string() }),
  approved: z.int(),
  rejected: z.int(),
  /** Seconds in which it can still be undone. */
  secondsLeft: z.int(),
})
export type OpenDecision = z.infer<typeof OpenDecision>

export const UndoReason = z.enum(['mistake', 'look_again'])
export type UndoReason = z.infer<typeof UndoReason>

export const decisionCalls = {
  decide: post('/admin/verifications/people/:userId/decision', {
    auth: { permission: 'verification.review' },
    summary: "Decide a person's documents",
    description:
      'Approves and rejects documents of one person. The decision is applied after 30 seconds: ' +
      'only then documents change their state and the person is told, once. A document is ' +
      'approved only after the caller opened its photo, and one with signals of fraud only when ' +
      '`despiteSignals` names each. `version` names what was compared: if it changes before the ' +
      'decision is applied, the verdict lapses and the document waits again. `photo` is ' +
      'about the profile photo: a refused one is removed. Needs the permission ' +
      '`verification.review`; nobody reviews their own.',
    body: z.strictObject({ verdicts: z.array(Verdict).max(60), photo: PhotoVerdict.optional() }),
    ok: z.object({ decision: OpenDecision }),
    errors: [
      ...comparedErrors,
      'document_not_found',
      'document_already_reviewed',
      'document_changed',
      'document_expired',
      'document_signals',
      'identification_taken',
      'photos_not_seen',
      'photo_changed',
      'review_open',
    ],
  }),
  undo: post('/admin/verifications/decisions/:decisionId/undo', {
    auth: { permission: 'verification.review' },
    summary: "Undo one's review before it is applied",
    description:
      "Takes back one of the caller's own decisions before it is applied. Nothing happened to " +
      'the documents, and nobody was told. Needs the permission `verification.review`.',
    body: z.strictObject({ reason: UndoReason }),
    ok: z.object({ undone: z.literal(true) }),
    errors: ['review_applied'],
  }),
}
