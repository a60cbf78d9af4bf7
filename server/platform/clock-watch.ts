// Tells whether the clock of this process can be trusted with money and deletions.
import { findDatabaseTime } from './clock.queries.ts'
import { CLOCK_WRONG_MS, type Clock, DAY_MS, MINUTE_MS } from './clock.ts'
import type { Db } from './db/tx.ts'
import { AppError } from './errors.ts'

/** Wall clock and database agree within this. */
const AGREES_MS = 10_000
/** Time for which they must agree before the monotonic base is reset. */
const STEADY_MS = 2 * MINUTE_MS
/**
 * Largest jump after which the process goes on by itself, as after the sleep of a machine. On one
 * machine the database jumps along, so that a larger jump waits for a person who restarts it.
 */
const SLEEP_MAX_MS = DAY_MS
/** Age of a record that shows that another process agrees with the database. */
const RECENT_MS = 10 * MINUTE_MS

/** What is wrong: away from the database, a jump, or before the newest record. */
type ClockFault = 'database' | 'jump' | 'records'

/** `isAlone`: only this process differs from the database. `offMs`: positive when ahead. */
type ClockState = { fault: ClockFault | null; isAlone: boolean; offMs: number }

/**
 * Time of the database, null where it proves nothing (a demonstration); and the date of the newest
 * record, null without any.
 */
export type ClockReading = { database: Date | null; newestRecord: Date | null }

export type ClockWatch = {
  state(): ClockState
  /** Takes a reading into account; null while the database does not answer. */
  note(reading: ClockReading | null): ClockState
}

type Sources = {
  /** Wall clock in ms since 1970. */
  wall?: () => number
  /** Clock in ms that nobody sets; it may stand still while the machine sleeps. */
  monotonic?: () => number
}

/**
 * Watches the wall clock of this process. A jump is seen at once, without a reading; the base of
 * the comparison is reset once wall clock and database agree for two minutes.
 */
export function createClockWatch({
  wall = Date.now,
  monotonic = () => performance.now(),
}: Sources = {}): ClockWatch {
  const read = () => ({ wall: wall(), monotonic: monotonic() })
  type Marks = ReturnType<typeof read>
  const stepOf = (from: Marks, to: Marks) => to.wall - from.wall - (to.monotonic - from.monotonic)
  let base = read()
  let last = base
  let steadySince: number | null = null
  let noted: ClockState = { fault: null, isAlone: false, offMs: 0 }

  function state(): ClockState {
    const jumpMs = stepOf(base, read())
    if (noted.fault || Math.abs(jumpMs) <= CLOCK_WRONG_MS) return noted
    return { fault: 'jump', isAlone: false, offMs: jumpMs }
  }

  function note(reading: ClockReading | null): ClockState {
    const marks = read()
    const offMs = reading?.database ? marks.wall - reading.database.getTime() : 0
    const isSteady = reading !== null && Math.abs(offMs) <= AGREES_MS
    if (!isSteady || Math.abs(stepOf(last, marks)) > AGREES_MS) steadySince = null
    last = marks
    if (!reading) return state()
    if (isSteady) steadySince ??= marks.monotonic
    const jumpMs = stepOf(base, marks)
    noted = judge(reading, {
      wall: marks.wall,
      offMs,
      hasJumped: Math.abs(jumpMs) > CLOCK_WRONG_MS,
    })
    const steadyMs = steadySince === null ? 0 : marks.monotonic - steadySince
    if (steadyMs >= STEADY_MS && Math.abs(jumpMs) <= SLEEP_MAX_MS) base = marks
    return state()
  }

  return { state, note }
}

function judge(
  { newestRecord }: ClockReading,
  own: { wall: number; offMs: number; hasJumped: boolean },
): ClockState {
  const { offMs } = own
  const newest = newestRecord?.getTime()
  if (Math.abs(offMs) > CLOCK_WRONG_MS) {
    // Only a difference that is ours: our clock jumped, or a record was just dated like the
    // database. Otherwise the database can be the wrong one, for all processes.
    const others = newest !== undefined && Math.abs(own.wall - offMs - newest) <= RECENT_MS
    return { fault: 'database', isAlone: own.hasJumped || others, offMs }
  }
  // Only the future counts: a quiet site has old records.
  const aheadMs = newest === undefined ? 0 : newest - own.wall
  if (aheadMs > CLOCK_WRONG_MS) return { fault: 'records', isAlone: false, offMs: -aheadMs }
  return { fault: null, isAlone: false, offMs }
}

type Watched = { clockWatch: ClockWatch }

export function isClockWrong({ clockWatch }: Watched): boolean {
  return clockWatch.state().fault !== null
}

/** Refuses what depends on today's date. Errors: `clock_wrong`. */
export function requireClock(deps: Watched): void {
  if (isClockWrong(deps)) throw new AppError('clock_wrong')
}

/** While the clock is wrong, dates what is done with the result by the database. */
export async function datedByDatabase<D extends Watched & { db: Db; clock: Clock }>(
  deps: D,
): Promise<D> {
  if (!isClockWrong(deps)) return deps
  const at = await findDatabaseTime(deps.db)
  return { ...deps, clock: { now: () => at } }
}
