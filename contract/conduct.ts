import { z } from 'zod'
import { CaseEvidence } from './case-evidence.ts'
import {
  casesQuery,
  Id,
  Instant,
  imageErrors,
  linkedCasesQuery,
  longText,
  PesosSum,
  pageOf,
  paperErrors,
} from './common.ts'
import { HearingView, hearings } from './hearings.ts'
import {
  CONDUCT_TEXT_MAX,
  CONDUCT_TEXT_MIN,
  DOCUMENT_MAX_BYTES,
  PHOTO_MAX_BYTES,
  SUSPENSION_DAYS,
} from './limits.ts'
import { get, post, rawAnswer } from './route.ts'
import { comparedErrors, SeenFirst, SeenSaid, seenErrors, signedErrors } from './team-acts.ts'

export const ReportReason = z.enum([
  'dangerous_driving',
  'harassment',
  'discrimination',
  'other_person',
  'asks_money_outside',
  'commercial',
  'no_show',
  'offensive_text',
  'fraud',
  'other',
])
export type ReportReason = z.infer<typeof ReportReason>

export const ReportSubject = z.strictObject({
  kind: z.enum(['user', 'trip', 'message', 'rating']),
  id: Id,
})
export type ReportSubject = z.infer<typeof ReportSubject>

const explanation = longText(CONDUCT_TEXT_MAX).min(CONDUCT_TEXT_MIN)

export const Standing = z.enum(['good', 'warned', 'paused', 'suspended', 'expelled'])
export type Standing = z.infer<typeof Standing>

export const CaseOutcome = z.enum(['nothing', 'hidden', 'warning', 'suspension', 'expulsion'])
export type CaseOutcome = z.infer<typeof CaseOutcome>

const SanctionKind = z.enum(['warned', 'paused', 'suspended', 'expelled'])
export type SanctionKind = z.infer<typeof SanctionKind>

/** A sanction or a pause as the affected person reads it. */
export const SanctionView = z.object({
  id: Id,
  kind: SanctionKind,
  at: Instant,
  endsAt: Instant.nullable(),
  reason: z.string(),
  liftedAt: Instant.nullable(),
  /** Deadline for an appeal; null when it passed or the person already appealed. */
  appealUntil: Instant.nullable(),
  appeal: z
    .object({
      statement: z.string(),
      at: Instant,
      answer: z.string().nullable(),
      isUpheld: z.boolean().nullable(),
      /** Number of photos sent with the appeal. */
      photos: z.int(),
    })
    .nullable(),
})
export type SanctionView = z.infer<typeof SanctionView>

/** A person of a case, as the team sees them. */
const CasePerson = z.object({
  id: Id,
  name: z.string(),
  standing: Standing,
  /** Earlier sanctions, the oldest first. */
  history: z.array(
    z.object({ kind: SanctionKind, at: Instant, reason: z.string(), isLifted: z.boolean() }),
  ),
  /** Number of reports about this person, and number of reports that led to a measure. */
  reported: z.int(),
  upheld: z.int(),
})
export type CasePerson = z.infer<typeof CasePerson>

export const ConductCase = z.object({
  id: Id,
  kind: z.enum(['report', 'signal']),
  about: CasePerson,
  /** Null when an automatic rule opened the case. */
  reporter: CasePerson.nullable(),
  subject: ReportSubject,
  /** A `ReportReason`, or the name of the automatic rule. */
  reason: z.string(),
  statement: z.string().nullable(),
  /** Values that the automatic rule counted, by name. */
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  photoIds: z.array(Id),
  createdAt: Instant,
  /** When one of the two people last wrote or sent a photo after that; null: never. */
  saidAt: Instant.nullable(),
  /** When the team has to decide; null once decided. */
  dueAt: Instant.nullable(),
  /** Trip of the two people; null for a signal, and for people who never travelled together. */
  trip: z.object({ id: Id, from: z.string(), to: z.string(), departsAt: Instant }).nullable(),
  /** Measure that the rules suggest for one more violation of this person. */
  suggestion: z.object({ outcome: CaseOutcome, days: z.int().nullable() }),
  /** Question to the person and the answer; null when the team did not ask. */
  hearing: HearingView.pick({
    note: true,
    askedAt: true,
    until: true,
    text: true,
    answeredAt: true,
  })
    .extend({ photoIds: z.array(Id) })
    .nullable(),
  isPaused: z.boolean(),
  expulsionLapsed: z.boolean(),
  /** The first signature of an expulsion or a long suspension. */
  proposal: z
    .object({
      outcome: CaseOutcome,
      days: z.int().nullable(),
      by: z.string(),
      at: Instant,
      note: z.string(),
      isMine: z.boolean(),
      /** Whether the first signer and the viewer have used the same browser. */
      sharesDevice: z.boolean(),
    })
    .nullable(),
  /** Upcoming trips and bookings of the person, which a decision can cancel; null once decided. */
  planned: z
    .object({
      trips: z.int(),
      passengers: z.int(),
      /** Fares in pesos that these passengers would get back. */
      refundPesos: PesosSum,
      /** Seats that the person booked on other drivers' trips, and their price in pesos. */
      seats: z.int(),
      seatPesos: PesosSum,
    })
    .nullable(),
  /** Whether the viewer reported the case or is its subject; another person must decide. */
  isOwn: z.boolean(),
  outcome: CaseOutcome.nullable(),
  note: z.string().nullable(),
  decidedAt: Instant.nullable(),
  /** Who of the team decided; null while it is open. */
  decidedBy: z.string().nullable(),
})
export type ConductCase = z.infer<typeof ConductCase>

