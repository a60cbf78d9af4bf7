import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestApp } from '#test/app.ts'
import { checkKeys } from './key-checks.ts'

const ROOT = path.join(import.meta.dirname, '..')

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'cupo-start-'))
})

afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** Starts the server as a process. Returns its exit code and what it wrote to stderr. */
async function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: dataDir, PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [[code], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr)])
  return { code, stderr }
}

async function otherPassword(): Promise<string> {
  const url = new URL((await openTestApp()).deps.databaseUrl)
  url.password = 'otra'
  return url.href
}

it('names both versions for data of PostgreSQL 17, and creates nothing', async () => {
  mkdirSync(path.join(dataDir, 'postgres/pg17/data'), { recursive: true })
  writeFileSync(path.join(dataDir, 'postgres/pg17/data/PG_VERSION'), '17\n')
  const before = readdirSync(dataDir, { recursive: true })
  const { code, stderr } = await start({})
  expect(code).toBe(1)
  expect(stderr).toMatch(/^La base de datos .* PostgreSQL 17, .* PostgreSQL 18\. .*\n$/)
  expect(readdirSync(dataDir, { recursive: true })).toEqual(before)
})

it('exits with 1 and names the variable when DATA_KEY is another one', async () => {
  const test = await openTestApp()
  await checkKeys(test.deps)
  const DATA_KEY = randomBytes(32).toString('base64')
  const { code, stderr } = await start({ DATABASE_URL: test.deps.databaseUrl, DATA_KEY })
  expect(code).toBe(1)
  expect(stderr).toMatch(/DATA_KEY\b.*: no es la llave con la que se guardaron los datos/)
})

it('says in one sentence that another program uses the port', async () => {
  const { databaseUrl } = (await openTestApp()).deps
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { code, stderr } = await start({ DATABASE_URL: databaseUrl, PORT: String(port), DEMO: '0' })
  other.close()
  expect(code).toBe(1)
  expect(stderr).toBe(`El puerto ${port} ya lo usa otro programa. Ciérralo, o pon otro en PORT.\n`)
})

it.each([
  [
    'does not answer',
    () => 'postgres://x:y@127.0.0.1:9/c',
    /no responde en 127\.0\.0\.1:9 \(ECONN/,
  ],
  ['refuses the password', otherPassword, /no nos deja entrar: .+ Revisa DATABASE_URL\.\n$/],
])('a command says in one sentence that the database %s', async (_case, url, sentence) => {
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', DATABASE_URL: await url() }
  const command = [path.join(ROOT, 'scripts/end-sessions.ts'), '--all']
  const run = spawnSync(process.execPath, command, { env, encoding: 'utf8' })
  expect(run.status).toBe(1)
  expect(run.stderr).toMatch(/^La base de datos .+\n$/)
  expect(run.stderr).toMatch(sentence)
})

it('the unit of the server says in one sentence that Node is older than 24', () => {
  const unit = readFileSync(path.join(ROOT, 'ops/systemd/cupo@.service'), 'utf8')
  const [, check = ''] = /^ExecStartPre=\/usr\/bin\/node (.+)$/m.exec(unit) ?? []
  const value = "{ value: { node: '22.9.0' } }"
  const old = `data:text/javascript,Object.defineProperty(process, 'versions', ${value})`
  const run = spawnSync(process.execPath, ['--import', old, check], {
    cwd: ROOT,
    env: { NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  expect(run.status).toBe(1)
  expect(run.stderr.trim()).toMatch(/^cupo: Node 24 or newer is needed, and \/.+ is 22\.9\.0\.$/)
})
