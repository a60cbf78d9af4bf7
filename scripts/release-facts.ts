// What an archive says of its release, and what an older one loses by it.

/** `release.json` of an archive. */
export type Release = {
  version: string
  commit: string
  /** Platform and processor of its binary packages, as `linux-x64`. */
  platform: string
  /** Lowest major version of Node. */
  node: number
  /** Statements of each migration after which the release before may fail; mostly none. */
  migrations: Record<string, string[]>
}

/** Lists the rights that the program has in `older` and not in `newer`, two texts of grants.sql. */
export function lostGrants(older: string, newer: string): string[] {
  const kept = rightsIn(newer)
  return [...rightsIn(older)].filter((right) => !kept.has(right)).map((right) => `right: ${right}`)
}

/** Single rights, as `update (status) on payments`. */
function rightsIn(grants: string): Set<string> {
  const found = grants.matchAll(/^grant ([^;]+?)\s+on\s+(function )?([^;]+?)\s+to cupo_app;/gms)
  return new Set(
    [...found].flatMap(([, rights = '', kind = '', names = '']) =>
      listOf(names).flatMap((name) =>
        listOf(rights)
          .flatMap(eachColumn)
          .map((right) => `${right} on ${kind}${name}`),
      ),
    ),
  )
}

/** Splits at the commas that are not inside parentheses. */
const listOf = (text: string) => text.split(/,(?![^(]*\))/).map((part) => part.trim())

function eachColumn(right: string): string[] {
  const [, act, columns] = /^(\w+)\s*\(([^)]+)\)$/.exec(right) ?? []
  return columns ? listOf(columns).map((name) => `${act} (${name})`) : [right]
}