/** The reported text, for the person who decides. */
export const ReportedWords = z.object({
  /** Null for a position, and for stars without a comment. */
  text: z.string().nullable(),
  /** Stars of a reported rating; null for other content. */
  stars: z.int().nullable(),
  at: Instant,
  isHidden: z.boolean(),
})
export type ReportedWords = z.infer<typeof ReportedWords>

/** An appeal as the team sees it. */
export const AppealCase = z.object({
  sanctionId: Id,
  person: CasePerson,
  kind: SanctionKind,
  endsAt: Instant.nullable(),
  reason: z.string(),
  statement: z.string(),
  photoIds: z.array(Id),
  createdAt: Instant,
  /** When the person last sent a photo; null: never. */
  saidAt: Instant.nullable(),
  /** By when the team works on it; null once it is over. */
  dueAt: Instant.nullable(),
  /** Whether the viewer made the decision; another person must answer the appeal. */
  isOwn: z.boolean(),
  isUpheld: z.boolean().nullable(),
  answer: z.string().nullable(),
  answeredAt: Instant.nullable(),
  /** Who of the team decided; null while it is open. */
  decidedBy: z.string().nullable(),
})
export type AppealCase = z.infer<typeof AppealCase>

const decided = ['report_not_found', 'report_decided', 'note_reveals_reporter'] as const
const decides = { permission: 'conduct.decide' } as const

