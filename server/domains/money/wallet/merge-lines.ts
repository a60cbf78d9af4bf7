type Dated = { at: Date; id: string }

/** Newest first; lines of the same instant by id, as the ledger does. */
export function newerFirst(a: Dated, b: Dated): number {
  return b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
}

/**
 * Which lines of the long list are needed for one page of it merged with `short` others: whatever
 * their dates, each of those moves a line back by at most one place.
 */
export function windowFor(page: { offset: number; limit: number; short: number }) {
  const before = Math.min(page.offset, page.short)
  return { offset: page.offset - before, limit: page.limit + before }
}

/**
 * One page of two lists merged, newest first: `short` is complete, `long` holds the lines of
 * `windowFor`. Exact, because a short line outside the window's dates is outside the page too.
 */
export function mergePage<T extends Dated>(
  short: T[],
  long: T[],
  page: { offset: number; limit: number },
): T[] {
  const { offset } = windowFor({ ...page, short: short.length })
  const merged = [...short, ...long].sort(newerFirst)
  return merged.slice(page.offset - offset, page.offset - offset + page.limit)
}
