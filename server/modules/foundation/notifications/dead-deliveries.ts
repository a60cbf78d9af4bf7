import type { DeadDelivery } from '#contract/notifications.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { CountQueue, Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import {
  countDeadJobs,
  type DeadJobRow,
  deleteDeadJob,
  listDeadJobs,
  reviveJob,
} from '#server/platform/jobs/dead-jobs.queries.ts'
import { pageOf, partOf } from '#server/platform/paging.ts'
import { readText } from './deliver-text.ts'
import { MAIL_JOB, openMail } from './send-mail.ts'
import { PUSH_JOB, TEXT_JOB } from './short-message.ts'

const PAGE = 20
/** Jobs whose abandoned runs are messages that were not delivered. */
const deliveryJobs = [MAIL_JOB, PUSH_JOB, TEXT_JOB]

type DeadDeps = Pick<Deps, 'secrets' | 'messages'>
type Page = { items: DeadDelivery[]; total: number; totalPages: number }

export const countDeliveries: CountQueue = ({ db }) => countDeadJobs(db, deliveryJobs)

/** Lists the messages whose tries are used up, oldest first. */
export async function listDeadDeliveries(
  deps: DeadDeps & Pick<Deps, 'db'>,
  { page }: { page?: number | undefined },
): Promise<Page> {
  const part = { names: deliveryJobs, ...partOf(page, PAGE) }
  const { found, total } = await listDeadJobs(deps.db, part)
  const items = found.map((row) => presentDead(deps, row))
  return pageOf(items, total, PAGE)
}

function presentDead(deps: DeadDeps, row: DeadJobRow): DeadDelivery {
  const what = whatAndWhom(deps, row)
  const message = what.template === null ? undefined : deps.messages.get(what.template)
  return {
    id: row.id,
    ...what,
    topic: message?.topic ?? null,
    attempts: row.attempts,
    error: withoutAddresses(row.error ?? ''),
    failedAt: row.deadAt.toISOString(),
  }
}

function whatAndWhom(
  deps: Pick<Deps, 'secrets'>,
  { name, payload }: DeadJobRow,
): Pick<DeadDelivery, 'channel' | 'template' | 'to'> {
  if (name === MAIL_JOB) {
    const { template, to } = openMail(deps, payload)
    return { channel: 'mail', template, to: to.address.replace(/^(.).*@/u, '$1***@') }
  }
  if (name === PUSH_JOB) return { channel: 'push', template: null, to: null }
  const { channel, phone, message } = readText(deps, payload)
  return { channel, template: message.kind, to: `***${phone.slice(-4)}` }
}

/** Masks addresses and numbers, since the answer of a server can repeat the recipient. */
function withoutAddresses(error: string): string {
  return error.replace(/\S+@\S+/g, '***').replace(/\+?\d{7,}/g, '***')
}

/** Puts a message back into the queue. Errors: `delivery_not_found`. */
export async function retryDelivery(
  deps: ReadDeps,
  { userId: actorId }: ActorId,
  { deliveryId: id }: { deliveryId: string },
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    if (!(await reviveJob(tx, { id, names: deliveryJobs, now })))
      throw new AppError('delivery_not_found')
    await note(tx, { at: now, actorId, id, action: 'delivery.retried' })
  })
}

/** Discards a dead message and stores the reason. Errors: `delivery_not_found`. */
export async function discardDelivery(
  deps: ReadDeps,
  { userId: actorId }: ActorId,
  { deliveryId: id, reason }: { deliveryId: string; reason: string },
): Promise<void> {
  const at = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    if (!(await deleteDeadJob(tx, { id, names: deliveryJobs })))
      throw new AppError('delivery_not_found')
    await note(tx, { at, actorId, id, action: 'delivery.discarded', details: { reason } })
  })
}

type Note = { at: Date; actorId: string; id: string; action: string; details?: { reason: string } }

async function note(tx: Tx, { id, actorId: userId, ...entry }: Note): Promise<void> {
  const reason = entry.details?.reason ?? null
  await recordStaffAction(tx, { userId }, { ...entry, subject: { kind: 'delivery', id }, reason })
}
