import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { ACTIVE, type Healthy, healthyWorld, key } from '#test/healthy-world.ts'
import { causeOf } from './cause.ts'
import { examine } from './examine.ts'
import { exitCodeOf, type Finding, printed } from './finding.ts'
import { nameFindings } from './names.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const never = async () => {
  throw new Error('no answer')
}

const awayAt = (host: string) => async (asked: string) => {
  if (asked === host) throw new Error('no answer')
}

async function examined(damage: (healthy: Healthy) => void, updating = false): Promise<Finding[]> {
  const healthy = await healthyWorld()
  folders.push(healthy.folder)
  damage(healthy)
  const { variables, envFile, facts, doors, disk, now } = healthy
  const readDatabase = async () => facts
  const wrongKeys = async () => healthy.wrongKeys
  const world = { doors, now: () => now, disk: () => disk, readDatabase, wrongKeys }
  return examine({ variables, envFile, site: variables.PUBLIC_URL, updating }, world)
}

const answering =
  (where: string, status: number, headers: Record<string, string> = {}): typeof fetch =>
  async (input) => {
    const { pathname } = new URL(String(input))
    const usual = { '/sandbox': 404 }[pathname] ?? 200
    return new Response(ACTIVE, { status: pathname === where ? status : usual, headers })
  }

