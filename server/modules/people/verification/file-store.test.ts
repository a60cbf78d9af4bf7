import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { loadConfig } from '#server/config.ts'
import { bucketStore } from '#server/modules/foundation/files/bucket-store.ts'
import type { FileStore } from '#server/modules/foundation/files/file-store.ts'
import { folderStore } from '#server/modules/foundation/files/folder-store.ts'
import { HOUR_MS } from '#server/platform/clock.ts'
import { randomToken } from '#server/platform/crypto.ts'
import { openS3Server, type S3Server } from '#test/s3-server.ts'
import { documentStore } from './document-files.ts'
import { moveFiles } from './move-files.ts'

const root = mkdtempSync(path.join(tmpdir(), 'cupo-files-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let s3: S3Server
beforeAll(async () => {
  s3 = await openS3Server()
})

const aFolder = () => path.join(root, randomToken(6))
const bytes = Buffer.from([0, 255, 1, 254])
const soon = () => new Date(Date.now() + 60_000)

const KINDS: [string, () => FileStore][] = [
  ['a folder', () => folderStore(aFolder())],
  ['a bucket', () => bucketStore(s3.settings)],
]

describe.each(KINDS)('file store: %s', (_, open) => {
  it('stores a file unchanged until it is discarded', async () => {
    const store = open()
    const name = randomToken(24)
    await store.put(name, bytes)
    expect(await store.read(name)).toEqual(bytes)
    await store.discard(name)
    expect(await store.read(name)).toBeNull()
    await store.discard(name)
  })

  it('refuses to overwrite a stored file', async () => {
    const store = open()
    const name = randomToken(24)
    await store.put(name, bytes)
    await expect(store.put(name, Buffer.from('other'))).rejects.toThrow()
    expect(await store.read(name)).toEqual(bytes)
  })

  it('stores a file of several megabytes', async () => {
    const store = open()
    const large = Buffer.alloc(6 * 1024 * 1024, randomToken(30))
    const name = randomToken(24)
    await store.put(name, large)
    expect((await store.read(name))?.equals(large)).toBe(true)
    await store.discard(name)
  })

  it('lists all files older than an instant, over several pages', async () => {
    const store = open()
    const names = Array.from({ length: 12 }, () => randomToken(24))
    for (const name of names) await store.put(name, bytes)
    expect(await store.olderThan(soon())).toEqual(expect.arrayContaining(names))
    expect(await store.olderThan(new Date(0))).toEqual([])
  })
})

it('does not list files in folders of the bucket', async () => {
  const store = bucketStore(s3.settings)
  const name = randomToken(24)
  await store.put(`of-others/${name}`, bytes)
  const named = await store.olderThan(soon())
  expect(named).not.toContain(name)
  expect(named.filter((each) => each.includes('/'))).toEqual([])
  expect(await store.read(name)).toBeNull()
})

it('creates the document folder at the first write, readable for its own user only', async () => {
  const folder = aFolder()
  const store = folderStore(folder)
  expect(await store.olderThan(soon())).toEqual([])
  expect(await store.read('none')).toBeNull()
  await store.put('one', bytes)
  const modes = [folder, path.join(folder, 'one')].map((each) => statSync(each).mode & 0o777)
  expect(modes).toEqual([0o700, 0o600])
})

describe('an unusable bucket', () => {
  it.each([
    ['does not exist', { bucket: 'nowhere' }],
    ['refuses the key', { keys: { accessKeyId: 'nobody', secretAccessKey: 'nothing' } }],
    ['is unreachable', { endpoint: 'http://127.0.0.1:9' }],
  ])('throws for a bucket that %s, and never reports a file as missing', async (_, change) => {
    const store = bucketStore({ ...s3.settings, ...change })
    const unavailable = { code: 'unavailable', cause: expect.any(Error) }
    await expect(store.read('name')).rejects.toMatchObject(unavailable)
    await expect(store.put('name', bytes)).rejects.toMatchObject(unavailable)
    await expect(store.olderThan(soon())).rejects.toMatchObject(unavailable)
  })
})

it('uses a bucket without keys by the role of the machine or container', async () => {
  // https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html
  const { accessKeyId, secretAccessKey } = s3.settings.keys
  const role = createServer((_request, answer) => {
    const expiration = new Date(Date.now() + HOUR_MS).toISOString()
    const keys = { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey }
    answer.setHeader('content-type', 'application/json')
    answer.end(JSON.stringify({ ...keys, Token: 'token', Expiration: expiration }))
  })
  await once(role.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void role.close())
  const { port } = role.address() as AddressInfo
  vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', `http://127.0.0.1:${port}/role`)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { keys: _keys, ...settings } = s3.settings
  const store = bucketStore(settings)
  const name = randomToken(24)
  await store.put(name, bytes)
  expect(await store.read(name)).toEqual(bytes)
})

describe('moving from the folder to the bucket', () => {
  function aSite() {
    const dataDir = aFolder()
    const { bucket, endpoint, keys } = s3.settings
    const config = loadConfig({
      ...{ DATA_DIR: dataDir, S3_BUCKET: bucket, S3_ENDPOINT: endpoint },
      ...{ S3_ACCESS_KEY_ID: keys.accessKeyId, S3_SECRET_ACCESS_KEY: keys.secretAccessKey },
    })
    const folder = path.join(dataDir, 'documents')
    return { config, folder, local: folderStore(folder) }
  }

  it('writes new files to the bucket, and reads files that are still in the folder', async () => {
    const { config, folder, local } = aSite()
    const [old, fresh] = [randomToken(24), randomToken(24)]
    await local.put(old, bytes)
    const store = await documentStore(config)
    await store.put(fresh, bytes)
    expect(readdirSync(folder)).toEqual([old])
    expect([await store.read(old), await store.read(fresh)]).toEqual([bytes, bytes])
    expect(await store.olderThan(soon())).toEqual(expect.arrayContaining([old, fresh]))
    await store.discard(old)
    expect(readdirSync(folder)).toEqual([])
  })

  it('continues an interrupted move of files to the bucket and loses no file', async () => {
    const { config, folder, local } = aSite()
    const names = Array.from({ length: 5 }, () => randomToken(24))
    for (const name of names) await local.put(name, Buffer.from(name))
    const store = bucketStore(s3.settings)
    for (const step of ['before', 'after'] as const) {
      let left = 2
      const broken: FileStore = {
        ...store,
        async put(name, given) {
          if (step === 'before' && left === 0) throw new Error('killed')
          await store.put(name, given)
          if (step === 'after' && left === 0) throw new Error('killed')
          left -= 1
        },
      }
      await expect(moveFiles(folder, broken)).rejects.toThrow('killed')
      const all = await documentStore(config)
      for (const name of names) expect(String(await all.read(name))).toBe(name)
    }
    expect(await moveFiles(folder, store)).toBe(1)
    expect(readdirSync(folder)).toEqual([])
    for (const name of names) expect(String(await store.read(name))).toBe(name)
    expect(await moveFiles(folder, store)).toBe(0)
  })

  it('deletes a file that is discarded during its move, and overwrites no other file', async () => {
    const { config, folder, local } = aSite()
    const name = randomToken(24)
    await local.put(name, bytes)
    const store = bucketStore(s3.settings)
    const all = await documentStore(config)
    const slow: FileStore = {
      ...store,
      async put(...given) {
        await all.discard(name)
        await store.put(...given)
      },
    }
    expect(await moveFiles(folder, slow)).toBe(0)
    expect(await all.read(name)).toBeNull()

    await store.put(name, Buffer.from('another'))
    writeFileSync(path.join(folder, name), bytes)
    await expect(moveFiles(folder, store)).rejects.toThrow(/another file/)
    expect(await local.read(name)).toEqual(bytes)
  })
})
