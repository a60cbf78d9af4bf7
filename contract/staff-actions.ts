import { z } from 'zod'
import { CalendarDate, Id, Instant, matching, PagePlace } from './common.ts'
import { deskFile, exportReason } from './desk-filters.ts'
import { get, post } from './route.ts'

/** One line of the team's audit trail. */
export const StaffAction = z.object({
  id: Id,
  at: Instant,
  by: z.object({ id: Id, name: z.string().nullable(), email: z.string() }),
  /** Code such as `dispute.resolved`; new codes can appear. */
  action: z.string(),
  subject: z.object({ kind: z.string(), id: z.string() }),
  /** Reason that the team member wrote. */
  reason: z.string().nullable(),
  requestId: z.string().nullable(),
})
export type StaffAction = z.infer<typeof StaffAction>

const filters = {
  by: Id.optional(),
  action: matching(/^[a-z_.-]+$/, 60).optional(),
  /** Id of the object of the action. */
  subject: matching(/^[\w.-]+$/, 80).optional(),
  /** Days in Bogotá, both included. */
  since: CalendarDate.optional(),
  until: CalendarDate.optional(),
}

export const staffActions = {
  list: get('/admin/staff-actions', {
    auth: { permission: 'audit.view' },
    summary: 'List what the team did',
    description:
      'Returns the trail of the team: who did what, on what, why and when, newest first. `next` ' +
      'of the answer is the `after` of the next page. Needs the permission `audit.view`.',
    query: z.strictObject({ ...filters, after: PagePlace.optional() }),
    ok: z.object({
      items: z.array(StaffAction),
      next: z.string().nullable(),
      /** Every action that was ever recorded, for the filter. */
      actions: z.array(z.string()),
    }),
  }),
  file: post('/admin/staff-actions/file', {
    auth: { permission: 'audit.view' },
    summary: 'Download what the team did as CSV',
    description:
      'Returns the trail of the team as CSV, sent while it is read. A cell that a spreadsheet ' +
      'would run as a formula is shown as text. The reason is recorded before the answer begins. ' +
      'Needs the permissions `audit.view` and `people.export`.',
    body: z.strictObject({ reason: exportReason, ...filters }),
    ...deskFile,
  }),
}
