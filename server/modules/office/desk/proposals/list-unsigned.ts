import type { Unsigned } from '#contract/back-office.ts'
import type { ProposalPerson } from '#contract/proposal.ts'
import { REFUND_HEADS_DAYS } from '#contract/proposal.ts'
import {
  findProposedPeople,
  findSharedDevices,
  findTeamNames,
} from '#server/modules/people/users/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import type { CountQueue, ReadDeps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { isFor, listWaiting, type Waiting } from './waiting.ts'

/** Lists decisions that another person signed and the actor can sign second, the oldest first. */
export async function listUnsigned(deps: ReadDeps, actor: Actor): Promise<{ items: Unsigned[] }> {
  return { items: await present(deps, actor, await listFor(deps, actor)) }
}

async function listFor(deps: ReadDeps, actor: Actor): Promise<Waiting[]> {
  const rows = await listWaiting(deps)
  return rows.filter((row) => isFor(row, actor) && row.by !== actor.userId)
}

/** A proposal has no deadline by which it is signed. */
export const countUnsigned: CountQueue = async (deps, viewer) => {
  const [first, ...others] = await listFor(deps, viewer)
  if (!first) return { rows: [] }
  const count = others.length + 1
  return { rows: [{ count, oldestAt: first.at, urgency: 'waiting', dueAt: null }] }
}

/** Refunds that wait so long that they stand above the queues, also those of the actor. */
export async function listLateRefunds(deps: ReadDeps, actor: Actor): Promise<Unsigned[]> {
  const before = addMs(deps.clock.now(), -REFUND_HEADS_DAYS * DAY_MS)
  const rows = await listWaiting(deps)
  const late = rows.filter((row) => row.kind === 'refund' && row.at <= before && isFor(row, actor))
  return await present(deps, actor, late)
}

async function present({ db, clock }: ReadDeps, { userId }: Actor, rows: readonly Waiting[]) {
  const signers = rows.flatMap(({ by }) => by ?? [])
  const ids = rows.flatMap(({ about }) => about)
  const [nameOf, people, devices] = await Promise.all([
    findTeamNames(db, signers),
    findProposedPeople(db, { ids, now: clock.now() }),
    findSharedDevices(db, userId, [...signers, ...ids]),
  ])
  return rows.map(({ about, subjectId = null, ...row }) => ({
    ...row,
    subjectId,
    by: row.by === null ? 'Cupo' : nameOf(row.by),
    at: row.at.toISOString(),
    sameDevice: row.by !== null && devices.has(row.by),
    people: about.flatMap((id): ProposalPerson[] => {
      const found = people.get(id)
      if (!found) return []
      return [{ ...found, name: found.name ?? 'Sin nombre', sameDevice: devices.has(id) }]
    }),
  }))
}
