import { z } from 'zod'
import { Id, Instant, longText, paperErrors } from './common.ts'
import { CONDUCT_TEXT_MAX, CONDUCT_TEXT_MIN, DOCUMENT_MAX_BYTES } from './limits.ts'
import { get, post, rawAnswer } from './route.ts'
import { comparedErrors } from './team-acts.ts'

/** The team's question to the person of a case, and the answer. */
export const HearingView = z.object({
  caseId: Id,
  /** A `ReportReason`, or the name of the automatic rule. */
  reason: z.string(),
  note: z.string(),
  askedAt: Instant,
  /** Before this instant or an answer, no suspension or expulsion is decided or proposed. */
  until: Instant,
  isPaused: z.boolean(),
  text: z.string().nullable(),
  answeredAt: Instant.nullable(),
  /** Number of photos sent with the answer. */
  photos: z.int(),
})
export type HearingView = z.infer<typeof HearingView>

const explanation = longText(CONDUCT_TEXT_MAX).min(CONDUCT_TEXT_MIN)
const decides = { permission: 'conduct.decide' } as const

/** Calls of the group `conduct` about hearings. */
export const hearings = {
  answerHearing: post('/conduct/hearings/:caseId', {
    auth: 'live',
    summary: 'Answer before the team decides a case',
    description:
      'Answers what the team asks about a report or signal. A later answer replaces it until the ' +
      'case is decided.',
    body: z.strictObject({ text: explanation }),
    ok: z.object({}),
    limit: { max: 20, windowSeconds: 86_400, by: 'user' },
    // An expelled person can be asked about another case.
    whenExpelled: true,
    errors: ['hearing_not_found', 'hearing_over'],
  }),
  addHearingPhoto: post('/hearing-photos', {
    auth: 'live',
    summary: "Add a photo to one's answer in a case",
    description:
      'Adds a photo to the version of the signed-in person in an undecided case. The server ' +
      'redraws the image and stores it encrypted; only who decides sees it.',
    body: z.strictObject({ caseId: Id }),
    file: { field: 'file', maxBytes: DOCUMENT_MAX_BYTES },
    ok: z.object({ photos: z.int() }),
    status: 201,
    limit: { max: 30, windowSeconds: 86_400, by: 'user' },
    whenExpelled: true,
    errors: ['hearing_not_found', 'hearing_over', 'hearing_photo_limit', ...paperErrors],
  }),
  hearingPhoto: get('/admin/conduct/:reportId/hearing-photos/:photoId', {
    auth: decides,
    summary: "Show a photo of a person's answer",
    description: 'Returns a photo of a version; who looked is recorded.',
    ...rawAnswer,
    errors: ['report_not_found'],
  }),
  hear: post('/admin/conduct/:reportId/hear', {
    auth: decides,
    summary: 'Ask a person for their version',
    description:
      'Asks the person of a case for their version; with `pause` they neither publish nor book, ' +
      'and their trips are not sold, until the case is decided. Not by who is part of the case. ' +
      'Safe to repeat.',
    body: z.strictObject({ note: explanation, pause: z.boolean() }),
    ok: z.object({}),
    errors: ['report_not_found', 'report_decided', 'note_reveals_reporter', ...comparedErrors],
  }),
}
