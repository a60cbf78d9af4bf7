// Cases in every queue of the team, so that the desk can be learned without real people.
import { refreshReputation } from '#server/modules/people/standing/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { dropPastJobs, hasDemoCases, listPastRides, markAlarmed } from '../demo.queries.ts'
import { inLanes } from '../lanes.ts'
import { drivers } from '../lines.ts'
import { carlos, travellers } from '../people.ts'
import { type Cast, quiet } from './cast.ts'
import { demoClaim } from './claims.ts'
import { demoConduct } from './conduct.ts'
import {
  demoDenials,
  demoDisputes,
  demoSamePlate,
  disputeRides,
  samePlateRides,
} from './disputes.ts'
import { demoIncidents } from './incidents.ts'
import { approvedWithdrawal, demoMoneyActs, demoPaymentCases, demoWithdrawals } from './money.ts'
import { caseRides } from './rides.ts'
import { demoDelivery, demoDocuments, demoPrices, demoSafePoints } from './small-queues.ts'
import { demoTickets } from './tickets.ts'

/** A ride whose two people said unkind words to each other. */
const rudeRide = { seats: 1, isComplete: true }
export const wantedRides = [...disputeRides, ...samePlateRides, rudeRide]
/** Finished rides that cases can be about. */
const PAST_RIDES = 300
/** The newest step of a case is this long ago, at least. */
const NEWEST_MS = 10 * MINUTE_MS

/**
 * Writes the cases once, through the use cases that people use, at the time of each step
 * (docs/decisions/0052). A start that is killed here keeps the cases that it has written.
 */
export async function demoCases(real: Deps, people: Omit<Cast, 'deps' | 'past'>): Promise<void> {
  const deps = quiet(real)
  if (await hasDemoCases(deps.db)) return
  const rode = await listPastRides(deps.db, PAST_RIDES)
  const past = rode.filter(({ passengerId }) => people.travellers.includes(passengerId))
  const cast: Cast = { deps, past, ...people }
  const rides = await caseRides(cast, wantedRides)
  const { ended } = rides
  const disputed = ended.slice(0, disputeRides.length)
  const samePlate = ended.slice(disputed.length, -1)
  const [, denied] = disputed
  const rude = ended.at(-1)
  if (!denied || !rude) return
  await approvedWithdrawal(cast, denied)
  await demoDisputes(cast, disputed)
  const used = new Set([carlos, ...ended.map(({ trip }) => trip.who)].map(({ email }) => email))
  const savers = drivers.filter(({ email, pesos }) => pesos > 0 && !used.has(email))
  const emails = savers.map(({ email }) => email)
  const work = [
    () => demoWithdrawals(cast, emails),
    () => demoDocuments(cast),
    // One after the other: a rating that was reported can be denied later, but not before.
    () => demoConduct(cast, rude).then(() => demoDenials(cast)),
    () => demoSamePlate(cast, samePlate),
    () => demoIncidents(cast, rides),
    () => demoTickets(cast),
    () => demoSafePoints(cast),
    () => demoPaymentCases(cast),
    () => demoMoneyActs(cast),
    () => demoClaim(cast),
    () => demoPrices(cast),
    () => demoDelivery(cast, travellers[1]?.email ?? ''),
  ]
  await inLanes(work, (story) => story())
  const riders = [...ended, ...rides.underWay].flatMap((ride) => [ride.passengerId, ride.driverId])
  const now = real.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await refreshReputation(tx, deps, riders)
    await markAlarmed(tx, { by: cast.support.userId, now })
  })
  await dropPastJobs(deps.db, { before: addMs(now, -NEWEST_MS), now })
}
