import { z } from 'zod'
import { CalendarDate, Id, longText, PagePlace, text } from './common.ts'
import { EXPORT_REASON_MAX, EXPORT_REASON_MIN } from './limits.ts'
import { rawAnswer } from './route.ts'

/** Filters that the team's lists share; days in Bogotá, both included. */
export const deskFilters = {
  /** Id of a person. */
  person: Id.optional(),
  since: CalendarDate.optional(),
  until: CalendarDate.optional(),
}

/** `after` takes the `next` value of the page before. */
const deskPage = { after: PagePlace.optional() }

/** Column and direction of a list; without a column, the newest first. */
export function deskSort<const C extends string>(...columns: readonly [C, ...C[]]) {
  return { sort: z.enum(columns).optional(), dir: z.enum(['asc', 'desc']).optional() }
}

/** What a list is searched for, in the body: a key such as a plate, or a person. */
const deskText = { text: text(120) }

/** Why a list leaves Cupo as a file. */
export const exportReason = longText(EXPORT_REASON_MAX).min(EXPORT_REASON_MIN)

/** A page of a list; `more` stands beside the rows. */
const deskPageOf = <S extends z.ZodType, M extends z.ZodRawShape>(item: S, more: M) =>
  z.object({
    items: z.array(item),
    next: z.string().nullable(),
    /** Whether the list leaves out older rows, or people, because there are too many. */
    partial: z.boolean(),
    ...more,
  })

/** Answer and limit of an export, which is slow for the database. */
export const deskFile = {
  ...rawAnswer,
  limit: { max: 30, windowSeconds: 600, by: 'user' },
} as const
export const DESK_FIND_LIMIT = { max: 120, windowSeconds: 600, by: 'user' } as const

/** Inputs, answers and limits of a list of the team, of its search and of its file. */
export function deskListOf<
  S extends z.ZodType,
  F extends z.ZodRawShape,
  O extends z.ZodRawShape,
  M extends z.ZodRawShape = Record<never, never>,
>(item: S, filters: F, order: O, more = {} as M) {
  const query = { ...filters, ...order, ...deskPage }
  const ok = deskPageOf(item, more)
  return {
    list: { query: z.strictObject(query), ok },
    find: { body: z.strictObject({ ...deskText, ...query }), ok, limit: DESK_FIND_LIMIT },
    file: {
      body: z.strictObject({ reason: exportReason, text: text(120).optional(), ...filters }),
      ...deskFile,
    },
  }
}

export const SORT_TEXT =
  '`sort` orders the 1,000 newest rows by one column; `partial` says that there are more.'

/** Description of an export of rows about people. */
export const EXPORT_TEXT =
  'People are shown by their initials. The reason is recorded with the filters before the answer ' +
  'begins.'

export const FILE_TEXT =
  'CSV of at most 10,000 lines, sent while it is read. A cell that a spreadsheet would run as a ' +
  'formula is shown as text.'

export type DeskFilters = { [K in keyof typeof deskFilters]?: z.output<(typeof deskFilters)[K]> }
