import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import {
  openIdentification,
  sealedIdentification,
} from '#server/modules/people/users/identification.ts'
import { findUser } from '#server/modules/people/users/index.ts'
import { resealDocuments } from '#server/modules/people/verification/index.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { postForm } from '#test/http-client.ts'
import { aPhoto } from '#test/images.ts'
import { reseal } from '#test/reseal.ts'
import { buildApp } from './app.ts'
import { sealingKeys } from './platform/crypto.ts'
import { inTransaction } from './platform/db/tx.ts'
import { enqueue } from './platform/jobs/queue.ts'
import { resealJobs } from './platform/jobs/reseal.queries.ts'
import { openPayload, sealPayload } from './platform/jobs/sealed-payload.ts'
import type { Secrets } from './platform/secrets.ts'

const NUMBER = '1032456789'
const NUMBERS = 'users.identification_sealed'

let test: TestApp
let people: TestUser[]
let documentIds: string[]
let oldOnly: Secrets
let both: Secrets
let newOnly: Secrets

beforeAll(async () => {
  test = await openTestApp()
  oldOnly = test.deps.secrets
  const newest = randomBytes(32)
  both = { ...oldOnly, dataKey: sealingKeys(newest, [oldOnly.dataKey.current.bytes]) }
  newOnly = { ...oldOnly, dataKey: sealingKeys(newest) }
  people = [await aUser(test.deps), await aUser(test.deps), await aUser(test.deps)]
  const bytes = await aPhoto()
  documentIds = []
  for (const { userId, token } of people) {
    const sealed = sealedIdentification(oldOnly, userId, { type: 'CC', number: NUMBER }).sealed
    await test.deps.db
      .updateTable('users')
      .set({ identification_sealed: sealed })
      .where('id', '=', userId)
      .execute()
    const form = { token, fields: { kind: 'identity_back' }, file: { bytes } }
    documentIds.push((await postForm(test.app, '/documents', form)).json().document.id)
  }
  await inTransaction(test.deps.db, (tx) =>
    enqueue(tx, test.clock, { name: 'a', payload: sealPayload(oldOnly, 'a', { to: 'x' }) }),
  )
  await inTransaction(test.deps.db, (tx) =>
    enqueue(tx, test.clock, { name: 'b', payload: { open: true } }),
  )
})

async function numbers(secrets: Secrets): Promise<(string | null)[]> {
  const rows = await Promise.all(people.map(({ userId }) => findUser(test.deps.db, userId)))
  return rows.map((row) => (row ? openIdentification(secrets, row) : null))
}

function files(): string[] {
  const folder = path.join(test.deps.config.dataDir, 'documents')
  return readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name)))
    .map((bytes) => createHash('sha256').update(bytes).digest('hex'))
}

/** Returns the HTTP status of every document from a server with these keys. */
async function photos(secrets: Secrets): Promise<number[]> {
  const app = await buildApp({ ...test.deps, secrets })
  const answers = await Promise.all(
    documentIds.map((id, index) =>
      app.inject({
        url: `/api/documents/${id}/file`,
        headers: { authorization: `Bearer ${people[index]?.token}` },
      }),
    ),
  )
  await app.close()
  return answers.map(({ statusCode }) => statusCode)
}

it('decrypts data of the old key while both keys are configured', async () => {
  expect(await numbers(both)).toEqual([NUMBER, NUMBER, NUMBER])
  await expect(numbers(newOnly)).rejects.toThrow(/DATA_KEYS_OLD/)
})

it('continues an interrupted key rotation, and does nothing once it is complete', async () => {
  const deps = { ...test.deps, secrets: both }
  let left = 1
  const broken = {
    ...deps,
    get secrets(): Secrets {
      left -= 1
      if (left < 0) throw new Error('killed')
      return both
    },
  }
  await expect(reseal(broken, NUMBERS)).rejects.toThrow('killed')
  expect(await reseal(deps, NUMBERS)).toEqual({ read: 3, renewed: 2 })
  expect(await reseal(deps, NUMBERS)).toEqual({ read: 3, renewed: 0 })
  expect(await numbers(newOnly)).toEqual([NUMBER, NUMBER, NUMBER])
})

it('encrypts all files and waiting jobs with the new key', async () => {
  const deps = { ...test.deps, secrets: both }
  const before = files()
  expect(await resealDocuments(deps)).toEqual({ read: 3, renewed: 3 })
  expect(await resealDocuments(deps)).toEqual({ read: 3, renewed: 0 })
  const after = files()
  expect(after).toHaveLength(3)
  expect(after.filter((each) => before.includes(each))).toEqual([])

  expect((await resealJobs(deps)).renewed).toBeGreaterThanOrEqual(1)
  expect((await resealJobs(deps)).renewed).toBe(0)
  const { payload } = await test.deps.db
    .selectFrom('jobs')
    .select('payload')
    .where('name', '=', 'a')
    .executeTakeFirstOrThrow()
  expect(openPayload(newOnly, 'a', payload)).toEqual({ to: 'x' })
  expect(await photos(newOnly)).toEqual([200, 200, 200])
})
