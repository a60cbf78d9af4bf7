// A primary and a streaming replica of it, both real PostgreSQL, for tests of reads on replicas.

import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  deleteEmbedded,
  type Embedded,
  type EmbeddedOptions,
  startEmbedded,
} from '#server/platform/db/embedded.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { atEnd } from './at-end.ts'
import { asOwner } from './db.ts'

const REPLICATED = { wal_level: 'replica', max_wal_senders: '4' }
const quiet = () => {}
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }

export type ReplicatedDatabase = {
  /** As the owner. */
  primaryUrl: string
  replicaUrl: string
  /** The replica goes on answering, and learns nothing more until `follow`. */
  cutOff(): Promise<void>
  follow(): Promise<void>
  stopReplica(): Promise<void>
  startReplica(): Promise<void>
}

/** Migrated, with a replica that follows; both are deleted after the tests of the file. */
export async function openReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const [one, other] = [folder(), folder()]
  const start = (dataDir: string, settings: EmbeddedOptions['settings']) =>
    startEmbedded({ dataDir, durable: false, log, settings: { ...REPLICATED, ...settings } })
  let primary: Embedded = await start(one, {})
  let replica: Embedded | undefined
  atEnd(async () => {
    await replica?.stop()
    await primary.stop()
    for (const dataDir of [one, other]) {
      await deleteEmbedded(dataDir)
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
  await migrateToLatest(primary.url)
  // A copy of a stopped database needs no pg_basebackup, which the package does not have.
  await primary.stop()
  copyAsStandby(one, other)
  primary = await start(one, {})
  const upstream = new URL(primary.url)
  const conninfo = {
    host: decodeURIComponent(upstream.hostname),
    port: upstream.port,
    user: upstream.username,
    password: upstream.password,
  }
  const primary_conninfo = Object.entries(conninfo)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
  const startReplica = async () => {
    replica = await start(other, { primary_conninfo })
  }
  await startReplica()
  const replicaUrl = replica?.url ?? ''
  return {
    primaryUrl: primary.url,
    replicaUrl,
    cutOff: async () => void (await asOwner(replicaUrl, 'select pg_wal_replay_pause()')),
    follow: async () => void (await asOwner(replicaUrl, 'select pg_wal_replay_resume()')),
    stopReplica: async () => replica?.stop(),
    startReplica,
  }
}

function folder(): string {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cupo-replica-'))
  // The user of the database passes through.
  chmodSync(dataDir, 0o711)
  return dataDir
}

function copyAsStandby(from: string, to: string): void {
  execFileSync('cp', ['-a', path.join(from, 'postgres'), to])
  const data = path.join(to, 'postgres/pg18/data')
  const { uid, gid } = statSync(data)
  const signal = path.join(data, 'standby.signal')
  writeFileSync(signal, '')
  chownSync(signal, uid, gid)
}
