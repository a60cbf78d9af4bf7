import { tellUser } from '#server/modules/people/users/index.ts'
import { UNTOLD_JOB, untoldAt, withdrawPassenger } from '#server/modules/travel/bookings/index.ts'
import { addMs, bogotaDate, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { eachRowOrFail } from '#server/platform/jobs/each-row.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { listEnded } from './alerts.messages.ts'
import { type Ended, endLists, listBought, wasTold } from './buying.queries.ts'
import { endNames } from './parts.present.ts'

/** A purchase nearer to that moment is not asked about: its messages are still under way. */
const TELLING_MS = 30 * MINUTE_MS

const ENDED_PER_ROUND = 200

/** Ends lists that have their seat or whose days are over, and tells their people. */
export async function endDue(deps: Deps): Promise<void> {
  for (let ended = ENDED_PER_ROUND; ended === ENDED_PER_ROUND; ) {
    ended = await inTransaction(deps.db, async (tx) => {
      const now = deps.clock.now()
      const lists = await endLists(tx, { now, today: bogotaDate(now), limit: ENDED_PER_ROUND })
      for (const list of lists) await follow(tx, deps, list)
      return lists.length
    })
  }
}

/** The booking itself has told of what a list bought. */
async function follow(tx: Tx, deps: Deps, list: Ended): Promise<void> {
  const { bookingId, picksUpAt, why, userId, id } = list
  if (why === 'bought') {
    if (!picksUpAt) return
    const runAt = untoldAt({ picksUpAt })
    if (runAt < addMs(deps.clock.now(), TELLING_MS)) return
    return await enqueue(tx, deps.clock, { name: UNTOLD_JOB, payload: { bookingId }, runAt })
  }
  const place = await endNames(deps, [list])
  const data = { from: place(list.fromPlace).name, to: place(list.toPlace).name, why }
  await tellUser(tx, deps, listEnded, { userId, data, cause: id })
}

/** Returns what a list bought, with all its money, if its person could not be told. */
export async function releaseUntold(deps: Deps, bookingId: string): Promise<void> {
  if (await wasTold(deps.db, bookingId)) return
  const bought = await listBought(deps.db, bookingId)
  const giveBack = ({ id }: { id: string }) =>
    withdrawPassenger(deps, { bookingId: id, rule: 'untold' })
  await eachRowOrFail(bought, giveBack, 'a seat of which nobody was told does not return')
}
