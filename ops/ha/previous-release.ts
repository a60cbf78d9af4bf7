// `ops/ha/previous-release COMMIT`: servers of that commit serve bookings, top-ups and messages
// while the first server of this release migrates the database, then beside it, then alone again
// after a return to them. No request may fail in a way that its repetition does not mend. Exit code
// 1 when anything is wrong.
import { execFile, execFileSync, execSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { Deps } from '#server/platform/deps.ts'
import { type Person, wrongEffects } from '#test/race/traffic.ts'
import { ensureWebBuilt } from '../../scripts/build-web.ts'
import { ROOT, say } from '../../scripts/project.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { ledgerFindings, withDeps } from './deps.ts'
import { replace, served, watchPages } from './roll.ts'
import { until } from './service.ts'
import { startTraffic, type Traffic } from './traffic.ts'

const PEOPLE = 60
const TRIPS = 16
/** Answers after each change before the next one. */
const ANSWERS = 80
const LOAD_MS = 180_000

const [commit] = process.argv.slice(2)
if (!commit) throw new Error('usage: ops/ha/previous-release COMMIT')
const previous = checkOut(commit)
try {
  await ensureWebBuilt()
  await deploy(previous)
} finally {
  rmSync(previous, { recursive: true, force: true })
}

/** That release in a folder of its own, installed and built. */
function checkOut(name: string): string {
  const folder = mkdtempSync('/tmp/cupo-release-')
  execSync(`git -C '${ROOT}' archive --format=tar '${name}' | tar -x -C '${folder}'`)
  if (hasPackagesOf(folder)) {
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  } else {
    execFileSync('node', ['scripts/ensure-install.mjs'], { cwd: folder, stdio: 'inherit' })
  }
  const build = `import('${folder}/scripts/build-web.ts').then((it) => it.ensureWebBuilt())`
  execFileSync(process.execPath, ['-e', build], { cwd: folder, stdio: 'inherit' })
  for (const file of ['ops/ha/seed-people.ts', 'ops/ha/deps.ts', 'test/race/seeded-people.ts']) {
    const own = path.join(folder, file)
    if (!existsSync(own)) cpSync(path.join(ROOT, file), own)
  }
  return folder
}

/** Whether what it names is installed here, in the same versions: no copy of its own is needed. */
function hasPackagesOf(folder: string): boolean {
  const [its, ours] = [folder, ROOT].map((root) => {
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(path.join(root, 'package.json'), 'utf8'),
    ) as Record<'dependencies' | 'devDependencies', Record<string, string>>
    return { ...dependencies, ...devDependencies }
  })
  return Object.entries(its ?? {}).every(([name, version]) => ours?.[name] === version)
}

/** Not `execFileSync`: Patroni's way to etcd leads through this process. */
async function seed(folder: string, on: Cluster): Promise<Person[]> {
  const { dataDir, databaseUrl, site } = on
  const program = path.join(folder, 'ops/ha/seed-people.ts')
  const args = [program, dataDir, databaseUrl, site, String(PEOPLE), String(TRIPS)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder })
  return (JSON.parse(stdout) as Person[]).map((person) => ({ ...person, messages: 0 }))
}

async function deploy(folder: string): Promise<void> {
  const cluster = await openCluster({ release: folder })
  try {
    const wrong = await withDeps(cluster, async (deps) => {
      const people = await seed(folder, cluster)
      const traffic = startTraffic(cluster.site, people, { between: 4 })
      const pages = watchPages(cluster.site)
      await answers(traffic)
      await rollForward(cluster, deps, traffic)
      await rollBack(cluster, folder, traffic)
      await traffic.finish()
      const { seen, failed } = await pages.finish()
      const sum = (kind: 'topUps' | 'messages') => people.reduce((all, each) => all + each[kind], 0)
      say(`${people.length} bookings, ${sum('topUps')} top-ups, ${sum('messages')} messages`)
      say(`${traffic.answers()} calls answered, ${traffic.failures()} attempts repeated`)
      say(`${seen} pages seen, ${failed.length} failed`)
      return [...failed, ...(await wrongEffects(deps, people)), ...(await ledgerFindings(deps))]
    })
    for (const line of wrong) say(`WRONG ${line}`)
    say(wrong.length === 0 ? 'Nothing lost, nothing twice; ledger:verify ok.' : 'WRONG')
    process.exitCode = wrong.length === 0 ? 0 : 1
  } finally {
    await cluster.stop()
  }
}

/** The first server of this release migrates; the others still are of the previous one. */
async function rollForward(cluster: Cluster, deps: Deps, traffic: Traffic): Promise<void> {
  const before = await migrations(deps)
  const moment = performance.now()
  await replace(cluster, 0, cluster.serverOf(0))
  const added = (await migrations(deps)) - before
  const gap = traffic.longestGapSince(moment)
  say(`${added} migrations applied; longest time without an answer ${gap.toFixed(0)} ms`)
  const old = [await served(cluster, 1), await served(cluster, 2)]
  await answers(traffic)
  const now = [await served(cluster, 1), await served(cluster, 2)]
  const count = now.reduce((sum, each, index) => sum + each - (old[index] ?? 0), 0)
  say(`${count} requests served by the previous release on the new schema`)
  if (count === 0) throw new Error('the previous release served nothing')
  for (const index of [1, 2]) await replace(cluster, index, cluster.serverOf(index))
  await answers(traffic)
}

/** As when a release is taken back: the database keeps its schema. */
async function rollBack(cluster: Cluster, folder: string, traffic: Traffic): Promise<void> {
  for (const index of [0, 1, 2]) await replace(cluster, index, cluster.serverOf(index, folder))
  await answers(traffic)
  say('The previous release serves alone again')
}

async function migrations(deps: Deps): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from schema_migrations`.execute(deps.db)
  return rows[0]?.count ?? 0
}

async function answers(traffic: Traffic): Promise<void> {
  const wanted = traffic.answers() + ANSWERS
  await until('people are served', () => traffic.answers() >= wanted, LOAD_MS)
}
