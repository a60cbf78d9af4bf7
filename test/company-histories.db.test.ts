// Random histories of the whole company through its API: whatever people, the team, the gateway,
// the bank and time do in any order, the rules of `always.ts` hold, a page keeps what it promised,
// and when all clocks have run out nothing is stuck.
import fc from 'fast-check'
import { it } from 'vitest'
import { HOUR_MS } from '#server/platform/clock.ts'
import { ALL_RUNS, HISTORIES, LONG_MS } from '#test/property-budget.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { expectAlways, expectEnded } from './company-histories/always.ts'
import { type Acts, BOOKING_CALLS, CALLS, DAY_CALLS, isDay } from './company-histories/calls.ts'
import { type Dice, diceOf } from './company-histories/fields.ts'
import { everyJob, OUTSIDE } from './company-histories/outside.ts'
import { teamWorks } from './company-histories/team.ts'
import {
  type Company,
  openCompany,
  openWorld,
  someTrips,
  type World,
} from './company-histories/world.ts'

/** Acts of a history, and of the time after everything of it has ended. */
const [ACTS, LATER_ACTS] = ALL_RUNS ? [80, 40] : [20, 0]
/** Bookings that are tried first, so that later acts have something to be about. */
const FIRST = 8
/** Hours between the steps in which everything ends; accounts close after 15 days. */
const END_HOURS = ALL_RUNS ? [3, 12, 24, 24, 48, 72, 96, 100] : [24, 96, 240]
/** Histories in one database: each checks all rows of those before it. */
const PER_DATABASE = 6

const EVERY_ACT: Acts = [...CALLS, ...OUTSIDE]

function actsNow(world: World, dice: Dice, done: number): Acts {
  if (done < Math.min(FIRST, ACTS / 2)) return BOOKING_CALLS
  return isDay(world) && dice.chance(55) ? DAY_CALLS : EVERY_ACT
}

async function play(world: World, seed: number, length: number): Promise<void> {
  const dice = diceOf(seed)
  for (let done = 0, tries = 0; done < length; tries += 1) {
    const [name, act] = dice.pick(actsNow(world, dice, done))
    world.log.push(name)
    const said = await act(world, diceOf(seed * 1_000 + tries))
    world.log.pop()
    if (said === '') continue
    world.log.push(said)
    done += 1
    if (dice.chance(50)) await world.shop.runJobs()
    await expectAlways(world)
  }
  await expectConsistent(world.shop.deps)
}

/** The gateway tells what it knows, and the bank pays what it was sent. */
async function answerAll({ shop }: World): Promise<void> {
  await shop.wompi.deliverAll()
  const waiting = shop.payouts.payouts().filter(({ status }) => status === 'PENDING')
  for (const { id } of waiting) shop.payouts.settle(id, 'APPROVED')
  await shop.payouts.deliverAll()
}

/** All clocks run out, the gateway and the bank have answered, and the team has decided. */
async function end(world: World): Promise<void> {
  const { shop, log } = world
  shop.payouts.setFault('none')
  await shop.runJobs()
  for (const hours of END_HOURS) {
    shop.clock.advance(hours * HOUR_MS)
    log.push(`the end: ${shop.clock.now().toISOString()}`)
    await answerAll(world)
    await everyJob(world)
    await teamWorks(world)
    await expectAlways(world)
  }
  await answerAll(world)
  await everyJob(world)
  await expectConsistent(shop.deps)
  await expectEnded(world)
}

it('keeps money, seats, people and promises in every history', { timeout: LONG_MS }, async () => {
  let shop: Company | undefined
  let played = 0
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      if (played % PER_DATABASE === 0) shop = await openCompany()
      played += 1
      const world = await openWorld(shop as Company)
      try {
        await play(world, seed, ACTS)
        await end(world)
        if (LATER_ACTS > 0) {
          await someTrips(world)
          await play(world, seed + 1, LATER_ACTS)
          await end(world)
        }
      } catch (cause) {
        const story = [`seed ${seed}: ${cause}`, ...world.log].join('\n  ')
        throw new Error(story, { cause })
      }
    }),
    // A shorter history is found by hand: other acts would be other numbers.
    { numRuns: HISTORIES, endOnFailure: true },
  )
})
