// Three database nodes with Patroni, three members of etcd, NATS, HAProxy, and server processes:
// all on this machine, from Debian's packages. Every process that is started here is stopped here.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import type pg from 'pg'
import { databaseUser } from '#server/platform/db/embedded-user.ts'
import { withClient } from '#server/platform/db/with-client.ts'
import { type ServerProcess, serverProcess } from '#test/race/server-process.ts'
import { type MachinePlan, machineFile, type NodePlan, type Passwords } from './machine-files.ts'
import { type Node, openNode } from './node.ts'
import { startService, until } from './service.ts'

const NODES = ['node1', 'node2', 'node3']
const READY_MS = 90_000
const PROGRAMS = {
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/nats-server': 'nats-server',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
}

export type Cluster = {
  folder: string
  /** Database URL through HAProxy, to the current primary, as the owner of the database. */
  databaseUrl: string
  /** URLs of NATS' monitoring pages. */
  natsFigures: string[]
  /** URL of the site through HAProxy. */
  site: string
  nodes: Node[]
  servers: ServerProcess[]
  dataDir: string
  adminSocket: string
  primary(): Promise<Node | undefined>
  /** Waits for one primary and two standbys, one of them synchronous. */
  untilHealthy(limitMs?: number): Promise<void>
  stop(): Promise<void>
}

export type ClusterOptions = {
  /** First port of the cluster; its other ports follow. */
  base?: number
  /** Whether responses name their server in `x-served-by`. */
  namesServers?: boolean
}

/**
 * Starts the whole cluster below a new folder of /tmp. With KEEP_LOGS the folder is copied there
 * when the cluster stops.
 */
export async function openCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { base = 15_500, namesServers = false } = options
  assertInstalled()
  const folder = mkdtempSync('/tmp/cupo-ha-')
  execFileSync('chmod', ['711', folder])
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const undo of stops.splice(0).reverse()) {
      // A service that fails to stop is reported, and the next ones are stopped all the same.
      await undo().catch((error: Error) => process.stderr.write(`${error.message.slice(0, 200)}\n`))
    }
    if (process.env.KEEP_LOGS) execFileSync('cp', ['-r', folder, process.env.KEEP_LOGS])
    rmSync(folder, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(130)))
  }
  try {
    return await assemble({ base, namesServers, folder, stops, stop })
  } catch (error) {
    await stop()
    throw error
  }
}

function assertInstalled(): void {
  const missing = Object.entries(PROGRAMS).filter(([program]) => !existsSync(program))
  if (process.getuid?.() !== 0) throw new Error('run as root: each node gets a disk of its own')
  if (missing.length === 0) return
  throw new Error(`missing packages: ${missing.map(([, name]) => name).join(' ')} (ops/install)`)
}

type Site = {
  base: number
  namesServers: boolean
  folder: string
  stops: (() => Promise<void>)[]
  stop: () => Promise<void>
}

async function assemble(site: Site): Promise<Cluster> {
  const { base, namesServers, folder, stops, stop } = site
  const user = databaseUser()
  const password = () => randomBytes(18).toString('hex')
  const passwords = { superuser: password(), replication: password(), owner: password() }
  const ports = { primary: base, web: base + 2 }
  const plans = NODES.map((name, index) => nodePlan(base, name, index))
  const adminSocket = path.join(folder, 'haproxy.sock')
  const machines = plans.map((own, index): MachinePlan => {
    const others = drillValues(own, { folder, adminSocket, namesServers, door: base + 30 + index })
    return { nodes: plans, own, ports, passwords, others }
  })
  const run: Run = (command, name, env) => {
    const logFile = path.join(folder, `${name}.log`)
    const service = startService(command, { logFile, cwd: folder, ...(env ? { env } : {}) })
    stops.push(() => service.stop())
  }
  for (const machine of machines) {
    const { name } = machine.own
    run(['/usr/bin/etcd'], `etcd-${name}`, variablesOf(machineFile('etcd.env', machine)))
  }
  await until('etcd agrees on its version', () => etcdAgrees(plans[0]?.ports.etcd ?? 0), READY_MS)

  const nodes: Node[] = []
  for (const [index, machine] of machines.entries()) {
    const own = path.join(folder, machine.own.name)
    mkdirSync(own, { mode: 0o711 })
    chownSync(own, user.uid ?? 0, user.gid ?? 0)
    const node = await openNode({ machine, folder: own, door: base + 30 + index, user })
    stops.push(() => node.stop())
    nodes.push(node)
    node.start()
    if (index === 0) await until('the first primary', async () => isPrimary(node), READY_MS)
  }

  const [first] = machines
  if (!first) throw new Error('a cluster has nodes')
  startMessengers(machines, first, { run, folder })

  const cluster = {
    folder,
    databaseUrl: `postgres://cupo:${passwords.owner}@127.0.0.1:${ports.primary}/cupo`,
    natsFigures: plans.map(({ ports: at }) => `http://127.0.0.1:${at.natsFigures}/varz`),
    site: `http://127.0.0.1:${ports.web}`,
    nodes,
    dataDir: path.join(folder, 'documents'),
    adminSocket,
    primary: () => findPrimary(nodes),
    untilHealthy: (limitMs = READY_MS) =>
      until('a primary with two standbys', () => isHealthy(nodes, passwords), limitMs),
    stop,
  }
  await cluster.untilHealthy()
  await makeDatabase(plans[0]?.ports.database ?? 0, passwords)
  const servers = machines.map((machine) => {
    const env = { ...variablesOf(machineFile('cupo.env', machine)), PUBLIC_URL: cluster.site }
    const { server: port } = machine.own.ports
    return serverProcess({ port, dataDir: cluster.dataDir, env })
  })
  await startInTurn(servers, stops)
  return { ...cluster, servers }
}

