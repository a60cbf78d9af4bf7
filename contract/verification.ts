import { z } from 'zod'
import {
  CalendarDate,
  Id,
  Instant,
  inputText,
  PesosSum,
  pageNumber,
  pageOf,
  pageQuery,
  paperErrors,
  text,
} from './common.ts'
import { DocumentHint } from './document-hints.ts'
import { DOCUMENT_MAX_BYTES, VEHICLE_SEATS_MAX, VEHICLE_SEATS_MIN } from './limits.ts'
import { nameText } from './names.ts'
import { get, post, put, rawAnswer } from './route.ts'
import { decisionCalls, FraudSignal, OpenDecision } from './verification-decisions.ts'

export const DocumentKind = z.enum([
  'identity_front',
  'identity_back',
  'selfie',
  'licence',
  'property_card',
  'soat',
  'insurance',
  'rtm',
  'vehicle_photo',
  'vehicle_back',
  'vehicle_side',
  'vehicle_inside',
])
export type DocumentKind = z.infer<typeof DocumentKind>

const DocumentStatus = z.enum(['pending', 'approved', 'rejected', 'superseded'])

export const ViewReason = z.enum(['review', 'second_look', 'complaint', 'fraud', 'authority'])
export type ViewReason = z.infer<typeof ViewReason>

const Policy = z.strictObject({ insurer: text(60), number: text(40) })

export const DocumentView = z.object({
  id: Id,
  kind: DocumentKind,
  status: DocumentStatus,
  vehicleId: Id.nullable(),
  expiresOn: CalendarDate.nullable(),
  reason: z.string().nullable(),
  createdAt: Instant,
  hints: z.array(DocumentHint),
  policy: Policy.nullable(),
  /** Last day of validity that the text of the PDF says; null where it was not read. */
  paperEndsOn: CalendarDate.nullable(),
  /** False once the photo was deleted; the decision stays. */
  hasPhoto: z.boolean(),
})
export type DocumentView = z.infer<typeof DocumentView>

/** A requirement that the person still lacks before publishing; in the order to complete them. */
export const Requirement = z.object({
  kind: DocumentKind,
  vehicleId: Id.nullable(),
  required: z.boolean(),
  needsExpiry: z.boolean(),
  state: z.enum(['missing', 'pending', 'approved', 'rejected', 'expired']),
  expiresOn: CalendarDate.nullable(),
  /** Whether the document is approved and ends within 30 days. */
  endsSoon: z.boolean(),
  reason: z.string().nullable(),
})
export type Requirement = z.infer<typeof Requirement>

/** The sheet of a vehicle: what its owner sets, each a column (docs/decisions/0004). */
export const VehicleTerms = z.object({
  plate: inputText().trim().max(40),
  brand: nameText(40),
  model: nameText(40),
  color: nameText(30),
  year: z.int().min(1980).max(2100),
  /** Seats of the car, the driver's included. */
  seats: z.int().min(VEHICLE_SEATS_MIN).max(VEHICLE_SEATS_MAX),
})
export type VehicleTerms = z.infer<typeof VehicleTerms>

export const VehicleView = z.object({
  id: Id,
  plate: z.string(),
  brand: z.string(),
  model: z.string(),
  color: z.string(),
  year: z.int(),
  /** Seats of the car, the driver's included. */
  seats: z.int(),
  verified: z.boolean(),
})
export type VehicleView = z.infer<typeof VehicleView>

/** A person who gave the same document number as another person. */
export const SameNumber = z.object({
  id: Id,
  /** First name and initial. */
  name: z.string(),
  verified: z.boolean(),
  since: Instant,
})
export type SameNumber = z.infer<typeof SameNumber>

/** A photo of the same person for comparison with the photo under review. */
export const Comparison = z.object({
  documentId: Id,
  kind: DocumentKind,
  status: DocumentStatus,
  createdAt: Instant,
  /** `previous`: an earlier photo of the same document. */
  relation: z.enum(['selfie', 'identity', 'other_side', 'previous', 'same_car']),
})
export type Comparison = z.infer<typeof Comparison>

export const QueueItem = z.object({
  document: DocumentView,
  /** Whether its last day of validity is over, so that it cannot be approved. */
  expired: z.boolean(),
  /** Signals that the approver must name. */
  signals: z.array(FraudSignal),
  owner: z.object({
    id: Id,
    name: z.string(),
    identificationType: z.string().nullable(),
    /** Last four characters only. */
    identificationTail: z.string().nullable(),
    birthDate: CalendarDate.nullable(),
    /** Number of times that the person gave a different number. */
    numberChanges: z.int(),
    /** Number of times that the person changed their name. */
    nameChanges: z.int(),
    sameNumber: z.array(SameNumber),
  }),
  vehicle: VehicleView.nullable(),
  compareWith: z.array(Comparison),
  /** Version of everything above; a verdict names it, and lapses when something changes. */
  version: z.string(),
  /** Who decided, and when; null while it waits. */
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
})
export type QueueItem = z.infer<typeof QueueItem>

