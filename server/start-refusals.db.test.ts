import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestApp } from '#test/app.ts'
import { checkKeys } from './key-checks.ts'

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

it('names both versions for data of PostgreSQL 17, and creates nothing', async () => {
  mkdirSync(path.join(dataDir, 'postgres/pg17/data'), { recursive: true })
  writeFileSync(path.join(dataDir, 'postgres/pg17/data/PG_VERSION'), '17\n')
  const before = readdirSync(dataDir, { recursive: true })
  const { code, stderr } = await start({})
  expect(code).toBe(1)
  expect(stderr).toMatch(/^La base de datos .* PostgreSQL 17, .* PostgreSQL 18\. .*\n$/)
  expect(readdirSync(dataDir, { recursive: true })).toEqual(before)
})

it('ends with code 1 and the name of the variable for another DATA_KEY', async () => {
  const test = await openTestApp()
  await checkKeys(test.deps)
  const DATA_KEY = randomBytes(32).toString('base64')
  const { code, stderr } = await start({ DATABASE_URL: test.deps.databaseUrl, DATA_KEY })
  expect(code).toBe(1)
  expect(stderr).toMatch(/DATA_KEY\b.*: no es la llave con la que se guardaron los datos/)
})
