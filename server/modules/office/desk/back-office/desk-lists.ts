import type { DeskFilters } from '#contract/desk-filters.ts'
import { displayCode } from '#contract/display-code.ts'
import { DESK_SORTED_ROWS } from '#contract/limits.ts'
import { findPeople, NAMELESS } from '#server/modules/people/users/index.ts'
import { addMs, DAY_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import { type PagePlace, readPlace, writePlace } from '#server/platform/page-place.ts'

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

type SortedList<Row> = {
  /** Reads rows after a place, the newest first. */
  read: (after: PagePlace | null, limit: number) => Promise<Row[]>
  place: (row: Row) => PagePlace
  /** Value of each column by which the list can be sorted. */
  values: Readonly<Record<string, (row: Row) => number>>
}
export type SortedPage = {
  after?: string | undefined
  sort?: string | undefined
  dir?: 'asc' | 'desc' | undefined
}

/**
 * Reads a page of a list. The newest rows first are read by keyset. By another column the newest
 * rows are sorted in memory, at most `DESK_SORTED_ROWS`: no index serves all columns, and a page of
 * this order ends at an offset.
 */
export async function readSorted<Row extends { id: string }>(
  { after, sort, dir = 'desc' }: SortedPage,
  { read, place, values }: SortedList<Row>,
): Promise<{ shown: Row[]; next: string | null; partial: boolean }> {
  const value = sort === undefined ? undefined : values[sort]
  if (!value)
    return { ...pageOf(await read(readPlace(after), PAGE_SIZE + 1), place), partial: false }
  const rows = await read(null, DESK_SORTED_ROWS + 1)
  const sign = dir === 'asc' ? 1 : -1
  const sorted = rows.slice(0, DESK_SORTED_ROWS).sort((a, b) => sign * (value(a) - value(b)))
  const from = readPlace(after)?.at.getTime() ?? 0
  const shown = sorted.slice(from, from + PAGE_SIZE)
  const last = shown.at(-1)
  const hasMore = last !== undefined && sorted.length > from + PAGE_SIZE
  return {
    shown,
    next: hasMore ? writePlace({ at: new Date(from + PAGE_SIZE), id: last.id }) : null,
    partial: rows.length > DESK_SORTED_ROWS,
  }
}

export type Names = (id: string) => { id: string; name: string }

/** Reads the public names of people; the name of an unknown id is empty. */
export async function namesOf(reader: Reader, ids: readonly (string | null)[]): Promise<Names> {
  const known = ids.flatMap((id) => id ?? [])
  const people = await findPeople(reader, known)
  return (id) => ({ id, name: people.get(id)?.name ?? '' })
}

/** A person in a file, told from others by the short code: `A. R. · CUPO-1A2B-3C4D`. */
export function personCell({ id, name }: { id: string; name: string }): string {
  const words = name === NAMELESS ? [] : name.split(/\s+/u)
  const letters = words.filter((word) => /^\p{L}/u.test(word))
  const initials = letters.map((word) => `${word.charAt(0).toUpperCase()}.`).join(' ')
  return `${initials || 'Sin nombre'} · ${displayCode(id)}`
}

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null
