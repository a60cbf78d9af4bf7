import type { DeskFilters } from '#contract/desk-filters.ts'
import { findPeople } from '#server/domains/people/users/users.public.ts'
import { addMs, DAY_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import { type PagePlace, writePlace } from '#server/platform/page-place.ts'

export const PAGE_SIZE = 50

/** Converts days in Bogotá to instants; the end of the last day is excluded. */
export function instantsOf({ since, until }: Pick<DeskFilters, 'since' | 'until'>) {
  return {
    since: since ? startOfBogotaDate(since) : null,
    until: until ? addMs(startOfBogotaDate(until), DAY_MS) : null,
  }
}

/** Cuts a page from rows, of which one more was read, and returns the start of the next page. */
export function pageOf<Row>(rows: readonly Row[], place: (row: Row) => PagePlace) {
  const shown = rows.slice(0, PAGE_SIZE)
  const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined
  return { shown, next: last ? writePlace(place(last)) : null }
}

export type Names = (id: string) => { id: string; name: string }

/** Reads the public names of people; the name of an unknown id is empty. */
export async function namesOf(reader: Reader, ids: readonly (string | null)[]): Promise<Names> {
  const known = ids.flatMap((id) => id ?? [])
  const people = await findPeople(reader, known)
  return (id) => ({ id, name: people.get(id)?.name ?? '' })
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns a text as an id, or null if it is not an id. */
export function idIn(text: string): string | null {
  return UUID.test(text) ? text.toLowerCase() : null
}

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null
