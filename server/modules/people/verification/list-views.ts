import { findPeople } from '#server/modules/people/users/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { partOf } from '#server/platform/paging.ts'
import { MANY_VIEWS } from './view-document.ts'
import { countAllViews, listViewersOfMany, listViewRows, type ViewRow } from './views.queries.ts'

const PAGE_SIZE = 50

type Person = { id: string; name: string }

export type ViewsPage = {
  views: (Omit<ViewRow, 'viewerId' | 'ownerId'> & { viewer: Person; owner: Person })[]
  total: number
  totalPages: number
  many: { viewer: Person; documents: number }[]
  limit: number
}

/** Lists which team member viewed which document and why, latest first, 50 per page. */
export async function listViews(deps: ReadDeps, { page }: { page: number }): Promise<ViewsPage> {
  const rows = await listViewRows(deps.db, partOf(page, PAGE_SIZE))
  const total = await countAllViews(deps.db)
  const since = addMs(deps.clock.now(), -DAY_MS)
  const many = await listViewersOfMany(deps.db, { since, limit: MANY_VIEWS })
  const ids = [
    ...rows.flatMap((row) => [row.viewerId, row.ownerId]),
    ...many.map((m) => m.viewerId),
  ]
  const people = await findPeople(deps.db, [...new Set(ids)])
  const person = (id: string): Person => {
    const found = people.get(id)
    assert(found, `the person ${id} of a view`)
    return { id, name: found.name }
  }
  return {
    views: rows.map(({ viewerId, ownerId, ...view }) => {
      return { ...view, viewer: person(viewerId), owner: person(ownerId) }
    }),
    total,
    totalPages: Math.ceil(total / PAGE_SIZE),
    many: many.map(({ viewerId, documents }) => ({ viewer: person(viewerId), documents })),
    limit: MANY_VIEWS,
  }
}
