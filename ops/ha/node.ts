// One database node: Patroni with its PostgreSQL on a separate disk, and the failures that can be
// simulated.
import { execFileSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { type Door, openDoor } from './door.ts'
import { type MachinePlan, machineFile, type NodePlan } from './machine-files.ts'
import { type Service, startService, type User } from './service.ts'

const DISK_MB = 900
const LEAST_FREE_MB = '100'

type Role = 'primary' | 'replica' | 'none'

export type Node = {
  plan: NodePlan
  start(): void
  /** Role that its Patroni reports; `none` when it does not answer. */
  role(): Promise<Role>
  /** Sends SIGKILL to Patroni and every process of PostgreSQL, as if the machine lost power. */
  kill(): void
  /** Sends SIGSTOP to all of these processes, as if the machine hangs. */
  freeze(): void
  thaw(): void
  cutFromEtcd(): void
  joinEtcd(): void
  fillDisk(): void
  emptyDisk(): void
  stop(): Promise<void>
}

export type NodeOptions = {
  machine: MachinePlan
  /** Folder of this node; its disk is mounted in it. */
  folder: string
  /** Port through which it reaches etcd. */
  door: number
  user: User
}

export async function openNode(options: NodeOptions): Promise<Node> {
  const { machine, folder, user } = options
  const { own: plan } = machine
  const dataDir = machine.others.DATA_DIR
  const disk = path.join(folder, 'disk')
  // The door is opened first: when its port is in use, no mounted disk has to be undone.
  const door = await openDoor(options.door, plan.ports.etcd)
  mountDisk(folder, disk)
  chownSync(disk, user.uid ?? 0, user.gid ?? 0)
  const file = path.join(folder, 'patroni.yml')
  writeFileSync(file, machineFile('patroni.yml', machine), { mode: 0o600 })
  chownSync(file, user.uid ?? 0, user.gid ?? 0)
  let patroni: Service | undefined
  const guard = startService(
    [
      path.join(import.meta.dirname, 'disk-guard'),
      `http://127.0.0.1:${plan.ports.api}`,
      plan.name,
      disk,
      LEAST_FREE_MB,
    ],
    { logFile: path.join(folder, 'disk-guard.log'), cwd: folder },
  )
  const filler = path.join(disk, 'filler')
  const signal = (name: NodeJS.Signals) => signalAll(name, patroni?.pid, dataDir)
  return {
    plan,
    start() {
      const logFile = path.join(folder, 'patroni.log')
      const env = { HOME: folder, PATRONI_LOG_LEVEL: 'WARNING' }
      patroni = startService(['/usr/bin/patroni', file], { logFile, cwd: folder, user, env })
    },
    role: () => askRole(plan.ports.api),
    kill: () => signal('SIGKILL'),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    cutFromEtcd: () => door.shut(),
    joinEtcd: () => door.open(),
    fillDisk: () => fill(filler, disk),
    emptyDisk: () => rmSync(filler, { force: true }),
    stop: () => stopNode({ services: [guard, patroni], door, disk, dataDir }),
  }
}

async function stopNode(parts: {
  services: (Service | undefined)[]
  door: Door
  disk: string
  dataDir: string
}): Promise<void> {
  for (const service of parts.services) {
    signalAll('SIGCONT', service?.pid, parts.dataDir)
    await service?.stop()
  }
  signalAll('SIGKILL', undefined, parts.dataDir)
  await parts.door.close()
  execFileSync('umount', ['--lazy', parts.disk])
}

/** Mounts a file with its own file system, so that the disk of one node can be full. */
function mountDisk(folder: string, disk: string): void {
  const image = path.join(folder, 'disk.img')
  mkdirSync(disk, { recursive: true })
  closeSync(openSync(image, 'w'))
  execFileSync('truncate', ['-s', `${DISK_MB}M`, image])
  execFileSync('mkfs.ext4', ['-q', '-m', '0', image])
  execFileSync('mount', ['-o', 'loop', image, disk])
}

function fill(filler: string, disk: string): void {
  const { bavail, bsize } = statfsSync(disk)
  // The metadata of the file takes a few blocks, so the remaining space is filled afterwards.
  const bytes = Math.max(bsize, (bavail - 64) * bsize)
  execFileSync('fallocate', ['-l', String(bytes), filler])
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${filler}.rest`, 'bs=4096'], { stdio: 'ignore' })
  } catch {
    // `dd` ends with "No space left on device".
  }
  rmSync(`${filler}.rest`)
  execFileSync('sh', ['-c', 'cat /dev/zero >> "$0" 2>/dev/null || true', filler])
}

async function askRole(port: number): Promise<Role> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/patroni`, {
      signal: AbortSignal.timeout(1_000),
    })
    const { role, state } = (await answer.json()) as { role?: string; state?: string }
    if (state !== 'running') return 'none'
    return role === 'master' || role === 'primary' ? 'primary' : 'replica'
  } catch {
    return 'none'
  }
}

function signalAll(name: NodeJS.Signals, patroni: number | undefined, dataDir: string): void {
  const postmaster = postmasterOf(dataDir)
  const all = [patroni, ...(postmaster ? [postmaster, ...childrenOf(postmaster)] : [])]
  for (const pid of all) {
    try {
      if (pid) process.kill(pid, name)
    } catch {
      // The process has ended meanwhile.
    }
  }
}

/** Finds only our own PostgreSQL: its command line names the data folder. */
function postmasterOf(dataDir: string): number | undefined {
  try {
    const [line] = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
    const command = readFileSync(`/proc/${Number(line)}/cmdline`, 'utf8')
    return command.includes(dataDir) ? Number(line) : undefined
  } catch {
    return undefined
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
      } catch {
        return false
      }
    })
}
