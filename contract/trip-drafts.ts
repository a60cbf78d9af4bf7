import { z } from 'zod'
import { Id, Instant } from './common.ts'
import { recurrence } from './recurrence.ts'
import { del, get, put } from './route.ts'
import { PublishBody } from './trips.ts'

/** A trip that publishes itself once the documents of its driver and car are approved. */
export const TripDraftView = z.object({
  status: z.enum(['waiting', 'published', 'refused']),
  /** Names of the stops in order; none of a trip that this release cannot read. */
  stops: z.array(z.string()),
  departsAt: Instant,
  savedAt: Instant,
  /** Why it was not published, for the driver; null otherwise. */
  reason: z.string().nullable(),
  /** The published trip; the first one of a weekly series has no id here. */
  tripId: Id.nullable(),
})
export type TripDraftView = z.infer<typeof TripDraftView>

const { weekdays, until, skipOverlaps } = recurrence.create.body.shape

export const tripDrafts = {
  show: get('/trip-draft', {
    auth: 'live',
    summary: "Show one's trip that waits for documents",
    description:
      'Returns the trip of the signed-in driver that waits for the approval of documents, or ' +
      'what became of it.',
    ok: z.object({ draft: TripDraftView.nullable() }),
  }),
  save: put('/trip-draft', {
    auth: 'live',
    summary: 'Publish a trip once documents are approved',
    description:
      'Keeps a trip of the signed-in driver, with return and weekly repetition, until the ' +
      'documents of driver and car are approved. Then price, date, other trips and balance are ' +
      'checked again, and it is published or its refusal is told. Replaces an earlier one.',
    body: z.strictObject({
      trip: PublishBody,
      /** For a trip that repeats every week. */
      repeat: z.strictObject({ weekdays, until, skipOverlaps }).optional(),
    }),
    ok: z.object({ draft: TripDraftView }),
    limit: { max: 60, windowSeconds: 3600, by: 'user' },
    errors: ['vehicle_not_found', 'trip_departs_in_past', 'trip_too_far_ahead', 'contact_in_text'],
  }),
  discard: del('/trip-draft', {
    auth: 'live',
    summary: 'Discard a trip that waits for documents',
    description:
      'Forgets the trip of the signed-in driver that waits for the approval of documents. Safe ' +
      'to repeat; a published trip stays.',
    ok: z.object({ draft: z.null() }),
  }),
}
