// Steps of an operator after the first day: an update, the way back, an update that stops
// everything, and a restore after both the database and the documents are lost.
import assert from 'node:assert/strict'
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { LookupFunction } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import { describeRelease, packRelease } from '../../scripts/release-archive.ts'
import { watchPages } from '../ha/roll.ts'
import type { Step } from '../ha/steps.ts'
import type { Machine } from './machine.ts'
import { PROXIES, SITE, SITE_PORTS } from './names.ts'

/** Runs a command as root on the server; throws with its output. */
type Operator = (command: string[]) => Promise<string>

/** Longest pause between two requests of a visitor. */
const PACE_MS = 20
const ASSET = 'assets/only-in-the-next.js'

/** Migrations of the two next releases: the program of before works with the first one only. */
const EXPAND = [
  '20990101T0000_expand.sql',
  'alter table places add column rehearsed text;',
] as const
const CONTRACT = [
  '20990102T0000_contract.sql',
  'alter table places add constraint rehearsed check (rehearsed is null);',
] as const

export function updateSteps(machine: Machine, operator: Operator): Step[] {
  const at = (name: string) => path.join(machine.folder, name)
  const update = (...args: string[]) => operator(['/opt/cupo/ops/update', ...args])
  const { version: first } = readRelease('/opt/cupo')
  const [second = '', third = ''] = ['.1', '.2'].map((end) => first.replace(/\.\d+$/, end))
  const step = (name: string, play: () => Promise<unknown>): Step => ({ name, play })

  return [
    step('a damaged archive is refused', async () => {
      const archive = await nextRelease(at, second, [EXPAND])
      const bytes = readFileSync(archive)
      writeFileSync(archive, bytes.subarray(0, bytes.length / 2))
      await assert.rejects(update(archive), /is damaged/)
      writeFileSync(archive, bytes)
    }),
    step(`ops/update to ${second}, one process after the other`, () =>
      unnoticed(machine, () => update(at(archiveOf(second)))),
    ),
    step('each process has the files of both releases', async () => {
      for (const port of SITE_PORTS) {
        assert.equal((await fetch(`http://127.0.0.1:${port}/${ASSET}`)).status, 200)
      }
    }),
    step(`ops/update --back to ${first}`, () => unnoticed(machine, () => update('--back'))),
    step(`ops/update to ${third}, which must stop both processes: the proxy's page`, async () => {
      const archive = await nextRelease(at, third, [EXPAND, CONTRACT])
      return outage(machine, () => update(archive))
    }),
    step('ops/update --back is refused, and says why', () =>
      assert.rejects(update('--back'), /contract\.sql.*does not allow going back/s),
    ),
    ...lossAndRestore(machine, operator, first),
    step(`ops/update to ${second} again`, () => update(at(archiveOf(second)))),
  ]
}

/** The disk with database and documents is lost after the copy of the documents. */
function lossAndRestore({ database }: Machine, operator: Operator, version: string): Step[] {
  const documents = path.join(database.dataDir, 'documents')
  const primary = path.join(database.folder, 'primary')
  let count = 0

  return [
    {
      name: 'ops/backup/run --documents, then the disk with database and documents is lost',
      play: async () => {
        await sleep(6_000)
        database.backup('run', '--documents')
        count = readdirSync(documents).length
        assert.ok(count > 10)
        database.stop(primary)
        rmSync(documents, { recursive: true })
        rmSync(path.join(primary, 'base'), { recursive: true })
        return `${count} documents`
      },
    },
    {
      name: `ops/backup/restore to the second before that update, with ${version}`,
      play: async () => {
        const target = readFileSync('/opt/cupo/updated-at', 'utf8').trim()
        const release = `/opt/cupo-${version}`
        const command = ['/opt/cupo/ops/backup/restore', '--target', target, '--release', release]
        const said = (await operator(command)).trim().split('\n').at(-1) ?? ''
        assert.match(said, /archiving is on/)
        assert.equal(readdirSync(documents).length, count)
        const query = `select name from schema_migrations where name like '2099%'`
        assert.equal((await database.query('cupo', query)).length, 1)
        return said
      },
    },
  ]
}

const readRelease = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, 'release.json'), 'utf8'))

const archiveOf = (version: string) =>
  `release/cupo-${version}-${process.platform}-${process.arch}.tar.gz`

/** Packs the release that runs as a later one, with these migrations. */
async function nextRelease(
  at: (name: string) => string,
  version: string,
  migrations: (readonly [string, string])[],
): Promise<string> {
  const folder = at('next')
  cpSync('/opt/cupo/', folder, { recursive: true, verbatimSymlinks: true })
  const packageFile = path.join(folder, 'package.json')
  const facts = JSON.parse(readFileSync(packageFile, 'utf8'))
  writeFileSync(`${packageFile}.new`, JSON.stringify({ ...facts, version }))
  renameSync(`${packageFile}.new`, packageFile)
  for (const [name, text] of migrations) {
    writeFileSync(path.join(folder, 'database/migrations', name), text)
  }
  writeFileSync(path.join(folder, 'build/client', ASSET), `// ${version}`)
  const archive = packRelease(folder, await describeRelease(folder, 'rehearsal'), at('release'))
  rmSync(folder, { recursive: true })
  return archive
}

type Seen = { proxy: string; seen: number; failed: string[]; outages: number }

/** Looks at pages through both proxies during `act`. */
async function watched(machine: Machine, act: () => Promise<unknown>): Promise<Seen[]> {
  const ca = readFileSync(machine.authority, 'utf8')
  const watches = Object.entries(PROXIES).map(([proxy, address]) => {
    const connect = { ca, lookup: lookupOf(address) }
    // nginx ends an HTTP/2 connection after 1,000 requests, and undici 8 then fails the last one.
    const dispatcher = new Agent({ connect, allowH2: false })
    let outages = 0
    const pages = watchPages(SITE, async (url) => {
      await sleep(PACE_MS)
      const answer = await fetch(url, { dispatcher })
      const isOurs = (await answer.text()).includes('Volvemos en un momento')
      const isWhole = isOurs && answer.headers.get('retry-after') === '20'
      if (answer.status < 502 || !isWhole) return answer.status
      outages += 1
      return 200
    })
    return async () => ({ proxy, ...(await pages.finish()), outages })
  })
  await act()
  return Promise.all(watches.map((finish) => finish()))
}

/** Node asks for one address, or for all. */
function lookupOf(address: string): LookupFunction {
  return (_name, { all }, done) =>
    all ? done(null, [{ address, family: 4 }]) : done(null, address, 4)
}

async function unnoticed(machine: Machine, act: () => Promise<unknown>): Promise<string> {
  const all = await watched(machine, act)
  for (const { proxy, failed, outages } of all)
    assert.deepEqual([proxy, failed, outages], [proxy, [], 0])
  return all.map(({ proxy, seen }) => `${proxy} ${seen} pages`).join(', ')
}

async function outage(machine: Machine, act: () => Promise<unknown>): Promise<string> {
  const all = await watched(machine, act)
  for (const { proxy, failed, outages } of all) {
    assert.deepEqual([proxy, failed], [proxy, []])
    assert.ok(outages > 0, `${proxy} never showed the page`)
  }
  return all.map(({ proxy, seen, outages }) => `${proxy} ${outages} of ${seen} pages`).join(', ')
}