/** The profile photo of a person under review, compared by eye with photos of the face. */
export const ReviewedPhoto = z.object({
  url: z.string(),
  version: z.string(),
  person: z.object({ id: Id, name: z.string() }),
  /** Selfie and identity document, where their photos still exist. */
  compareWith: z.array(Comparison),
  /** Version of the photo with those beside it; a verdict names it. */
  compared: z.string(),
})
export type ReviewedPhoto = z.infer<typeof ReviewedPhoto>

/** A person's own profile photo as publishing sees it. */
const OwnPhoto = z.object({
  url: z.string().nullable(),
  /** `set`: no verifier compared it yet, which does not hinder publishing. */
  state: z.enum(['missing', 'set', 'accepted', 'refused']),
  /** Reason of a refusal. */
  reason: z.string().nullable(),
  /** Last day to publish without a photo, for drivers approved before the rule; else null. */
  dueOn: CalendarDate.nullable(),
})

export type OwnPhoto = z.infer<typeof OwnPhoto>

/** A person in the review queue. */
export const WaitingPerson = z.object({
  person: z.object({ id: Id, name: z.string() }),
  /** Number of documents that wait for a decision. */
  documents: z.int(),
  /** Whether a changed profile photo waits. */
  photo: z.boolean(),
  /** Time of the oldest of them. */
  since: Instant,
  dueAt: Instant,
})
export type WaitingPerson = z.infer<typeof WaitingPerson>

const ViewPerson = z.object({
  id: Id,
  /** First name and initial. */
  name: z.string(),
})

/** One viewing of a document photo by a team member. */
export const ViewEntry = z.object({
  id: Id,
  at: Instant,
  viewer: ViewPerson,
  owner: ViewPerson,
  documentId: Id,
  kind: DocumentKind,
  /** Null for viewings from before a reason was required. */
  reason: ViewReason.nullable(),
})
export type ViewEntry = z.infer<typeof ViewEntry>

