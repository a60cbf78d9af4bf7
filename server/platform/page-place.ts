/** Position in a list ordered by time and id: the last row of a page. */
export type PagePlace = { at: Date; id: string }

/** Writes a position as the `next` field of an answer. */
export function writePlace({ at, id }: PagePlace): string {
  return `${at.getTime()}~${id}`
}

/** Parses a position from `after`; null at the beginning of the list. */
export function readPlace(after: string | undefined): PagePlace | null {
  const [at, id] = after?.split('~') ?? []
  return at && id ? { at: new Date(Number(at)), id } : null
}
