import { DESK_FILE_LINES } from '#contract/limits.ts'
import { type Export, recordExport } from '#server/modules/foundation/staff-actions/index.ts'
import { type CsvCell, csvList } from '#server/platform/csv-text.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { PagePlace } from '#server/platform/page-place.ts'
import { namesOf, personCell, readSorted, type SortedPage } from './desk-lists.ts'
import { keysFor, type ListKeys } from './list-keys.ts'

/** A list of rows about people that can be searched, sorted and taken out as a file. */
export type SoughtList<Filters, Row extends { id: string }, Item> = {
  /** Reads rows after a place, the newest first; without keys, also those that have none. */
  read: (
    deps: ActDeps,
    asked: Filters,
    page: { keys: ListKeys | null; after: PagePlace | null; limit: number },
  ) => Promise<Row[]>
  place: (row: Row) => PagePlace
  /** Value of each column by which the list can be sorted. */
  values: Readonly<Record<string, (row: Row) => number>>
  present: (deps: ActDeps, rows: readonly Row[]) => Promise<Item[]>
  file: {
    /** Name of the file, and in the record of who took it out. */
    name: string
    head: string[]
    /** Ids of the people whom a row names. */
    people: (row: Row) => string[]
    /** `who` writes one of these people as initials. */
    line: (row: Row, who: (id: string) => string) => CsvCell[]
  }
}

/** Reads a page of a list; with a text, of the rows that have one of its keys. */
export async function listSought<Filters, Row extends { id: string }, Item>(
  deps: ActDeps,
  actor: Actor,
  list: SoughtList<Filters, Row, Item>,
  asked: Filters & SortedPage & { text?: string },
): Promise<{ items: Item[]; next: string | null; partial: boolean }> {
  const { keys, partial } = await keysFor(deps, actor, asked.text)
  const { shown, next, ...page } = await readSorted<Row>(asked, {
    read: (after, limit) => list.read(deps, asked, { keys, after, limit }),
    place: list.place,
    values: list.values,
  })
  const items = await list.present(deps, shown)
  return { items, next, partial: partial || page.partial }
}

/** Writes a list as CSV, in parts, with people as initials. Errors: `forbidden`. */
export async function writeSought<Filters, Row extends { id: string }>(
  deps: ActDeps,
  actor: Actor,
  list: SoughtList<Filters, Row, unknown>,
  asked: Filters & Export,
): Promise<AsyncGenerator<string>> {
  const { name, head, people, line } = list.file
  await recordExport(deps, actor, { list: name, asked })
  const { keys } = await keysFor(deps, actor, asked.text)
  return csvList({
    head,
    read: async (after, limit) => {
      const rows = await list.read(deps, asked, { keys, after, limit })
      const names = await namesOf(deps.db, rows.flatMap(people))
      return rows.map((row) => ({ row, names }))
    },
    place: ({ row }) => list.place(row),
    line: ({ row, names }) => line(row, (id) => personCell(names(id))),
    max: DESK_FILE_LINES,
  })
}