export const verification = {
  addVehicle: post('/vehicles', {
    auth: 'live',
    summary: 'Register a vehicle',
    description:
      'Registers a vehicle of the signed-in person. With the same `Idempotency-Key` it is the ' +
      'same vehicle.',
    body: z.strictObject(VehicleTerms.shape),
    ok: z.object({ vehicle: VehicleView }),
    status: 201,
    idempotent: true,
    errors: ['plate_invalid', 'plate_taken', 'vehicle_limit'],
  }),
  listVehicles: get('/vehicles', {
    auth: 'live',
    summary: "List one's vehicles",
    description:
      "Returns the signed-in person's vehicles, each with whether its documents are approved " +
      'and valid today.',
    ok: z.object({ vehicles: z.array(VehicleView) }),
  }),
  uploadDocument: post('/documents', {
    auth: 'live',
    summary: 'Send a photo or PDF of a document',
    description:
      'Sends a photo (JPEG, PNG, WebP, HEIC), or the first page of a PDF for papers, for ' +
      'review. It replaces one of the same kind that still waits; the server redraws the image ' +
      'and stores it encrypted.',
    body: z.strictObject({
      kind: DocumentKind,
      vehicleId: Id.optional(),
      expiresOn: CalendarDate.optional(),
      /** Required with `identity_front`, to check that the person is an adult. */
      birthDate: CalendarDate.optional(),
      /** Required with `insurance`: the policy of the car. */
      insurer: text(60).optional(),
      policyNumber: text(40).optional(),
    }),
    file: { field: 'file', maxBytes: DOCUMENT_MAX_BYTES },
    ok: z.object({ document: DocumentView }),
    status: 201,
    limit: { max: 60, windowSeconds: 3600, by: 'user' },
    errors: [
      ...paperErrors,
      'vehicle_not_found',
      'document_expired',
      'driver_underage',
      'document_quota',
      'selfie_consent_needed',
    ],
  }),
  readDocument: post('/documents/reading', {
    auth: 'live',
    summary: 'Read kind and dates from a PDF',
    description:
      'Reads from the text of the first page of a PDF which document it is, its last day of ' +
      'validity (`expiredOn` when it is over), a date of birth, and all days that it names; null ' +
      'where the text does not say it. Nothing is stored.',
    body: z.strictObject({}),
    file: { field: 'file', maxBytes: DOCUMENT_MAX_BYTES },
    ok: z.object({
      kind: DocumentKind.nullable(),
      expiresOn: CalendarDate.nullable(),
      expiredOn: CalendarDate.nullable(),
      birthDate: CalendarDate.nullable(),
      dates: z.array(CalendarDate),
    }),
    limit: { max: 60, windowSeconds: 3600, by: 'user' },
    errors: paperErrors,
  }),
  selfieConsent: put('/documents/selfie-consent', {
    auth: 'live',
    summary: 'Give or withdraw the consent for the selfie',
    description:
      'Gives or withdraws the consent for the selfie, which is optional. Withdrawing deletes ' +
      'every selfie of the person. Safe to repeat.',
    body: z.strictObject({ given: z.boolean() }),
    ok: z.object({ given: z.boolean() }),
    limit: { max: 30, windowSeconds: 3600, by: 'user' },
  }),
  listDocuments: get('/documents', {
    auth: 'live',
    summary: "List one's documents and what is missing",
    description:
      "Returns the signed-in person's documents, what is still missing, and whether they may " +
      'publish today.',
    ok: z.object({
      documents: z.array(DocumentView),
      requirements: z.array(Requirement),
      identityVerified: z.boolean(),
      canPublish: z.boolean(),
      /** The profile photo, which publishing requires. */
      photo: OwnPhoto,
      /** Whether the person's consent for the selfie is still valid. */
      selfieConsent: z.boolean(),
      /** Minimum wallet balance in pesos to publish trips with direct payment. */
      directMinBalance: PesosSum,
    }),
  }),
  reviewTime: get('/documents/review-time', {
    auth: 'public',
    summary: 'Show how long reviews took lately',
    description:
      'Returns the median minutes between sending and reviewing the last 50 documents; null ' +
      'while fewer than 5 were reviewed. Read at most every ten minutes.',
    ok: z.object({ medianMinutes: z.int().nullable() }),
  }),
  documentFile: get('/documents/:documentId/file', {
    auth: 'live',
    summary: "Show the image of one's own document",
    description:
      "Returns the image of one of the signed-in person's own documents. Somebody else's " +
      'answers `document_not_found`.',
    ...rawAnswer,
    errors: ['document_not_found'],
  }),
  queue: get('/admin/verifications', {
    auth: { permission: 'verification.review' },
    summary: 'List documents by state',
    description:
      'Returns documents of other people by state, oldest first. Needs the permission ' +
      '`verification.review`.',
    query: z.strictObject({ status: DocumentStatus.default('pending'), page: pageNumber }),
    ok: pageOf(QueueItem),
  }),
  sameNumbers: get('/admin/verifications/same-numbers', {
    auth: { permission: 'verification.review' },
    summary: 'List document numbers that several people gave',
    description:
      'Returns document numbers that more than one person gave, latest first. Needs the ' +
      'permission `verification.review`.',
    ok: z.object({ cases: z.array(z.object({ people: z.array(SameNumber) })) }),
  }),
  reviewFile: get('/admin/verifications/:documentId/file', {
    auth: { permission: 'verification.review' },
    summary: 'Show the image of a document to review',
    description:
      'Returns the image of a document. Needs the permission `verification.review` and a ' +
      'reason; who looked at what, when and why is recorded first.',
    query: z.strictObject({ reason: ViewReason }),
    ...rawAnswer,
    errors: ['document_not_found'],
  }),
  views: get('/admin/document-views', {
    auth: { permission: 'verification.audit' },
    summary: 'List who of the team saw which document',
    description:
      'Returns views of photos of documents by the team, latest first, and who looked at many ' +
      'in one hour of the last 24. Needs the permission `verification.audit`.',
    query: pageQuery,
    ok: z.object({
      views: z.array(ViewEntry),
      total: z.int(),
      totalPages: z.int(),
      /** People who viewed more than `limit` documents within one hour of the last 24. */
      many: z.array(z.object({ viewer: ViewPerson, documents: z.int() })),
      limit: z.int(),
    }),
  }),
  people: get('/admin/verifications/people', {
    auth: { permission: 'verification.review' },
    summary: 'List people who wait for a review',
    description:
      'Returns other people with documents or a profile photo to decide on, longest wait first, ' +
      "and the caller's decisions that can still be undone; `lapsed`: people of whom a decision " +
      'of the caller of the last 10 minutes was not applied, because what was compared changed. ' +
      'A person with an open decision is not in the list. Needs the permission ' +
      '`verification.review`.',
    query: pageQuery,
    ok: pageOf(WaitingPerson).extend({
      undoable: z.array(OpenDecision),
      lapsed: z.array(z.object({ id: Id, name: z.string() })),
    }),
  }),
  personCase: get('/admin/verifications/people/:userId', {
    auth: { permission: 'verification.review' },
    summary: "Show a person's documents to review",
    description:
      'Returns the documents of a person that wait for a decision, and the profile photo unless ' +
      'it was accepted; none while a decision about the person is open. Needs the permission ' +
      '`verification.review`; nobody reviews their own.',
    ok: z.object({ items: z.array(QueueItem), photo: ReviewedPhoto.nullable() }),
  }),
  ...decisionCalls,
}
