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

function rightsIn(grants: string): Set<string> {
  const found = grants.matchAll(/^grant ([a-z, ]+) on (function )?([^;]+?)\s+to cupo_app;/gms)
  return new Set(
    [...found].flatMap(([, rights = '', kind = '', names = '']) =>
      // Commas inside parentheses separate the arguments of a function.
      names
        .split(/,(?![^(]*\))/)
        .flatMap((name) =>
          rights.split(',').map((right) => `${right.trim()} on ${kind}${name.trim()}`),
        ),
    ),
  )
}
