import type { ErrorCode } from '#contract/errors.ts'
import { weekdayOf } from '#contract/holidays.ts'
import { isOn } from '#server/modules/foundation/switches/index.ts'
import {
  lockUser,
  requireContact,
  requireDriverPhoto,
  tellUser,
} from '#server/modules/people/users/index.ts'
import {
  assertCanDrive,
  type DriveAsked,
  endsOf,
  findTripFacts,
  firstWeekday,
} from '#server/modules/travel/trips/index.ts'
import { addMs, bogotaDate, HOUR_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refusalIn } from '#server/platform/errors.ts'
import { derivedId } from '#server/platform/ids.ts'
import { papersBeforeRepeat, publishAgain } from './publish-again.messages.ts'
import { insertNudge, listWaysToRepeat } from './publish-again.queries.ts'

const THURSDAY = 4
const FROM_HOUR = 18
/** A server that was down until then asks next week. */
const UNTIL_HOUR = 21

/** Drivers read at a time. */
const PAGE = 200
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Refusals that are about a document which the driver can bring. */
const PAPERS: readonly ErrorCode[] = ['vehicle_not_verified', 'documents_not_valid_on_date']

/** Whether a driver is of the random fifth whom nothing is asked, always the same. */
export function isControl(driverId: string): boolean {
  return Number.parseInt(derivedId('publish-again.group', driverId).slice(-8), 16) % 5 === 0
}

/**
 * Job: on Thursdays from 18:00 asks drivers to publish a way of the last four weeks again, at most
 * once a week. Nobody is asked who could not publish it: suspended, without a photo or a proved
 * telephone, or in another car by then.
 */
export async function askToPublish(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const week = bogotaDate(now)
  const sinceMidnight = now.getTime() - startOfBogotaDate(week).getTime()
  const isTime = sinceMidnight >= FROM_HOUR * HOUR_MS && sinceMidnight < UNTIL_HOUR * HOUR_MS
  if (weekdayOf(week) !== THURSDAY || !isTime || !(await isOn(deps, 'publishing'))) return
  for (let after = NO_ID; ; ) {
    const ways = await listWaysToRepeat(deps.db, { week, now, after, limit: PAGE })
    for (const way of ways) await ask(deps, { ...way, week, now })
    const last = ways.at(-1)
    if (!last || ways.length < PAGE) return
    after = last.driverId
  }
}

type Way = { driverId: string; tripId: string; week: string; now: Date }

async function ask(deps: Deps, { driverId, tripId, week, now }: Way): Promise<void> {
  const trip = await findTripFacts(deps.db, tripId)
  if (!trip) return
  const { from, to } = endsOf(trip)
  const departsAt = firstWeekday(deps, trip)
  const tookMs = trip.arrivesAt.getTime() - trip.departsAt.getTime()
  const drive = { departsAt, arrivesAt: addMs(departsAt, tookMs), from, to }
  await inTransaction(deps.db, async (tx) => {
    await lockUser(tx, driverId)
    const lacks = await refusalIn(assertMayPublish(deps, tx, { ...trip, drive }))
    if (lacks && !PAPERS.includes(lacks.code)) return
    const kind = lacks ? 'papers' : isControl(driverId) ? 'control' : 'told'
    if (!(await insertNudge(tx, { driverId, week, tripId, kind, at: now }))) return
    const way = { from: from.name, to: to.name, at: departsAt.toISOString() }
    const news = { userId: driverId, cause: `${driverId}:${week}` }
    if (lacks) {
      const data = { ...way, reason: lacks.message }
      await tellUser(tx, deps, papersBeforeRepeat, { ...news, data })
    } else if (kind === 'told') {
      await tellUser(tx, deps, publishAgain, { ...news, data: { ...way, tripId } })
    }
  })
}

/** As publishing checks a driver; the price is asked on the screen. */
async function assertMayPublish(deps: Deps, tx: Tx, asked: DriveAsked): Promise<void> {
  await requireContact(tx, asked.driverId)
  await requireDriverPhoto(tx, deps, { userId: asked.driverId })
  await assertCanDrive(deps, tx, asked)
}
