type Dated = { at: Date; id: string }

/** Orders transactions newest first; those of the same instant by id, like the ledger. */
export function newerFirst(a: Dated, b: Dated): number {
  return b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
}

/**
 * Returns the window of the long list that one page of the merged list needs. `short`: length of
 * the other list. Each of its lines moves a line of the long list back by at most one place.
 */
export function windowFor(page: { offset: number; limit: number; short: number }) {
  const before = Math.min(page.offset, page.short)
  return { offset: page.offset - before, limit: page.limit + before }
}

/**
 * Returns a page of two merged lists, newest first: `short` is complete, `long` is `windowFor` of
 * it. Exact, since a short line outside the dates of the window is outside the page too.
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
