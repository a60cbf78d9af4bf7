import { addMs, bogotaHour, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import {
  archivedMonths,
  dropPartition,
  knownFiles,
  type Month,
  makeAhead,
  monthsDue,
  type OldPartition,
  oldPartitions,
  readAlarms,
  recordMonth,
  withoutTimeLimit,
} from './archive.queries.ts'
import { type FileDeps, monthStore, packMonth, storeMonth, verifyMonthFile } from './month-file.ts'

type ArchiveDeps = FileDeps & Pick<Deps, 'db' | 'clock' | 'log' | 'metrics'>

/** Hours in Bogotá in which months leave the database: dropping one locks its table shortly. */
const NIGHT = { from: 2, until: 5 }
/** Longer than a month takes from its file to its row. */
const GRACE_MS = 7 * DAY_MS

/** Job: makes the months of the next quarter, and raises an alarm where some are missing. */
export async function makeMonthsAhead(deps: ArchiveDeps): Promise<void> {
  const made = await makeAhead(deps.db).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'months ahead were not made')
    return []
  })
  if (made.length > 0) deps.log.info({ made }, 'months ahead')
  for (const { table, alarm } of await readAlarms(deps.db)) {
    deps.metrics.count('months_ahead', { alarm })
    deps.log.error({ table, alarm }, 'months ahead are wrong')
  }
}

/** Job: as `archiveMonths`, in the night only. */
export async function archiveByNight(deps: ArchiveDeps): Promise<void> {
  const hour = bogotaHour(deps.clock.now())
  if (hour >= NIGHT.from && hour < NIGHT.until) await archiveMonths(deps)
}

/**
 * Writes months that are old enough to files, and drops the partitions whose months are in files
 * that were read back. May be killed anywhere and repeated: nothing is dropped whose file was not
 * read in the same run. A failure leaves the others to be tried, and is counted.
 */
export async function archiveMonths(deps: ArchiveDeps): Promise<void> {
  for (const month of await monthsDue(deps.db)) {
    await counted(deps, month, () => archiveMonth(deps, month))
  }
  for (const partition of await oldPartitions(deps.db)) {
    await counted(deps, partition, () => dropOld(deps, partition))
  }
  await removeOrphans(deps)
}

async function counted(
  deps: ArchiveDeps,
  of: { table: string },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    deps.metrics.count('archive_failed')
    deps.log.error({ ...of, err: error }, 'a month was not archived')
  }
}

/** Writes the file of a month and remembers it. Of two processes one throws its file away. */
async function archiveMonth(deps: ArchiveDeps, month: Month): Promise<void> {
  const { plain, ...content } = await inTransaction(deps.db, async (tx) => {
    await withoutTimeLimit(tx)
    return await packMonth(tx, month)
  })
  const stored = await storeMonth(deps, month, plain)
  const recorded = { ...month, ...content, ...stored, id: newId() }
  await verifyMonthFile(deps, { ...recorded, archivedAt: deps.clock.now(), droppedAt: null })
  const isOurs = await recordMonth(deps.db, recorded)
  if (!isOurs) await (await monthStore(deps.config)).discard(stored.storageKey)
}

/** Reads the files of its months again, then drops it: the database compares rows and digests. */
async function dropOld(deps: ArchiveDeps, old: OldPartition): Promise<void> {
  const { table, partition, fromMonth, untilMonth } = old
  for (const month of await archivedMonths(deps.db, { stored: true })) {
    const isIn = month.month < untilMonth && (fromMonth === null || month.month >= fromMonth)
    if (month.table === table && isIn) await verifyMonthFile(deps, month)
  }
  const outcome = await inTransaction(deps.db, async (tx) => {
    await withoutTimeLimit(tx)
    return await dropPartition(tx, old)
  }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'busy') return 'busy'
    throw error
  })
  if (outcome === 'differs') throw new Error(`${partition} has other rows than its files`)
  deps.metrics.count('months_dropped', { outcome })
  deps.log.info({ partition, outcome }, 'old months')
}

/** Files whose run was killed before their row was written. */
async function removeOrphans(deps: ArchiveDeps): Promise<void> {
  const store = await monthStore(deps.config)
  const names = await store.olderThan(addMs(deps.clock.now(), -GRACE_MS))
  const known = await knownFiles(deps.db, names)
  for (const name of names.filter((each) => !known.has(each))) await store.discard(name)
}
