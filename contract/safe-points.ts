import { z } from 'zod'
import { Id, Instant, longText, PlaceId, pageNumber, pageOf, text } from './common.ts'
import { REVIEW_REASON_MAX, REVIEW_REASON_MIN, SAFE_POINT_NAME_MAX } from './limits.ts'
import { nameText } from './names.ts'
import { get, post } from './route.ts'

export const SafePointKind = z.enum(['terminal', 'mall', 'service_station', 'other'])
export type SafePointKind = z.infer<typeof SafePointKind>

export const SafePointStatus = z.enum(['proposed', 'vetted', 'hidden'])
export type SafePointStatus = z.infer<typeof SafePointStatus>

/** A public, well-known place to board or leave a car. */
export const SafePointView = z.object({
  id: Id,
  placeId: PlaceId,
  name: z.string(),
  kind: SafePointKind,
  lat: z.number(),
  lng: z.number(),
  /** Whether the coordinates are only near the place. */
  approximate: z.boolean(),
  address: z.string(),
  hours: z.string().nullable(),
  /** Other people see only vetted points; a person also sees their own proposals. */
  status: SafePointStatus,
})
export type SafePointView = z.infer<typeof SafePointView>

export const SafePointReportReason = z.enum(['gone', 'unsafe', 'wrong_place', 'other'])
export type SafePointReportReason = z.infer<typeof SafePointReportReason>

/** A SafePoint as moderators see it. */
export const SafePointCase = z.object({
  point: SafePointView,
  place: z.object({ name: z.string(), department: z.string() }),
  /** Null for points that the project supplied. */
  proposedBy: z.string().nullable(),
  createdAt: Instant,
  /** By when the team decides about it; null when nothing waits. */
  dueAt: Instant.nullable(),
  /** Reason why the point is hidden. */
  reason: z.string().nullable(),
  /** Open reports, the oldest first. */
  reports: z.array(
    z.object({ reason: SafePointReportReason, details: z.string().nullable(), createdAt: Instant }),
  ),
})
export type SafePointCase = z.infer<typeof SafePointCase>

const Position = z.strictObject({
  lat: z.number().min(-4.3).max(13.6),
  lng: z.number().min(-82).max(-66.8),
})

/** The sheet of a meeting point: what people propose and moderators correct. */
const SafePointTerms = z.object({
  name: nameText(SAFE_POINT_NAME_MAX),
  kind: SafePointKind,
  address: text(160),
  hours: text(80),
  position: Position,
})

/** Without a position: somewhere in the municipality, marked as approximate. */
const ProposalBody = z.strictObject({
  placeId: PlaceId,
  ...SafePointTerms.partial({ hours: true, position: true }).shape,
})
export type ProposalBody = z.infer<typeof ProposalBody>

/** The position is one that the moderator checked: it is no longer approximate. */
const CorrectionBody = z.strictObject({
  ...SafePointTerms.partial().shape,
  /** Null when unknown. */
  hours: SafePointTerms.shape.hours.nullable().optional(),
})
export type CorrectionBody = z.infer<typeof CorrectionBody>

export const safePoints = {
  places: get('/safe-points/places', {
    auth: 'public',
    summary: 'List municipalities with meeting points',
    description: 'Returns municipalities that have vetted meeting points, with how many.',
    ok: z.object({
      places: z.array(
        z.object({ id: PlaceId, name: z.string(), department: z.string(), count: z.int() }),
      ),
    }),
  }),
  list: get('/safe-points', {
    auth: 'optional',
    summary: 'List meeting points of a municipality',
    description:
      'Returns the vetted meeting points of a municipality. Signed-in people also see the ones ' +
      'they proposed.',
    query: z.strictObject({ place: PlaceId }),
    ok: z.object({
      place: z.object({ id: PlaceId, name: z.string(), department: z.string() }),
      points: z.array(SafePointView),
    }),
    errors: ['place_not_found'],
  }),
  propose: post('/safe-points', {
    auth: 'live',
    summary: 'Propose a meeting point',
    description:
      'Proposes a meeting point, which others see once a moderator vets it. With the same ' +
      '`Idempotency-Key` it is the same proposal.',
    body: ProposalBody,
    ok: z.object({ point: SafePointView }),
    status: 201,
    idempotent: true,
    limit: { max: 20, windowSeconds: 24 * 3600, by: 'user' },
    errors: ['place_not_found', 'safe_point_exists', 'safe_point_far'],
  }),
  report: post('/safe-points/:safePointId/reports', {
    auth: 'live',
    summary: 'Report a problem with a meeting point',
    description:
      'Tells the moderators that something is wrong with a meeting point. One open report per ' +
      'person and point: repeating it changes nothing.',
    body: z.strictObject({ reason: SafePointReportReason, details: longText(300).optional() }),
    ok: z.object({ reported: z.literal(true) }),
    status: 201,
    limit: { max: 30, windowSeconds: 24 * 3600, by: 'user' },
    errors: ['safe_point_not_found'],
  }),
  queue: get('/admin/safe-points', {
    auth: { permission: 'safe_points.vet' },
    summary: 'List meeting points to review',
    description:
      'Returns meeting points by state, with open reports, or both to be looked at, oldest ' +
      'first. Needs the permission `safe_points.vet`.',
    query: z.strictObject({
      status: z.enum(['waiting', ...SafePointStatus.options, 'reported']).default('waiting'),
      page: pageNumber,
    }),
    ok: pageOf(SafePointCase),
  }),
  vet: post('/admin/safe-points/:safePointId/vet', {
    auth: { permission: 'safe_points.vet' },
    summary: 'Approve a meeting point',
    description:
      'Shows a meeting point to everybody, with corrections where needed, and closes its ' +
      'reports. Needs the permission `safe_points.vet`; nobody vets their own proposal.',
    body: CorrectionBody,
    ok: z.object({ point: SafePointView }),
    errors: ['safe_point_not_found', 'safe_point_far'],
  }),
  hide: post('/admin/safe-points/:safePointId/hide', {
    auth: { permission: 'safe_points.vet' },
    summary: 'Hide a meeting point',
    description:
      'Takes a meeting point off the list with a reason and closes its reports. Bookings that ' +
      'meet there get the nearest other point of the place, or none, and both people are told. ' +
      'Needs the permission `safe_points.vet`.',
    body: z.strictObject({ reason: longText(REVIEW_REASON_MAX).min(REVIEW_REASON_MIN) }),
    ok: z.object({ point: SafePointView }),
    errors: ['safe_point_not_found'],
  }),
}
