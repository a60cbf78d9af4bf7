// `ops/ha/drill [rounds] [strike]`: strikes the primary again and again (SIGKILL, SIGSTOP, cut from
// etcd, full disk) while people book and top up, and verifies after each strike that every
// acknowledged peso and seat is there once. Prints outage times. Exit code 1 when anything is
// wrong.
import type { Deps } from '#server/platform/deps.ts'
import { seedPeople, wrongEffects } from '#test/race/traffic.ts'
import { say } from '../../scripts/project.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { ledgerFindings, withDeps } from './deps.ts'
import { until } from './service.ts'
import { medianAndWorst, type Strike, strikes } from './strikes.ts'
import { startTraffic } from './traffic.ts'

const ROUNDS = 32
const PEOPLE = 18
const TRIPS = 6
/** How long until somebody is primary, and until three nodes are in order again. */
const FAILOVER_MS = 120_000
const HEAL_MS = 180_000

type Round = { strike: string; outageMs: number; wrong: string[] }

const rounds = Number(process.argv[2] ?? ROUNDS)
const chosen = strikes.filter(({ name }) => name === (process.argv[3] ?? name))
const cluster = await openCluster()
const done: Round[] = []
try {
  await withDeps(cluster, async (deps) => {
    for (let index = 0; index < rounds; index += 1) {
      const strike = chosen[index % chosen.length]
      if (strike) done.push(await play(cluster, deps, strike, index + 1))
    }
  })
} finally {
  await cluster.stop()
}
report(done)

async function play(on: Cluster, deps: Deps, strike: Strike, number: number): Promise<Round> {
  const people = await seedPeople(deps, { people: PEOPLE, trips: TRIPS })
  const traffic = startTraffic(on.site, people)
  await until('people are served', () => traffic.answers() >= 6, FAILOVER_MS)
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
  await until('people are served again', () => traffic.answers() >= served + 6, FAILOVER_MS)
  const outageMs = traffic.longestGapSince(moment)
  strike.heal(struck)
  await traffic.finish()
  await on.untilHealthy(HEAL_MS)
  const wrong = [...(await wrongEffects(deps, people)), ...(await ledgerFindings(deps))]
  const primary = await on.primary()
  const topUps = people.reduce((sum, person) => sum + person.topUps, 0)
  say(
    [
      `${number}`.padStart(3),
      strike.name.padEnd(14),
      `${struck.plan.name} → ${primary?.plan.name}`,
      `outage ${(outageMs / 1000).toFixed(1).padStart(5)} s`,
      `${people.length} bookings, ${topUps} top-ups, ${traffic.failures()} attempts repeated`,
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
  say(wrong === 0 ? 'Nothing lost, nothing twice; ledger:verify ok after each.' : `${wrong} WRONG`)
  process.exitCode = wrong === 0 && all.length === rounds ? 0 : 1
}
