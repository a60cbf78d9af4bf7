import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeRunFolder } from '#test/run-folder.ts'
import { deleteEmbedded, type Embedded, startEmbedded } from './embedded.ts'
import { withClient } from './with-client.ts'

const said: string[] = []
const say = (message: string) => said.push(message)
const log = { debug: say, info: say, warn: say, error: say }

let dataDir: string
let running: Embedded[] = []
let children: ChildProcess[] = []

beforeEach(() => {
  said.length = 0
  dataDir = makeRunFolder()
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const each of running) await each.stop()
  running = []
  children = []
  await deleteEmbedded(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(folder = dataDir, durable = false): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir: folder, durable, log })
  running.push(embedded)
  return embedded
}

async function ask(url: string, text: string): Promise<unknown[]> {
  return (await withClient(url, (client) => client.query(text))).rows
}

async function askUntilUp(url: string, text: string): Promise<unknown[]> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask(url, text)
    } catch (error) {
      if (attempt === 400) throw error
      await sleep(50)
    }
  }
}

/** Starts the database in another process. Returns the pid of the database. */
async function startElsewhere(): Promise<{ child: ChildProcess; pid: number }> {
  const script = `
    const { startEmbedded } = await import(process.argv[1])
    const quiet = () => {}
    const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
    const { pid } = await startEmbedded({ dataDir: process.argv[2], durable: false, log })
    process.stdout.write(String(pid))
    setInterval(quiet, 1000)`
  const module = join(import.meta.dirname, 'embedded.ts')
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, module, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [pid] = await once(child.stdout, 'data')
  return { child, pid: Number(pid) }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

it('keeps committed rows of the embedded database over a restart, in UTF-8 and UTC', async () => {
  const first = await start(dataDir, true)
  await ask(first.url, "create table t as select 'Bogotá – ñandú' as name")
  await first.stop()
  const again = await start(dataDir, true)
  expect(await ask(again.url, 'select name from t')).toEqual([{ name: 'Bogotá – ñandú' }])
  expect(await ask(again.url, "select upper('á') as letter")).toEqual([{ letter: 'Á' }])
  expect(await ask(again.url, 'show timezone')).toEqual([{ TimeZone: 'UTC' }])
  expect(await ask(again.url, 'show fsync')).toEqual([{ fsync: 'on' }])
})

it('restarts the embedded database at the same address after kill -9 of PostgreSQL', async () => {
  const server = await start(dataDir, true)
  await ask(server.url, 'create table t as select 1 as n')
  const before = server.pid
  process.kill(before, 'SIGKILL')
  expect(await askUntilUp(server.url, 'select n from t')).toEqual([{ n: 1 }])
  expect(server.pid).not.toBe(before)
  expect(said.some((line) => line.includes('restarted'))).toBe(true)
})

it('restarts the embedded database at the same address when its socket is removed', async () => {
  const server = await start()
  await ask(server.url, 'create table t as select 1 as n')
  rmSync(join(decodeURIComponent(new URL(server.url).hostname), '.s.PGSQL.5432'))
  await expect(ask(server.url, 'select 1')).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await askUntilUp(server.url, 'select n from t')).toEqual([{ n: 1 }])
  expect(said).toContain('postgres: its socket was removed')
})

it('stops the embedded database when its owner is killed, and can start it again', async () => {
  const { child, pid } = await startElsewhere()
  child.kill('SIGKILL')
  await once(child, 'exit')
  const server = await start()
  expect(server.pid).not.toBe(pid)
  expect(isRunning(pid)).toBe(false)
  expect(await ask(server.url, 'select 1 as n')).toEqual([{ n: 1 }])
})

it('shares the embedded database with a second process, and survives its end', async () => {
  const { pid } = await startElsewhere()
  const borrowed = await start()
  expect(borrowed.pid).toBe(pid)
  await borrowed.stop()
  expect(isRunning(pid)).toBe(true)
  await expect(deleteEmbedded(dataDir)).rejects.toThrow('in use')
  const [child] = children
  child?.kill('SIGKILL')
  while (isRunning(pid)) await sleep(20)
})

it.each([
  ['SIGTERM', 'short'],
  ['SIGKILL', 'short'],
  ['SIGKILL', 'very long'],
] as const)(
  'serves a shared database again within 15 s at the same address after %s of its owner (%s path)',
  async (signal, length) => {
    const parent = dataDir
    if (length === 'very long') dataDir = join(parent, 'a'.repeat(60), 'b'.repeat(60))
    const { child, pid } = await startElsewhere()
    const [one, two] = [await start(), await start()]
    await ask(one.url, 'create table t as select 1 as n')
    child.kill(signal)
    const endedAt = performance.now()
    while (isRunning(pid)) await sleep(20)
    for (const { url } of [one, two]) {
      expect(await askUntilUp(url, 'select n from t')).toEqual([{ n: 1 }])
    }
    expect(performance.now() - endedAt).toBeLessThan(15_000)
    await sleep(2_000) // Whoever lost the race looks once more.
    expect(two.pid).toBe(one.pid)
    expect(isRunning(one.pid)).toBe(true)
    for (const each of [one, two]) await each.stop()
    await deleteEmbedded(dataDir)
    dataDir = parent
  },
)

it('says why when a shared database cannot be started after its owner ended', async () => {
  const { child, pid } = await startElsewhere()
  const lost = new Promise<string>((onLost) => {
    void startEmbedded({ dataDir, durable: false, log, onLost }).then((server) => {
      running.push(server)
      writeFileSync(join(dataDir, 'postgres', 'pg18', 'data', 'PG_VERSION'), '17\n')
      child.kill('SIGKILL')
    })
  })
  expect(await lost).toMatch(/process that ran the database ended: .*(version 17|not compatible)/s)
  expect(isRunning(pid)).toBe(false)
})

it('refuses a database of another major version, names both, and creates nothing', async () => {
  const other = join(dataDir, 'postgres', 'pg17', 'data')
  mkdirSync(other, { recursive: true })
  writeFileSync(join(other, 'PG_VERSION'), '17\n')
  const before = readdirSync(dataDir, { recursive: true })
  await expect(start()).rejects.toThrow(/PostgreSQL 17, .*PostgreSQL 18/)
  expect(readdirSync(dataDir, { recursive: true })).toEqual(before)
})

it('starts despite a pid file whose pid belongs to another process', async () => {
  const first = await start()
  const { url } = first
  await first.stop()
  const socketDir = decodeURIComponent(new URL(url).hostname)
  const pidFile = join(socketDir, 'postmaster.pid')
  expect(existsSync(pidFile)).toBe(false)
  writeFileSync(pidFile, `${process.pid}\n${socketDir}\n1\n5432\n${socketDir}\n\n1 1\nready\n`)
  const again = await start()
  expect(await ask(again.url, 'select 1 as n')).toEqual([{ n: 1 }])
})

it('starts the embedded database in a folder with mode 700 or a very long path', async () => {
  chmodSync(dataDir, 0o700)
  const folder = join(dataDir, 'a'.repeat(60), 'b'.repeat(60))
  const server = await start(folder)
  expect(await ask(server.url, 'select 1 as n')).toEqual([{ n: 1 }])
  await server.stop()
  await deleteEmbedded(folder)
})

it('refuses a wrong password for the embedded database', async () => {
  const server = await start()
  const url = new URL(server.url)
  url.password = 'wrong'
  await expect(ask(url.href, 'select 1')).rejects.toThrow('password authentication failed')
})