/** Starts NATS of each node, and one HAProxy. */
function startMessengers(
  machines: MachinePlan[],
  first: MachinePlan,
  { run, folder }: { run: Run; folder: string },
): void {
  for (const machine of machines) {
    const { name } = machine.own
    const file = path.join(folder, `nats-${name}.conf`)
    writeFileSync(file, machineFile('nats-server.conf', machine))
    run(['/usr/sbin/nats-server', '-c', file], `nats-${name}`)
  }
  const file = path.join(folder, 'haproxy.cfg')
  writeFileSync(file, machineFile('haproxy.cfg', first), { mode: 0o600 })
  run(['/usr/sbin/haproxy', '-db', '-f', file], 'haproxy')
}

type Run = (command: string[], name: string, env?: Record<string, string>) => void

/** All nodes run on this machine, so each has its own ports. */
function nodePlan(base: number, name: string, index: number): NodePlan {
  const ports = {
    database: base + 10 + index,
    api: base + 20 + index,
    etcd: base + 40 + 2 * index,
    peer: base + 41 + 2 * index,
    nats: base + 50 + index,
    natsFigures: base + 53 + index,
    natsRoute: base + 56 + index,
    server: base + 60 + index,
  }
  return { name, address: '127.0.0.1', ports }
}

type Drill = { folder: string; adminSocket: string; namesServers: boolean; door: number }

/** Settings of the drill alone: small disks, and doors from Patroni to etcd that can be shut. */
function drillValues(own: NodePlan, drill: Drill): MachinePlan['others'] {
  return {
    ETCD: `127.0.0.1:${drill.door}`,
    ETCD_DIR: path.join(drill.folder, `etcd-${own.name}`),
    DATA_DIR: path.join(drill.folder, own.name, 'disk', 'data'),
    SOCKET_DIR: '',
    SHARED_BUFFERS: '128MB',
    MAX_WAL_SIZE: '256MB',
    WAL_SEGMENT_MB: '4',
    ADMIN_SOCKET: drill.adminSocket,
    SERVER_HEADER: drill.namesServers ? 'http-response set-header x-served-by %s' : '',
    PROXY_HOPS: '1',
  }
}

function variablesOf(text: string): Record<string, string> {
  return parseEnv(text) as Record<string, string>
}

/** Waits until etcd has a common version, because Patroni exits when it asks for it too early. */
async function etcdAgrees(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/version`)
    return /^\d/.test(((await answer.json()) as { etcdcluster: string }).etcdcluster)
  } catch {
    return false
  }
}

async function isPrimary(node: Node): Promise<boolean> {
  return (await node.role()) === 'primary'
}

async function findPrimary(nodes: Node[]): Promise<Node | undefined> {
  const roles = await Promise.all(nodes.map((node) => node.role()))
  return nodes.find((_, index) => roles[index] === 'primary')
}

/** Connects to one node as the superuser, not through HAProxy. */
function asSuperuser<T>(
  port: number,
  { superuser }: Passwords,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const connectionString = `postgres://postgres:${superuser}@127.0.0.1:${port}/postgres`
  const limits = { connectionTimeoutMillis: 2_000, query_timeout: 2_000 }
  return withClient({ connectionString, ...limits }, work)
}

const STANDBYS = `
  select count(*)::int as streaming, count(*) filter (where sync_state = 'sync')::int as sync
  from pg_stat_replication where state = 'streaming'`

async function isHealthy(nodes: Node[], passwords: Passwords): Promise<boolean> {
  const roles = await Promise.all(nodes.map((node) => node.role()))
  if (roles.toSorted().join() !== 'primary,replica,replica') return false
  const port = nodes[roles.indexOf('primary')]?.plan.ports.database ?? 0
  try {
    const { rows } = await asSuperuser(port, passwords, (client) => client.query(STANDBYS))
    return rows[0].streaming === 2 && rows[0].sync === 1
  } catch {
    return false
  }
}

/** Creates the database with an owner without superuser rights, which migrations must not need. */
async function makeDatabase(port: number, passwords: Passwords): Promise<void> {
  await asSuperuser(port, passwords, async (client) => {
    await client.query(`create role cupo login createrole password '${passwords.owner}'`)
    await client.query('create database cupo owner cupo')
  })
}

/** Starts the servers one after the other, because the first one migrates. */
async function startInTurn(servers: ServerProcess[], stops: Site['stops']): Promise<void> {
  for (const server of servers) {
    stops.push(() => server.stop())
    await server.start()
  }
}
