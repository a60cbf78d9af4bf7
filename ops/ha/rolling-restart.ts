// `ops/ha/rolling-restart`: restarts the three servers of a cluster one after the other while
// people book, top up and look at pages. No request may fail. Exit code 1 when one did.
import { connect } from 'node:net'
import { seedPeople, wrongEffects } from '#test/race/traffic.ts'
import { say } from '../../scripts/project.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { ledgerFindings, withDeps } from './deps.ts'
import { until } from './service.ts'
import { startTraffic } from './traffic.ts'

const PAGES = ['/', '/trips', '/api/health']
const WAIT_MS = 60_000

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

/** Out of the proxy's list, its requests ended, stopped, started, and back in. */
async function restart({ adminSocket, servers }: Cluster, index: number): Promise<void> {
  const name = `s${index + 1}`
  await ask(adminSocket, `set server web/${name} state drain`)
  const isIdle = async () => (await columns(adminSocket, name)).scur === '0'
  await until(`${name} has no requests`, isIdle, WAIT_MS)
  await servers[index]?.stop()
  await servers[index]?.start()
  await ask(adminSocket, `set server web/${name} state ready`)
  const isUp = async () => (await columns(adminSocket, name)).status === 'UP'
  await until(`${name} is up`, isUp, WAIT_MS)
  say(`${name} restarted`)
}

/** A line of HAProxy's statistics by the names of its columns. */
async function columns(socket: string, server: string): Promise<Record<string, string>> {
  const [head = '', ...lines] = (await ask(socket, 'show stat')).split('\n')
  const names = head.replace(/^# /, '').split(',')
  const values = lines.find((line) => line.startsWith(`web,${server},`))?.split(',') ?? []
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
}

function ask(socket: string, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const connection = connect(socket, () => connection.write(`${command}\n`))
    connection.setEncoding('utf8').on('data', (text: string) => {
      answer += text
    })
    connection.once('end', () => resolve(answer)).once('error', reject)
  })
}

/** Somebody who looks at one page after the other. */
function watchPages(site: string) {
  const failed: string[] = []
  let seen = 0
  let isEnding = false
  const look = async () => {
    for (; !isEnding; seen += 1) {
      const page = PAGES[seen % PAGES.length] ?? '/'
      const status = await fetch(`${site}${page}`).then(
        async (answer) => {
          await answer.arrayBuffer()
          return answer.status
        },
        (error: Error) => error.message,
      )
      if (status !== 200) failed.push(`${page}: ${status}`)
    }
  }
  const looking = look()
  return {
    async finish() {
      isEnding = true
      await looking
      return { seen, failed }
    },
  }
}
