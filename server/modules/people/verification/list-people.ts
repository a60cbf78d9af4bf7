import { findReviewedPeople } from '#server/modules/people/users/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { partOf } from '#server/platform/paging.ts'
import { listDecisionsBy, listLapsedOf, type OpenDecision } from './decisions.queries.ts'
import { countWaitingPeople, listWaitingPeople } from './verification.queries.ts'

const PAGE_SIZE = 20
const LAPSED_SHOWN_MS = 10 * MINUTE_MS

type Person = { id: string; name: string }

export type PeoplePage = {
  items: { person: Person; documents: number; photo: boolean; since: Date }[]
  total: number
  totalPages: number
  undoable: NamedDecision[]
  /** People about whom the reviewer decided in the last minutes and who wait again. */
  lapsed: Person[]
}

export type NamedDecision = OpenDecision & { person: Person }

/** Returns a page of 20 people with documents to review, longest wait first. */
export async function listPeople(
  deps: ActDeps,
  { userId: reviewerId }: ActorId,
  { page }: { page: number },
): Promise<PeoplePage> {
  const part = partOf(page, PAGE_SIZE)
  const rows = await listWaitingPeople(deps.db, { reviewerId, ...part })
  const total = await countWaitingPeople(deps.db, { reviewerId })
  const decisions = await listDecisionsBy(deps.db, reviewerId)
  const since = addMs(deps.clock.now(), -LAPSED_SHOWN_MS)
  const lapsed = await listLapsedOf(deps.db, { reviewerId, since })
  const asRow = (ownerId: string) => ({ ownerId })
  const named = await namesOf(deps, [...rows, ...decisions, ...lapsed.map(asRow)])
  return {
    items: rows.map(({ ownerId, ...row }) => ({ ...row, person: named(ownerId) })),
    total,
    totalPages: Math.ceil(total / PAGE_SIZE),
    lapsed: lapsed.map(named),
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
