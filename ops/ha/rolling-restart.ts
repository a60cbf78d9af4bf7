import { readCommand } from '#server/platform/command.ts'
import { seedPeople, wrongEffects } from '#test/race/traffic.ts'
import { say } from '../../scripts/project.ts'
import { openCluster } from './cluster.ts'
import { ledgerFindings, withDeps } from './deps.ts'
import { restart, WAIT_MS, watchPages } from './roll.ts'
import { until } from './service.ts'
import { startTraffic } from './traffic.ts'

readCommand({
  call: 'ops/ha/rolling-restart',
  about:
    'Restarts the three servers of a cluster one after the other while people book, top up and ' +
    'look at pages. No request may fail.',
  exits: { 1: 'a request failed' },
})

const cluster = await openCluster()
try {
  const wrong = await withDeps(cluster, async (deps) => {
    const people = await seedPeople(deps, { people: 18, trips: 6 })
    const traffic = startTraffic(cluster.site, people)
    const pages = watchPages(cluster.site)
    await until('people are served', () => traffic.answers() >= 6, WAIT_MS)
    for (let index = 0; index < cluster.servers.length; index += 1) await restart(cluster, index)
    await traffic.finish()
    const { seen, failed } = await pages.finish()
    say(`${traffic.answers()} calls answered, ${traffic.failures()} failed`)
    say(`${seen} pages seen, ${failed.length} failed`)
    const failures = traffic.failures() > 0 ? ['a call failed'] : []
    return [
      ...failures,
      ...failed,
      ...(await wrongEffects(deps, people)),
      ...(await ledgerFindings(deps)),
    ]
  })
  for (const line of wrong) say(`WRONG ${line}`)
  say(wrong.length === 0 ? 'Three servers restarted, nothing failed.' : 'WRONG')
  process.exitCode = wrong.length === 0 ? 0 : 1
} finally {
  await cluster.stop()
}
