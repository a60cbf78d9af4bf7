// Restarts one server after the other behind the proxy, while requests continue.
import { connect } from 'node:net'
import { say } from '../../scripts/project.ts'
import type { Cluster } from './cluster.ts'
import { until } from './service.ts'

export const WAIT_MS = 60_000
const PAGES = ['/', '/trips', '/api/health']

/** Takes a server off the proxy's list, waits for its requests, restarts it and adds it again. */
export async function restart(cluster: Cluster, index: number): Promise<void> {
  const { adminSocket, servers } = cluster
  const name = `s${index + 1}`
  await tell(adminSocket, `set server web/${name} state drain`)
  const isIdle = async () => (await columns(adminSocket, name)).scur === '0'
  await until(`${name} has no requests`, isIdle, WAIT_MS)
  await servers[index]?.stop()
  await servers[index]?.start()
  await tell(adminSocket, `set server web/${name} state ready`)
  const isUp = async () => (await columns(adminSocket, name)).status === 'UP'
  await until(`${name} is up`, isUp, WAIT_MS)
  say(`${name} restarted`)
}

/** Returns a line of HAProxy's statistics by the names of its columns. */
async function columns(socket: string, server: string): Promise<Record<string, string>> {
  const [head = '', ...lines] = (await tell(socket, 'show stat')).split('\n')
  const names = head.replace(/^# /, '').split(',')
  const values = lines.find((line) => line.startsWith(`web,${server},`))?.split(',') ?? []
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
}

function tell(socket: string, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const connection = connect(socket, () => connection.write(`${command}\n`))
    connection.setEncoding('utf8').on('data', (text: string) => {
      answer += text
    })
    connection.once('end', () => resolve(answer)).once('error', reject)
  })
}

/** A request of a visitor: the status, or the text of the error. */
type Ask = (address: string) => Promise<number | string>

const askDirectly: Ask = async (address) => {
  const answer = await fetch(address)
  await answer.arrayBuffer()
  return answer.status
}

/** Requests one page after the other, as a visitor does. */
export function watchPages(site: string, ask = askDirectly) {
  const failed: string[] = []
  let seen = 0
  let isEnding = false
  const look = async () => {
    for (; !isEnding; seen += 1) {
      const page = PAGES[seen % PAGES.length] ?? '/'
      const status = await ask(`${site}${page}`).catch((error: Error) => error.message)
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
