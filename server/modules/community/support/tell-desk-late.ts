// Tells the desk in office hours, by mail and in the app's list, about late safety reports and
// tickets.
import { rolesWith } from '#contract/permissions.ts'
import { untakenSince } from '#server/modules/community/safety/index.ts'
import { listStaff, tellUser } from '#server/modules/people/users/index.ts'
import { addMs } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { JobPostponed } from '#server/platform/jobs/lanes.ts'
import { addOfficeMs, officeMsBetween } from '#server/platform/office-hours.ts'
import { safetyLate } from './support.messages.ts'
import { findTicket } from './support.queries.ts'

/** Job: tells the desk about a report that nobody took; waits until the office opens. */
export async function tellOfLateReport(deps: ActDeps, { incidentId }: { incidentId: string }) {
  const since = await untakenSince(deps, incidentId)
  if (since)
    await tellDesk(deps, { cause: incidentId, path: `/admin/incidents/${incidentId}`, since })
}

/** As `tellOfLateReport`, for a ticket about safety that nobody answered. */
export async function tellOfLateTicket(deps: ActDeps, { ticketId }: { ticketId: string }) {
  const ticket = await findTicket(deps.db, ticketId)
  if (ticket?.status !== 'open' || !ticket.dueAt || ticket.dueAt > deps.clock.now()) return
  const cause = `${ticketId}:${ticket.dueAt.toISOString()}`
  await tellDesk(deps, { cause, path: `/admin/tickets?caso=${ticketId}`, since: ticket.lastAt })
}

type Late = { cause: string; path: string; since: Date }

async function tellDesk(deps: ActDeps, { cause, path, since }: Late): Promise<void> {
  const now = deps.clock.now()
  if (officeMsBetween(now, addMs(now, 1)) === 0) {
    throw new JobPostponed(addMs(addOfficeMs(now, 1), -1), 'the office is closed')
  }
  const data = { path, since: since.toISOString() }
  await inTransaction(deps.db, async (tx) => {
    for (const { id: userId } of await listStaff(tx, rolesWith('incidents.handle'))) {
      await tellUser(tx, deps, safetyLate, { userId, data, cause })
    }
  })
}