export const conduct = {
  ...hearings,
  report: post('/reports', {
    auth: 'live',
    summary: 'Report a person, trip, message or rating',
    description:
      'Tells the team about a person, a trip, a message or a rating. A person of the team ' +
      'decides, and the signed-in person is told. A second report of the same thing, while the ' +
      'first is open, is the same report.',
    body: z.strictObject({
      subject: ReportSubject,
      reason: ReportReason,
      text: longText(CONDUCT_TEXT_MAX).optional(),
    }),
    ok: z.object({ report: z.object({ id: Id }) }),
    status: 201,
    limit: { max: 20, windowSeconds: 86_400, by: 'user' },
    errors: ['report_subject_not_found', 'report_self', 'report_text_required'],
  }),
  addPhoto: post('/report-photos', {
    auth: 'live',
    summary: "Add a photo to one's report",
    description:
      'Adds a photo to an open report of the signed-in person. The server redraws the image and ' +
      'stores it encrypted; only who decides sees it.',
    body: z.strictObject({ reportId: Id }),
    file: { field: 'file', maxBytes: PHOTO_MAX_BYTES },
    ok: z.object({ photos: z.int() }),
    status: 201,
    limit: { max: 30, windowSeconds: 86_400, by: 'user' },
    errors: ['report_not_found', 'report_photo_limit', ...imageErrors],
  }),
  mine: get('/conduct', {
    auth: 'live',
    summary: "Show one's sanctions and reports",
    description:
      'Returns how the signed-in person stands, with each sanction, its reason, its end and its ' +
      'appeal; and what became of their reports.',
    ok: z.object({
      standing: Standing,
      until: Instant.nullable(),
      sanctions: z.array(SanctionView),
      hearings: z.array(HearingView),
      reports: z.array(
        z.object({
          id: Id,
          reason: ReportReason,
          at: Instant,
          /** Result of the appeal; null while it is open. */
          isUpheld: z.boolean().nullable(),
        }),
      ),
    }),
  }),
  appeal: post('/conduct/:sanctionId/appeal', {
    auth: 'live',
    summary: 'Appeal a sanction',
    description:
      'Asks that another person of the team looks at a sanction of the signed-in person again, ' +
      'within 15 days, once. Repeating it changes nothing.',
    body: z.strictObject({ text: explanation }),
    ok: z.object({}),
    limit: { max: 20, windowSeconds: 86_400, by: 'user' },
    whenExpelled: true,
    errors: ['sanction_not_found', 'appeal_late'],
  }),
  addAppealPhoto: post('/appeal-photos', {
    auth: 'live',
    summary: "Add a photo to one's appeal",
    description:
      'Adds a photo to an appeal of the signed-in person that nobody answered yet. The server ' +
      'redraws the image and stores it encrypted; only who answers sees it.',
    body: z.strictObject({ sanctionId: Id }),
    file: { field: 'file', maxBytes: DOCUMENT_MAX_BYTES },
    ok: z.object({ photos: z.int() }),
    status: 201,
    limit: { max: 30, windowSeconds: 86_400, by: 'user' },
    whenExpelled: true,
    errors: ['sanction_not_found', 'appeal_answered', 'appeal_photo_limit', ...paperErrors],
  }),
  cases: get('/admin/conduct', {
    auth: decides,
    summary: 'List reports and signals',
    description: 'Returns reports and signals to decide, oldest first.',
    query: linkedCasesQuery,
    ok: pageOf(ConductCase),
  }),
  words: get('/admin/conduct/:reportId/words', {
    auth: decides,
    summary: 'Show the reported message or rating',
    description:
      'Returns the message or rating of a case, as its writer sent it; who looked is recorded.',
    ok: z.object({ words: ReportedWords }),
    errors: ['report_not_found'],
  }),
  evidence: get('/admin/conduct/:reportId/evidence', {
    auth: decides,
    summary: 'Show the chat and positions of a report',
    description:
      'Returns the chat of the two people of an open report about its trip, and their last ' +
      'positions if they share the trip; who looked is recorded. Not for who is part of the case.',
    ok: z.object({ evidence: CaseEvidence }),
    errors: ['report_not_found', 'report_decided'],
  }),
  photo: get('/admin/conduct/photos/:photoId', {
    auth: decides,
    summary: 'Show a photo of a report',
    description: 'Returns a photo of a report; who looked is recorded.',
    ...rawAnswer,
    errors: ['report_not_found'],
  }),
  decide: post('/admin/conduct/:reportId/decide', {
    auth: decides,
    summary: 'Decide a report or signal',
    description:
      'Decides a case: nothing, hide the text, a warning, a suspension of `days`, or expulsion. ' +
      'The last two only once the person answered or their deadline passed. One person only ' +
      'proposes an expulsion or over 30 days, which pauses too (`outcome` is null); another one ' +
      'confirms it. The person is told, and who reported too. Nobody decides about themselves or ' +
      'their own report. Safe to repeat.',
    body: z.strictObject({
      outcome: CaseOutcome,
      days: z.union(SUSPENSION_DAYS.map((days) => z.literal(days))).optional(),
      note: explanation,
      ...SeenFirst,
      ...SeenSaid,
    }),
    /** Null for a proposal that waits for its second signature. */
    ok: z.object({ outcome: CaseOutcome.nullable() }),
    errors: [
      ...decided,
      'suspension_days_required',
      'nothing_to_hide',
      'hearing_needed',
      'hearing_open',
      ...seenErrors,
      ...signedErrors,
    ],
  }),
  appeals: get('/admin/appeals', {
    auth: decides,
    summary: 'List appeals',
    description: 'Returns appeals to answer, oldest first.',
    query: casesQuery,
    ok: pageOf(AppealCase),
  }),
  appealPhoto: get('/admin/appeals/photos/:photoId', {
    auth: decides,
    summary: 'Show a photo of an appeal',
    description: 'Returns a photo of an appeal; who looked is recorded.',
    ...rawAnswer,
    errors: ['sanction_not_found'],
  }),
  answer: post('/admin/appeals/:sanctionId/answer', {
    auth: decides,
    summary: 'Answer an appeal',
    description:
      'Answers an appeal: the sanction is lifted or stays. Not for who gave the sanction, nor ' +
      'for oneself. Safe to repeat.',
    body: z.strictObject({ isUpheld: z.boolean(), note: explanation, ...SeenSaid }),
    ok: z.object({ isUpheld: z.boolean() }),
    errors: [
      'sanction_not_found',
      'appeal_answered',
      'appeal_other_person',
      'note_reveals_reporter',
      ...seenErrors,
      ...comparedErrors,
    ],
  }),
}
