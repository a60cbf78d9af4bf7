// Starts a local S3 server for one test file; its files are in a folder.

import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import type { BucketSettings } from '#server/config.ts'
import { atEnd } from './at-end.ts'

export type S3Server = {
  settings: BucketSettings & Required<Pick<BucketSettings, 'keys'>>
  /** Stops accepting connections, and starts again at the same address. */
  stop(): Promise<void>
  start(): Promise<void>
}

export async function openS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(path.join(tmpdir(), 'cupo-s3-'))
  let port = 0
  let server: S3rver | undefined
  const start = async () => {
    const bucket = { name: 'documents', configs: [] }
    const options = { address: '127.0.0.1', port, silent: true, directory }
    server = new S3rver({ ...options, configureBuckets: [bucket] })
    port = ((await server.run()) as AddressInfo).port
  }
  const stop = async () => {
    await server?.close()
    server = undefined
  }
  await start()
  atEnd(async () => {
    await stop()
    rmSync(directory, { recursive: true, force: true })
  })
  const endpoint = `http://127.0.0.1:${port}`
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const settings = { bucket: 'documents', region: 'us-east-1', endpoint, pathStyle: true, keys }
  return { settings, start, stop }
}