/** Planted problems: name, the one finding that reports it, and the function that plants it. */
const PLANTED: [string, string, (healthy: Healthy) => void][] = [
  [
    'a replica for searches',
    'variable_removed',
    (it) => Object.assign(it.variables, { DATABASE_REPLICA_URL: it.variables.DATABASE_URL }),
  ],
  ['a missing variable', 'variable_missing', (it) => delete it.variables.MAIL_FROM],
  [
    'a secret that can be guessed',
    'secret_weak',
    (it) => Object.assign(it.variables, { AUTH_SECRET: Buffer.alloc(32, 'a').toString('base64') }),
  ],
  [
    'a weak previous key',
    'secret_weak',
    (it) => Object.assign(it.variables, { DATA_KEYS_OLD: Buffer.alloc(32).toString('base64') }),
  ],
  [
    'one secret for two purposes',
    'secret_reused',
    (it) => Object.assign(it.variables, { INDEX_KEY: key('data') }),
  ],
  [
    'a gateway secret of no environment',
    'gateway_keys',
    (it) => Object.assign(it.variables, { WOMPI_EVENTS_SECRET: 'x'.repeat(3) + key('events') }),
  ],
  [
    'live keys outside production',
    'live_keys_outside_production',
    (it) => Object.assign(it.variables, { NODE_ENV: 'development' }),
  ],
  ['the sandbox', 'sandbox_on', (it) => Object.assign(it.variables, { SANDBOX: '1' })],
  [
    'another gateway',
    'gateway_address',
    (it) => Object.assign(it.variables, { WOMPI_API_URL: 'https://sandbox.wompi.co/v1' }),
  ],
  [
    'a site in clear',
    'address_clear',
    (it) => Object.assign(it.variables, { SITE_ORIGINS: 'http://cupo.example' }),
  ],
  [
    'an address with a path',
    'public_url',
    (it) => Object.assign(it.variables, { PUBLIC_URL: 'https://cupo.internal/app' }),
  ],
  [
    'a proxy that nobody told of',
    'proxy_hops',
    (it) => Object.assign(it.variables, { TRUST_PROXY_HOPS: '0' }),
  ],
  [
    'a way around the proxy',
    'proxy_bypass',
    (it) => Object.assign(it.variables, { HOST: '0.0.0.0' }),
  ],
  ['no push key', 'push_off', (it) => delete it.variables.VAPID_PRIVATE_KEY],
  [
    'an app for iPhones only',
    'app_links_half',
    (it) => Object.assign(it.variables, { IOS_APP_TEAM_ID: 'ABCDE12345' }),
  ],
  [
    'an app without push messages',
    'app_push_off',
    (it) => {
      const app = {
        IOS_APP_TEAM_ID: 'ABCDE12345',
        ANDROID_APP_CERTIFICATES: `${'AA:'.repeat(31)}AA`,
      }
      Object.assign(it.variables, app)
      delete it.variables.FCM_SERVICE_ACCOUNT
    },
  ],
  ['no backups', 'backups_unset', (it) => delete it.variables.BACKUP_DIR],
  [
    'an old copy of the documents',
    'documents_old',
    (it) => {
      for (const name of Object.keys(it.variables)) {
        if (name.startsWith('S3_')) delete it.variables[name]
      }
      rmSync(path.join(it.folder, 'backups/last-documents.json'))
    },
  ],
  [
    'an old backup',
    'backup_old',
    (it) =>
      writeFileSync(
        path.join(it.folder, 'backups/last-backup.json'),
        '{"finishedAt":"2026-11-21T03:00:00.000Z"}',
      ),
  ],
  [
    'a data folder others write to',
    'data_folder_open',
    (it) => chmodSync(`${it.folder}/data`, 0o777),
  ],
  [
    'a file with keys that others read',
    'env_file_open',
    (it) => chmodSync(path.join(it.folder, 'cupo.env'), 0o644),
  ],
  ['a full disk', 'disk_full', (it) => Object.assign(it.disk, { freeBytes: 5e8 })],
  ['a superuser', 'database_superuser', (it) => Object.assign(it.facts, { superuser: true })],
  [
    'no restricted role',
    'restricted_role',
    (it) => Object.assign(it.facts, { restrictedRole: false }),
  ],
  ['a missing migration', 'migrations_missing', (it) => Object.assign(it.facts, { migration: '' })],
  ['fsync off', 'fsync_off', (it) => Object.assign(it.facts, { fsync: 'off' })],
  [
    'commits that do not wait',
    'synchronous_commit_off',
    (it) => Object.assign(it.facts, { synchronousCommit: 'off' }),
  ],
  ['no WAL archiving', 'archiving_off', (it) => Object.assign(it.facts, { archiveMode: 'off' })],
  [
    'another time',
    'clock_skew',
    (it) => Object.assign(it.facts, { now: new Date(it.now.getTime() - 3_000) }),
  ],
  [
    'a movement of tomorrow',
    'clock_wrong',
    (it) => Object.assign(it.facts, { newestMovement: new Date(it.now.getTime() + 180_000) }),
  ],
  ['money of any date', 'clock_limit_off', (it) => Object.assign(it.facts, { anyDate: true })],
  [
    'a queue that stands still',
    'queue_late',
    (it) => Object.assign(it.facts, { queueLagSeconds: 90 }),
  ],
  [
    'NATS that is away',
    'nats_unreachable',
    (it) => Object.assign(it.doors, { reach: awayAt('nats.example') }),
  ],
  [
    'hours with nobody on duty',
    'roster_gap',
    (it) => Object.assign(it.facts, { rosterGapHours: 1 }),
  ],
  [
    'somebody on duty without a proved number',
    'roster_unproved',
    (it) => Object.assign(it.facts, { rosterUnproved: 1 }),
  ],
  [
    'no channel for texts',
    'texts_off',
    (it) => {
      delete it.variables.TWILIO_ACCOUNT_SID
      delete it.variables.TWILIO_AUTH_TOKEN
    },
  ],
  [
    'a provider of texts that is away',
    'texts_unreachable',
    (it) => Object.assign(it.doors, { reach: awayAt('api.twilio.com') }),
  ],
  [
    "no phone of the company's",
    'emergency_phone_unset',
    (it) => delete it.variables.EMERGENCY_PHONE,
  ],
  [
    'a mail server that refuses',
    'mail_unreachable',
    (it) => Object.assign(it.doors, { greetMail: never }),
  ],
  [
    'a bucket that refuses',
    'bucket_unusable',
    (it) => Object.assign(it.doors, { useBucket: never }),
  ],
  [
    'a contact of nobody',
    'placeholder_contact',
    (it) => Object.assign(it.variables, { EMERGENCY_PHONE: '+573000000000' }),
  ],
  [
    'an account of Firebase that may not send',
    'app_push_refused',
    (it) => Object.assign(it.doors, { mayPush: async () => false }),
  ],
  ['no DKIM', 'mail_dkim', (it) => delete it.variables.MAIL_DKIM_SELECTOR],
  [
    'a server that is down',
    'not_alive',
    ({ doors, variables }) => {
      const { fetch } = doors
      doors.fetch = async (input, init) => {
        if (String(input).startsWith(String(variables.PUBLIC_URL))) throw new Error('no answer')
        return await fetch(input, init)
      }
    },
  ],
  [
    'a key of the gateway that it refuses',
    'gateway_private_key',
    ({ doors }) => {
      const { fetch } = doors
      doors.fetch = async (input, init) => {
        const isRefused = String(input).includes('/v1/transactions')
        return isRefused ? new Response('', { status: 401 }) : await fetch(input, init)
      }
    },
  ],
  [
    'a proxy that does not reach the server',
    'not_alive',
    ({ doors, variables }) => {
      const { fetch } = doors
      doors.fetch = async (input, init) => {
        const isSite = String(input).startsWith(String(variables.PUBLIC_URL))
        return isSite ? new Response('', { status: 502 }) : await fetch(input, init)
      }
    },
  ],
  ['a wrong key', 'key_wrong', (it) => it.wrongKeys.push('DATA_KEY')],
  [
    'a doubled key',
    'variable_doubled',
    (it) => writeFileSync(it.envFile, 'DATA_KEY=a\nINDEX_KEY=b\nexport DATA_KEY=c\n'),
  ],
  [
    'a variable that nobody reads',
    'variable_unknown',
    (it) => Object.assign(it.variables, { DATAKEY: key('data') }),
  ],
]

