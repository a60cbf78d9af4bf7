import type { OwnedTable, Registry } from '#server/platform/module-data.ts'

/** A row of `table` references a row of `target`. */
export type Reference = { table: string; target: string }

/**
 * Orders tables for an erasure: rows that reference others, by foreign key or `within`, come first,
 * so that they can still be found. Throws when tables reference each other in a circle.
 */
export function erasureOrder(
  registry: Registry,
  foreignKeys: readonly Reference[],
): readonly OwnedTable[] {
  const within = [...registry.values()].flatMap(({ name, within: parents = [] }) =>
    [parents].flat().map(({ table }) => ({ table: name, target: table })),
  )
  const references = Map.groupBy([...foreignKeys, ...within], ({ target }) => target)
  const ordered = new Set<OwnedTable>()
  const open = new Set<string>()
  const place = (name: string): void => {
    const table = registry.get(name)
    if (!table || ordered.has(table)) return
    if (open.has(name)) throw new Error(`tables refer to each other: ${[...open].join(', ')}`)
    open.add(name)
    for (const reference of references.get(name) ?? []) {
      if (reference.table !== name) place(reference.table)
    }
    open.delete(name)
    ordered.add(table)
  }
  for (const name of registry.keys()) place(name)
  return [...ordered]
}
