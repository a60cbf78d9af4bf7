/** The last row of a page of a list that is ordered by time and id. */
export type PagePlace = { at: Date; id: string }

/** A place as the `next` of an answer. */
export function writePlace({ at, id }: PagePlace): string {
  return `${at.getTime()}~${id}`
}

/** The place that an `after` names; null at the beginning. */
export function readPlace(after: string | undefined): PagePlace | null {
  const [at, id] = after?.split('~') ?? []
  return at && id ? { at: new Date(Number(at)), id } : null
}
