import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PAYOUTS_MOUNT } from '#sandbox/wompi/payouts-sandbox.ts'
import { openPayoutsStore } from '#sandbox/wompi/payouts-store.ts'
import { readCommand } from '#server/platform/command.ts'
import { isOutage } from '#server/platform/db/outage.ts'
import type { Deps } from '#server/platform/deps.ts'
import { seedPeople, wrongEffects } from '#test/race/traffic.ts'
import {
  type Saver,
  seedSavers,
  settleWithdrawals,
  wrongEnds,
  wrongWithdrawals,
} from '#test/race/withdrawal-traffic.ts'
import { say } from '../../scripts/project.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { ledgerFindings, withDeps } from './deps.ts'
import { until } from './service.ts'
import { medianAndWorst, type Strike, strikes } from './strikes.ts'
import { startTraffic } from './traffic.ts'

const { positionals, refuse } = readCommand({
  call: 'ops/ha/drill [rounds] [strike]',
  about:
    'Strikes the primary again and again while people book, top up, write and withdraw, and ' +
    'verifies after each strike that every acknowledged peso, seat, message and payout is there ' +
    'once. Prints outage times.',
  details: `Strikes: ${strikes.map(({ name }) => name).join(', ')}`,
  args: [0, 2],
  exits: { 1: 'something is wrong' },
})

const ROUNDS = 32
const PEOPLE = 18
const TRIPS = 6
const SAVERS = 12
/** Number of answers before and after a strike, so that all kinds of work are in progress. */
const SERVED = 30
const SETTLE_PAUSE_MS = 1_000
/** Longest wait for a new primary, and for three healthy nodes. */
const FAILOVER_MS = 120_000
const HEAL_MS = 180_000

type Round = { strike: string; outageMs: number; wrong: string[] }

const rounds = Number(positionals[0] ?? ROUNDS)
const chosen = strikes.filter(({ name }) => name === (positionals[1] ?? name))
if (Number.isNaN(rounds) || chosen.length === 0) refuse('No such number or strike.')
const cluster = await openCluster()
const done: Round[] = []
/** Savers of all rounds: a withdrawal can outlive the strike during which it was requested. */
const savers: Saver[] = []
let left: string[] = []
try {
  await withDeps(cluster, async (deps) => {
    for (let index = 0; index < rounds; index += 1) {
      const strike = chosen[index % chosen.length]
      if (strike) done.push(await play(cluster, deps, strike, index + 1))
    }
    left = await endOfWithdrawals(cluster, deps)
  })
} finally {
  await cluster.stop()
}
report(done)

/** Waits until every withdrawal of the drill has ended; returns what is wrong with them. */
async function endOfWithdrawals(on: Cluster, deps: Deps): Promise<string[]> {
  deps.urls.payouts = `${on.servers[0]?.url}${PAYOUTS_MOUNT}`
  const isOver = async () => {
    const open = await whenReachable(() => settleWithdrawals(deps, savers))
    if (open > 0) await sleep(SETTLE_PAUSE_MS)
    return open === 0
  }
  await until('every withdrawal has ended', isOver, HEAL_MS)
  const wrong = await whenReachable(async () => [
    ...(await wrongPayouts(on, deps)),
    ...(await wrongEnds(deps, savers)),
    ...(await ledgerFindings(deps)),
  ])
  const asked = savers.flatMap((saver) => saver.asked).length
  say(`${asked} withdrawals ended: ${wrong.length === 0 ? 'ok' : `WRONG ${wrong.join('; ')}`}`)
  return wrong
}

/**
 * Returns what `check` returns. A check that loses its connection starts again, for up to
 * `HEAL_MS`: the drill's own pool can hold connections of the struck node.
 */
async function whenReachable<T>(check: () => Promise<T>): Promise<T> {
  const end = performance.now() + HEAL_MS
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (!isOutage(error) || performance.now() > end) throw error
      say(`the check starts again: ${(error as Error).message}`)
      await sleep(SETTLE_PAUSE_MS)
    }
  }
}

async function wrongPayouts({ dataDir }: Cluster, deps: Deps): Promise<string[]> {
  const store = openPayoutsStore(path.join(dataDir, 'sandbox-payouts.sqlite'))
  try {
    return await wrongWithdrawals(deps, savers, store.byReference)
  } finally {
    store.close()
  }
}

async function play(on: Cluster, deps: Deps, strike: Strike, number: number): Promise<Round> {
  const people = await seedPeople(deps, { people: PEOPLE, trips: TRIPS })
  const own = await seedSavers(deps, SAVERS)
  savers.push(...own)
  const traffic = startTraffic(on.site, people, { savers: own })
  await until('people are served', () => traffic.answers() >= SERVED, FAILOVER_MS)
  const struck = await on.primary()
  if (!struck) throw new Error('nobody is primary')
  const moment = performance.now()
  strike.hit(struck)
  const next = async () => {
    const primary = await on.primary()
    return primary !== undefined && primary !== struck
  }
  await until('another node is primary', next, FAILOVER_MS)
  const served = traffic.answers()
  await until('people are served again', () => traffic.answers() >= served + SERVED, FAILOVER_MS)
  const outageMs = traffic.longestGapSince(moment)
  strike.heal(struck)
  await traffic.finish()
  await on.untilHealthy(HEAL_MS)
  const wrong = await whenReachable(async () => [
    ...(await wrongEffects(deps, people)),
    ...(await wrongPayouts(on, deps)),
    ...(await ledgerFindings(deps)),
  ])
  const primary = await on.primary()
  const sumOf = (kind: 'topUps' | 'messages') =>
    people.reduce((sum, person) => sum + person[kind], 0)
  const withdrawn = own.flatMap((saver) => saver.asked).length
  say(
    [
      `${number}`.padStart(3),
      strike.name.padEnd(14),
      `${struck.plan.name} → ${primary?.plan.name}`,
      `outage ${(outageMs / 1000).toFixed(1).padStart(5)} s`,
      `${people.length} bookings, ${sumOf('topUps')} top-ups, ${sumOf('messages')} messages`,
      `${withdrawn} withdrawals, ${traffic.failures()} attempts repeated`,
      wrong.length === 0 ? 'ok' : `WRONG ${wrong.join('; ')}`,
    ].join('  '),
  )
  return { strike: strike.name, outageMs, wrong }
}

function report(all: Round[]): void {
  const kinds: [string, Round[]][] = [...Map.groupBy(all, (round) => round.strike), ['all', all]]
  for (const [strike, some] of kinds) {
    const { median, worst } = medianAndWorst(some.map(({ outageMs }) => outageMs))
    const outage = `median ${(median / 1000).toFixed(1)} s, worst ${(worst / 1000).toFixed(1)} s`
    say(`${strike}: ${some.length} strikes, outage ${outage}`)
  }
  const wrong = all.filter((round) => round.wrong.length > 0).length
  say(
    wrong + left.length === 0
      ? 'Nothing lost, nothing twice; ledger:verify ok after each.'
      : `${wrong} WRONG`,
  )
  process.exitCode = wrong + left.length === 0 && all.length === rounds ? 0 : 1
}
