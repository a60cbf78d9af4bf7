// A production environment without problems, for the tests of the doctor.
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { latestMigration } from '#server/platform/db/migrate.ts'
import { companyVariables } from '#test/company.ts'
import type { Variables } from '../scripts/doctor/configuration.ts'
import type { DatabaseFacts } from '../scripts/doctor/database.queries.ts'
import type { Disk } from '../scripts/doctor/files.ts'
import type { Doors } from '../scripts/doctor/network.ts'

/** Bytes that look random, but are the same in every run. */
const random = (name: string) => createHash('sha256').update(name).digest()
export const key = (name: string) => random(name).toString('base64')
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

export type Healthy = {
  folder: string
  envFile: string
  variables: Variables
  facts: DatabaseFacts
  disk: Disk
  doors: Doors
  wrongKeys: string[]
  now: Date
}

/** Creates the folders of a healthy environment below a new temporary folder. */
export async function healthyWorld(): Promise<Healthy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'cupo-doctor-'))
  const at = (name: string) => path.join(folder, name)
  const now = new Date('2026-11-22T12:00:00.000Z')
  for (const name of ['data', 'backups']) mkdirSync(at(name), { mode: 0o700 })
  const last = { finishedAt: '2026-11-22T03:00:00.000Z' }
  writeFileSync(at('backups/last-backup.json'), JSON.stringify(last))
  const copied = { finishedAt: '2026-11-22T11:45:00.000Z' }
  writeFileSync(at('backups/last-documents.json'), JSON.stringify(copied))
  writeFileSync(at('cupo.env'), '')
  chmodSync(at('cupo.env'), 0o600)
  return {
    folder,
    envFile: at('cupo.env'),
    variables: healthyVariables(folder),
    facts: await healthyFacts(now),
    disk: { freeBytes: 50 * 1024 ** 3, totalBytes: 100 * 1024 ** 3 },
    doors: healthyDoors(),
    wrongKeys: [],
    now,
  }
}

function healthyVariables(folder: string): Variables {
  return {
    ...companyVariables,
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://cupo.internal',
    DATABASE_URL: 'postgres://cupo:p@db.cupo.internal/cupo?sslmode=verify-full',
    DATA_DIR: path.join(folder, 'data'),
    BACKUP_DIR: path.join(folder, 'backups'),
    TRUST_PROXY_HOPS: '1',
    AUTH_SECRET: key('auth'),
    DATA_KEY: key('data'),
    INDEX_KEY: key('index'),
    TICKET_PRIVATE_KEY: Buffer.concat([ED25519_PKCS8, random('ticket')]).toString('base64'),
    VAPID_PRIVATE_KEY: random('vapid').toString('base64url'),
    FCM_SERVICE_ACCOUNT: JSON.stringify({
      type: 'service_account',
      project_id: 'cupo-avisos',
      client_email: 'avisos@cupo-avisos.iam.gserviceaccount.com',
      private_key: '-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----\n',
    }),
    METRICS_TOKEN: random('metrics').toString('hex'),
    WOMPI_PUBLIC_KEY: 'pub_prod_1',
    WOMPI_PRIVATE_KEY: `prv_prod_${random('private').toString('hex')}`,
    WOMPI_EVENTS_SECRET: `prod_events_${random('events').toString('hex')}`,
    WOMPI_INTEGRITY_SECRET: `prod_integrity_${random('integrity').toString('hex')}`,
    SMTP_URL: 'smtps://u:p@mail.example',
    MAIL_FROM: 'Cupo <avisos@cupo.internal>',
    MAIL_DKIM_SELECTOR: 'cupo',
    TWILIO_ACCOUNT_SID: `AC${random('sms').toString('hex').slice(0, 32)}`,
    TWILIO_AUTH_TOKEN: random('sms token').toString('hex'),
    TWILIO_MESSAGING_SERVICE_SID: `MG${random('sms service').toString('hex').slice(0, 32)}`,
    EMERGENCY_PHONE: '+573001234567',
    NATS_URL: 'tls://nats.example:4222',
    S3_BUCKET: 'cupo-documents',
    S3_ACCESS_KEY_ID: 'cupo',
    S3_SECRET_ACCESS_KEY: random('bucket').toString('hex'),
  }
}

async function healthyFacts(now: Date): Promise<DatabaseFacts> {
  return {
    superuser: false,
    restrictedRole: true,
    restrictedIsSafe: true,
    fsync: 'on',
    synchronousCommit: 'on',
    fullPageWrites: 'on',
    archiveMode: 'on',
    archiveFailing: false,
    maxConnections: 200,
    now,
    migration: await latestMigration(),
    deadJobs: 0,
    queueLagSeconds: 0,
    lateEvents: 0,
    openMinutes: 0,
    newestMovement: now,
    anyDate: false,
    rosterGapHours: 0,
    rosterUnproved: 0,
  }
}

const RECORDS: Record<string, string> = {
  'cupo.internal': 'v=spf1 include:mail.example -all',
  '_dmarc.cupo.internal': 'v=DMARC1; p=reject',
  'cupo._domainkey.cupo.internal': 'v=DKIM1; k=rsa; p=MIIB',
}

const SECURE = {
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}

/** Twilio's response about the account; only this response is read in these tests. */
export const ACTIVE = JSON.stringify({ status: 'active' })

function healthyDoors(): Doors {
  return {
    txt: async (name) => [RECORDS[name] ?? ''],
    reach: async () => {},
    greetMail: async () => {},
    useBucket: async () => {},
    mayPush: async () => true,
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input))
      const isMeasuring = new Headers(init?.headers).has('authorization')
      const refused = pathname === '/api/metrics' && !isMeasuring ? 403 : 200
      return new Response(ACTIVE, {
        status: pathname === '/sandbox' ? 404 : refused,
        headers: SECURE,
      })
    },
  }
}
