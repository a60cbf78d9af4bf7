// The functions of the database as the migrations leave them, and the domain that each belongs to.
import type { SourceFile } from './source.ts'

/** A new function that writes a table is added here first. */
const OWNERS: Record<string, string> = {
  book_seat: 'bookings',
  book_seats: 'bookings',
  cancel_booking: 'bookings',
  cancel_bookings: 'bookings',
  change_segment: 'bookings',
  check_in: 'bookings',
  check_ins: 'bookings',
  mark_driver: 'marks',
  refresh_trip_on_sale: 'search',
  follow_seats: 'search',
  follow_trip: 'search',
  follow_barred: 'sanctions',
  follow_sanctions: 'sanctions',
  refuse_caller: 'platform',
  refuse_callers: 'platform',
  forget_callers: 'platform',
  return_seats: 'trips',
  return_seats_of: 'trips',
  take_seats: 'trips',
  take_seats_of: 'trips',
  take_kept_seats: 'seat-keeps',
}

/** Views that their owner makes for others to write to. */
export const OPEN_VIEWS: ReadonlySet<string> = new Set(['new_jobs', 'new_idempotency_keys'])

/** The domain of a function; undefined when it is not in the list. */
export function ownerOfFunction(name: string): string | undefined {
  return name.startsWith('ledger_') ? 'ledger' : OWNERS[name]
}

export type SqlFunction = {
  name: string
  file: SourceFile
  /** Where its body starts in the file. */
  start: number
  body: string
}

const FUNCTION = /create (?:or replace )?function ([a-z_]+)|drop function ([a-z_]+)/g
const BODY = /\$\$[\s\S]*?\$\$/

/** The last version of every function, in the order of the migrations; without comments. */
export function sqlFunctions(files: readonly SourceFile[]): SqlFunction[] {
  const last = new Map<string, SqlFunction>()
  const migrations = files
    .filter(({ path }) => path.startsWith('migrations/') && path.endsWith('.sql'))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  for (const file of migrations) {
    const text = file.text.replace(/--[^\n]*/g, (comment) => ' '.repeat(comment.length))
    const found = [...text.matchAll(FUNCTION)]
    for (const [row, { index, 1: name, 2: dropped }] of found.entries()) {
      if (dropped) last.delete(dropped)
      // A function of one expression may have no quoted body.
      const body = BODY.exec(text.slice(index, found[row + 1]?.index))
      if (name && body) last.set(name, { name, file, start: index + body.index, body: body[0] })
    }
  }
  return [...last.values()]
}
