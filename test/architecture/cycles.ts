// Finds files that import each other, directly or indirectly.
import { importsOf, isCode, type Rule } from './source.ts'

/** Names of the imported files or modules, by the name of the importer. */
export type Graph = Map<string, string[]>

/**
 * Reports one violation for each group of files that all reach each other; type imports count too.
 */
export const noCycles: Rule = (files) => {
  const code = files.filter(isCode)
  const known = new Set(code.map(({ path }) => path))
  const graph: Graph = new Map(
    code.map((file) => [
      file.path,
      importsOf(file).flatMap(({ target }) => {
        const path = target?.replace(/\?.*$/, '') ?? ''
        return known.has(path) ? [path] : []
      }),
    ]),
  )
  return cyclesOf(graph).map((group) => ({
    path: group[0] ?? '',
    line: 1,
    message: `import each other: ${group.join(', ')}`,
  }))
}

/** Strongly connected components of more than one name (Tarjan), sorted. */
export function cyclesOf(graph: Graph): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const groups: string[][] = []
  const visit = (path: string): number => {
    const own = order.size
    order.set(path, own)
    lowest.set(path, own)
    open.push(path)
    for (const target of graph.get(path) ?? []) {
      const reached = order.has(target) ? (lowest.get(target) ?? own) : visit(target)
      if (open.includes(target)) lowest.set(path, Math.min(lowest.get(path) ?? own, reached))
    }
    const low = lowest.get(path) ?? own
    if (low !== own) return low
    const group = open.splice(open.indexOf(path))
    if (group.length > 1) groups.push(group.sort())
    return low
  }
  for (const path of graph.keys()) if (!order.has(path)) visit(path)
  return groups
}
