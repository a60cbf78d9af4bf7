import { findReviewedPeople } from '#server/domains/people/users/users.public.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { listDecisionsBy, type OpenDecision } from './decisions.queries.ts'
import { countWaitingPeople, listWaitingPeople } from './verification.queries.ts'

const PAGE_SIZE = 20

type Person = { id: string; name: string }

export type PeoplePage = {
  items: { person: Person; documents: number; photo: boolean; since: Date }[]
  total: number
  totalPages: number
  undoable: NamedDecision[]
}

export type NamedDecision = OpenDecision & { person: Person }

/** Returns a page of 20 people with documents to review, longest wait first. */
export async function listPeople(
  deps: Pick<Deps, 'db' | 'secrets'>,
  { userId: reviewerId }: ActorId,
  { page }: { page: number },
): Promise<PeoplePage> {
  const part = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
  const rows = await listWaitingPeople(deps.db, { reviewerId, ...part })
  const total = await countWaitingPeople(deps.db, { reviewerId })
  const decisions = await listDecisionsBy(deps.db, reviewerId)
  const named = await namesOf(deps, [...rows, ...decisions])
  return {
    items: rows.map(({ ownerId, ...row }) => ({ ...row, person: named(ownerId) })),
    total,
    totalPages: Math.ceil(total / PAGE_SIZE),
    undoable: decisions.map((each) => ({ ...each, person: named(each.ownerId) })),
  }
}

/** Adds the name of its person to a decision. */
export async function nameDecision(
  deps: Pick<Deps, 'db' | 'secrets'>,
  decision: OpenDecision,
): Promise<NamedDecision> {
  const named = await namesOf(deps, [decision])
  return { ...decision, person: named(decision.ownerId) }
}

async function namesOf(
  deps: Pick<Deps, 'db' | 'secrets'>,
  rows: readonly { ownerId: string }[],
): Promise<(id: string) => Person> {
  const ids = [...new Set(rows.map(({ ownerId }) => ownerId))]
  const people = await findReviewedPeople(deps.db, deps, ids)
  return (id) => ({ id, name: people.get(id)?.name ?? '' })
}
