import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '#server/platform/db/open.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser } from '#test/factories.ts'
import { postForm } from '#test/http-client.ts'

let test: TestApp
let db: Db
let documents: string

beforeAll(async () => {
  const full = async () => {
    await sql`do $$ begin raise exception 'no space' using errcode = '53100'; end $$`.execute(db)
  }
  test = await openTestApp({ extensions: [async (app) => void app.get('/api/full', full)] })
  db = test.deps.db
  documents = path.join(test.deps.config.dataDir, 'documents')
})

afterAll(() => {
  if (isMounted) execFileSync('umount', [documents])
})

let isMounted = false

/** Mounts a disk of one page at the folder of documents, and fills it; false without the right. */
function fillDisk(): boolean {
  rmSync(documents, { recursive: true, force: true })
  mkdirSync(documents, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8k', 'tmpfs', documents], { stdio: 'pipe' })
  } catch {
    return false
  }
  isMounted = true
  writeFileSync(path.join(documents, 'filler'), Buffer.alloc(4_096))
  return true
}

/** A photo that stays larger than a page after it is redrawn. */
const noise = () => {
  const create = { width: 600, height: 400, channels: 3 as const, background: '#777' }
  const grain = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  return sharp({ create: { ...create, noise: grain } })
    .jpeg()
    .toBuffer()
}

const SENTENCE = 'No tenemos espacio para guardar esto. Intenta más tarde: no se guardó nada.'

it('refuses a document that a full disk cannot store, without a file or a row', async (context) => {
  if (!fillDisk()) return context.skip('mounting a disk needs root')
  const ana = await aUser(test.deps)
  const answer = await postForm(test.app, '/documents', {
    token: ana.token,
    fields: { kind: 'licence', expiresOn: '2027-11-20' },
    file: { bytes: await noise() },
  })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    503,
    { code: 'storage_full', error: SENTENCE },
  ])
  expect(readdirSync(documents)).toEqual(['filler'])
  const { rows } = await asOwner(test.deps.databaseUrl, 'select id from documents')
  expect(rows).toEqual([])
})

it('answers storage_full when the disk of the database is full', async () => {
  const answer = await test.app.inject({ url: '/api/full' })
  expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: 'storage_full' }])
  expect(answer.headers['retry-after']).toBeDefined()
})
