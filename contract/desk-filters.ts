import type { z } from 'zod'
import { CalendarDate, Id, PagePlace } from './common.ts'
import { rawAnswer } from './route.ts'

/** Filters that the team's lists share; days in Bogotá, both included. */
export const deskFilters = {
  /** Id of a person. */
  person: Id.optional(),
  since: CalendarDate.optional(),
  until: CalendarDate.optional(),
}

/** `after` takes the `next` value of the page before. */
export const deskPage = { after: PagePlace.optional() }

/** Answer and limit of an export, which is slow for the database. */
export const deskFile = {
  ...rawAnswer,
  limit: { max: 30, windowSeconds: 600, by: 'user' },
} as const
export const DESK_FIND_LIMIT = { max: 120, windowSeconds: 600, by: 'user' } as const

export const FILE_TEXT =
  'As comma separated text, at most 10,000 lines, written while it is read. A cell ' +
  'that a spreadsheet would run as a formula is shown as text.'

export type DeskFilters = { [K in keyof typeof deskFilters]?: z.output<(typeof deskFilters)[K]> }
