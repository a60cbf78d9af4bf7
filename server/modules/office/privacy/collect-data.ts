import { findPeople } from '#server/modules/people/users/index.ts'
import { listPersonalRows } from '#server/platform/module-data.queries.ts'
import type { DataDeps, DataRow, Registry } from '#server/platform/module-data.ts'

export type ExportedTable = { table: string; title: string; rows: DataRow[] }

type CollectDeps = DataDeps & { registry: Registry }

/** Collects all data that the registry assigns to a person, without empty tables. */
export async function collectData(deps: CollectDeps, userId: string): Promise<ExportedTable[]> {
  const found: ExportedTable[] = []
  for (const [name, table] of deps.registry) {
    const { title, take, others = [], open } = table
    const columns = open ? [...take, ...others] : take
    const all = await listPersonalRows(deps.db, deps.registry, { table, userId, columns })
    const hidden = new Set(await table.hidden?.(deps, userId))
    const rows = all.filter(({ id }) => !hidden.has(String(id)))
    if (rows.length === 0) continue
    const opened = open ? rows.map((row) => open(deps, row, userId)) : rows
    found.push({ table: name, title, rows: await withNames(deps, opened) })
  }
  return found
}

/** Replaces `{ person: id }` by the public name of that person. */
async function withNames(deps: DataDeps, rows: DataRow[]): Promise<DataRow[]> {
  const idOf = (value: unknown) =>
    typeof value === 'object' && value !== null && 'person' in value ? String(value.person) : null
  const ids = rows.flatMap((row) => Object.values(row).flatMap((value) => idOf(value) ?? []))
  const people = await findPeople(deps.db, ids)
  const named = (value: unknown) => {
    const id = idOf(value)
    return id === null ? value : (people.get(id)?.name ?? null)
  }
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, named(value)])),
  )
}