it('finds no problem in a healthy production', async () => {
  expect(await examined(() => {})).toEqual([])
})

it.each(PLANTED)('finds %s, and no other problem', async (_, id, damage) => {
  const findings = await examined(damage)
  expect(findings.map((finding) => finding.id)).toEqual([id])
})

it('lets the migrations of a release be missing before the update to it', async () => {
  const damage = (it: Healthy) => Object.assign(it.facts, { migration: '', fsync: 'off' })
  const findings = await examined(damage, true)
  expect(findings.map(({ id }) => id)).toEqual(['fsync_off'])
})

it('requires no backup folder when the database provider makes the backups', async () => {
  const findings = await examined(({ variables, facts }) => {
    variables.BACKUP_DIR = 'managed'
    Object.assign(facts, { fsync: 'off', archiveMode: 'off', archiveFailing: true })
  })
  expect(findings).toEqual([])
})

it('finds open metrics, weak headers and a reachable sandbox in a running server', async () => {
  const findings = await examined(({ doors }) => {
    doors.fetch = answering('/sandbox', 200)
  })
  const ids = findings.map(({ id }) => id)
  expect(ids).toEqual(['metrics_open', 'headers_weak', 'sandbox_reachable'])
})

it('prints problem, reason and remedy of each finding, and sets the exit code', async () => {
  const findings = await examined(({ facts, variables }) => {
    facts.fsync = 'off'
    delete variables.VAPID_PRIVATE_KEY
  })
  const text = printed(findings)
  expect(text).toMatch(/^ERROR {2}fsync.+\[fsync_off\]\n +Por qué importa: .+\n +Qué hacer: /)
  expect(text).toMatch(/1 errores, 1 avisos$/)
  expect(exitCodeOf(findings)).toBe(2)
  expect(exitCodeOf(findings.filter(({ level }) => level === 'warning'))).toBe(1)
  expect(exitCodeOf([])).toBe(0)
})

it('names the nearest known variable of one that nobody reads', async () => {
  const [found] = await examined((it) => Object.assign(it.variables, { SMPT_URL: 'x' }))
  expect(found?.what).toMatch(/^SMPT_URL no es .* SMTP_URL$/)
})

it('finds slips, but no variables of other programs, in a whole environment', () => {
  const found = nameFindings(
    { HOSTNAME: 'a', PATH: 'b', DATA_KEYS: 'c', METRIC_TOKEN: 'd' },
    undefined,
  )
  expect(found.map(({ what }) => what.split(' ')[0])).toEqual(['DATA_KEYS', 'METRIC_TOKEN'])
})

it('says that a site is down, not open, when its proxy answers 502', async () => {
  const findings = await examined(({ doors }) => {
    doors.fetch = async (input) =>
      new Response(ACTIVE, { status: String(input).includes('cupo.internal') ? 502 : 200 })
  })
  expect(findings.map(({ what }) => what)).toEqual(['el sitio está caído: el proxy contesta 502'])
})

it.each([
  [Object.assign(new Error(), { code: 'ENOTFOUND' }), 'DNS'],
  [new TypeError('fetch failed', { cause: { code: 'x' } }), ''],
  [new TypeError('', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }), 'puerto'],
  [Object.assign(new Error(), { code: 'CERT_HAS_EXPIRED' }), 'certificado'],
  [Object.assign(new Error(), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), 'certificado'],
  [Object.assign(new Error(), { code: 'EAUTH', responseCode: 535 }), '401'],
  [new DOMException('late', 'TimeoutError'), 'puerto'],
  [401, '401'],
])('says the cause of %s', (failure, cause) => {
  expect(causeOf(failure).split(':')[0]).toBe(cause)
})

it('says the cause of a failure beside what failed', async () => {
  const findings = await examined(({ doors }) => {
    doors.greetMail = async () => {
      throw Object.assign(new Error('Invalid login'), { code: 'EAUTH', responseCode: 535 })
    }
  })
  expect(findings[0]?.what).toMatch(/no nos deja entrar \(401: /)
})
