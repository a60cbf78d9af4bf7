import type { OwnedTable, Registry } from '#server/platform/room-data.ts'

/** A row of `table` refers to a row of `target`. */
export type Reference = { table: string; target: string }

/**
 * The tables in the order in which an account is erased: rows that refer to others, by a foreign
 * key or by `within`, come before them, so that they are still found and can be deleted. Otherwise
 * the order of the registry. Throws when tables refer to each other in a circle.
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
