import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { bucketStore } from '#server/modules/foundation/files/bucket-store.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { postForm } from '#test/http-client.ts'
import { aPhoto } from '#test/images.ts'
import { openS3Server, type S3Server } from '#test/s3-server.ts'
import { verificationRecurring } from './module.ts'

// Document images in a bucket: encrypted by us, and none lost while the bucket is unreachable.

let s3: S3Server
let test: TestApp
let user: TestUser
let photo: Buffer

beforeAll(async () => {
  s3 = await openS3Server()
  test = await openTestApp({
    before: ({ config }) => {
      config.bucket = s3.settings
    },
  })
  user = await aUser(test.deps)
  photo = await aPhoto()
})

async function upload() {
  const form = { token: user.token, fields: { kind: 'identity_back' }, file: { bytes: photo } }
  return await postForm(test.app, '/documents', form)
}

async function shown(id: string): Promise<number> {
  const headers = { authorization: `Bearer ${user.token}` }
  return (await test.app.inject({ url: `/api/documents/${id}/file`, headers })).statusCode
}

const documents = () =>
  test.deps.db.selectFrom('documents').select(['id', 'status', 'storage_key']).execute()

it('stores a document image encrypted in the bucket and not in the local folder', async () => {
  const { document } = (await upload()).json()
  const [row] = await documents()
  const sealed = await bucketStore(s3.settings).read(String(row?.storage_key))
  expect(sealed?.length).toBeGreaterThan(100)
  expect(sealed?.toString('latin1')).not.toContain('WEBP')
  const folder = path.join(test.deps.config.dataDir, 'documents')
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([])
  expect(await shown(document.id)).toBe(200)
})

it('refuses uploads and deletes nothing while the bucket is unreachable', async () => {
  const before = await documents()
  const id = String(before[0]?.id)
  await s3.stop()
  const refused = await upload()
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable'])
  expect(await shown(id)).toBe(503)
  for (const job of verificationRecurring) await job.run(test.deps)
  expect(await documents()).toEqual(before)
  await s3.start()
  expect(await shown(id)).toBe(200)
  expect((await upload()).statusCode).toBe(201)
  expect(await documents()).toHaveLength(2)
})
