import type { DeskFilters } from '#contract/desk-filters.ts'
import { findPeople } from '#server/domains/people/users/users.public.ts'
import { addMs, DAY_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import { type PagePlace, writePlace } from '#server/platform/page-place.ts'

export const PAGE_SIZE = 50

/** Days in Bogotá as instants: from the first, until before the end of the last. */
export function instantsOf({ since, until }: Pick<DeskFilters, 'since' | 'until'>) {
  return {
    since: since ? startOfBogotaDate(since) : null,
    until: until ? addMs(startOfBogotaDate(until), DAY_MS) : null,
  }
}

/** The rows of a page, of which one more was read, and where the next one begins. */
export function pageOf<Row>(rows: readonly Row[], place: (row: Row) => PagePlace) {
  const shown = rows.slice(0, PAGE_SIZE)
  const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined
  return { shown, next: last ? writePlace(place(last)) : null }
}

/** Names of people as everybody sees them. */
export type Names = (id: string) => { id: string; name: string }

/** Reads the names of these people; of an unknown id the name is empty. */
export async function namesOf(reader: Reader, ids: readonly (string | null)[]): Promise<Names> {
  const people = await findPeople(
    reader,
    ids.flatMap((id) => id ?? []),
  )
  return (id) => ({ id, name: people.get(id)?.name ?? '' })
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A text as an id, if it is one. */
export function idIn(text: string): string | null {
  return UUID.test(text) ? text.toLowerCase() : null
}

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null
