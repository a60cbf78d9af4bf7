import type { z } from 'zod'
import type { support } from '#contract/support.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import type { ActDeps, ReadDeps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { presentDesk } from './desk.present.ts'
import { countTicketRows, listQueueIds, type QueueFilter } from './desk.queries.ts'
import { listUndoable } from './held-answer.ts'
import { rankOpenTickets } from './rank-tickets.ts'
import { listTickets } from './support.queries.ts'

const PAGE = 20
const MEASURED_DAYS = 30

export async function listQueue(
  deps: ActDeps,
  actor: ActorId,
  { status, kind, whose, page = 1 }: z.output<typeof support.listQueue.query>,
): Promise<z.input<typeof support.listQueue.ok>> {
  const filter = { kind: kind ?? null, whose, viewerId: actor.userId }
  const offset = (page - 1) * PAGE
  const { ids, total } =
    status === 'open'
      ? await pageOfOpen(deps, filter, offset)
      : await listQueueIds(deps.db, { ...filter, status, limit: PAGE, offset })
  const found = await listTickets(deps.db, ids)
  const items = await presentDesk(deps, deps.db, actor, found)
  const now = deps.clock.now()
  const measured = { now, since: addMs(now, -MEASURED_DAYS * DAY_MS) }
  const counts = await countTicketRows(deps.db, measured)
  const undoable = await listUndoable(deps, actor)
  return { items, total, totalPages: Math.ceil(total / PAGE), counts, undoable }
}

async function pageOfOpen(deps: ReadDeps, filter: QueueFilter, offset: number) {
  const ranked = await rankOpenTickets(deps, filter)
  const ids = ranked.slice(offset, offset + PAGE).map(({ id }) => id)
  return { ids, total: ranked.length }
}
