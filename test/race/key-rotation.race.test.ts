// `npm run keys:rotate` is killed repeatedly, at any table, and repeated until it is done. Rows are
// made for every encrypted column of the schema.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { folderStore } from '#server/modules/foundation/files/folder-store.ts'
import { sealedColumns } from '#server/modules.ts'
import { isCurrent, open, seal, sealingKeys } from '#server/platform/crypto.ts'
import { openTestDatabase } from '../db.ts'

const PROGRAM = path.join(import.meta.dirname, '../../scripts/keys-rotate.ts')
const ROWS = 3
const PLAIN = Buffer.from('"lo que alguien confió"')
const CHANGED = Buffer.from('"otra cosa"')

type Row = Record<string, unknown>
type Column = { table: string; column: string }

const byId = (place: string) => (row: Row) => `${place}:${row.id}`
const byUser = (place: string) => (row: Row) => `${place}:${row.user_id}`

/** Associated data of each encrypted column. A new column needs an entry here, and its rotation. */
const CONTEXTS: Record<string, (row: Row) => string> = {
  'account_closings.claim_sealed': byId('account_closings.claim'),
  'appeal_photos.sealed': byId('appeal_photos'),
  'conduct_photos.sealed': byId('conduct_photos'),
  'conversation_messages.body_sealed': byId('conversation_messages.body'),
  'data_exports.json_sealed': byId('data_exports.json'),
  'data_exports.pdf_sealed': byId('data_exports.pdf'),
  'hearing_photos.sealed': byId('hearing_photos'),
  'identities.refresh_sealed': byUser('identities.refresh'),
  'incidents.sealed': byId('incidents.sealed'),
  'payout_accounts.sealed': byId('payout_accounts.destination'),
  'payout_sendings.body_sealed': (row) => `payout_sendings.body:${row.withdrawal_id}`,
  'phone_codes.phone_sealed': byUser('users.phone'),
  'reward_codes.code_sealed': byId('reward_codes'),
  'shared_positions.sealed': byId('shared_positions.sealed'),
  'support_attachments.sealed': byId('support_attachments'),
  'support_messages.body_sealed': byId('support_messages.body_sealed'),
  'support_tickets.about_sealed': byId('support_tickets.about_sealed'),
  'support_tickets.guest_sealed': byId('support_tickets.guest_sealed'),
  'support_tickets.rating_sealed': byId('support_tickets.rating_sealed'),
  'totp_secrets.sealed': byUser('totp_secrets'),
  'trip_shares.name_sealed': byId('trip_shares.name'),
  'trusted_contacts.sealed': byId('trusted_contacts.sealed'),
  'users.identification_sealed': byId('users.identification'),
  'users.phone_sealed': byId('users.phone'),
  'withdrawals.destination_sealed': byId('withdrawals.destination'),
}

/** Primary keys whose name is not `id`. */
const KEYS: Record<string, string> = {
  identities: 'user_id',
  payout_sendings: 'withdrawal_id',
  phone_codes: 'user_id',
  totp_secrets: 'user_id',
}

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
const before = sealingKeys(oldKey)
const after = sealingKeys(newKey)
const dataDir = mkdtempSync(path.join(tmpdir(), 'cupo-rotation-'))
const documents = folderStore(path.join(dataDir, 'documents'))
const { url } = await openTestDatabase()
let owner: pg.Client
let columns: Column[]

beforeAll(async () => {
  owner = new pg.Client({ connectionString: url })
  await owner.connect()
  columns = (
    await owner.query<Column>(
      `select table_name as "table", column_name as "column" from information_schema.columns
       where table_schema = 'public' and data_type = 'bytea' and column_name ~ 'sealed$'
       order by 1, 2`,
    )
  ).rows
})

afterAll(async () => {
  await owner.end()
  rmSync(dataDir, { recursive: true, force: true })
})

it('lists every encrypted column of the schema', () => {
  const names = columns.map(({ table, column }) => `${table}.${column}`)
  expect(names).toEqual(Object.keys(CONTEXTS).toSorted())
  const declared = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  expect(declared.toSorted()).toEqual(names)
})

it('decrypts everything with the new key after the rotation is killed at each table', async () => {
  const tables = [...new Set(columns.map(({ table }) => table))]
  for (const table of tables) await fill(table)
  await fillDocuments()
  await fillJobs()
  // The test holds one row of each of these tables. The command is killed when it reaches that row.
  const anywhere = tables[Math.floor(Math.random() * tables.length)] ?? ''
  for (const table of [anywhere, 'documents']) await killAt(table)
  const rated = await writeMeanwhile()
  expect(await rotate()).toBe(0)
  await expectRenewed(rated)
  const shown: string[] = []
  expect(await rotate(shown)).toBe(0)
  expect(shown.join('')).toContain(', 0 con la llave nueva')
  expect(shown.join('')).not.toMatch(/, [1-9]\d* con la llave nueva/)
}, 120_000)

/** Inserts rows with only their encrypted values; checks of the table are dropped. */
async function fill(table: string): Promise<void> {
  const { rows: checks } = await owner.query<{ name: string }>(
    `select conname as name from pg_constraint where contype = 'c' and conrelid = $1::regclass`,
    [table],
  )
  for (const { name } of checks) await owner.query(`alter table ${table} drop constraint ${name}`)
  const { rows: needed } = await owner.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attnotnull
       and not atthasdef and attidentity = ''`,
    [table],
  )
  const sealed = columns.filter((each) => each.table === table).map(({ column }) => column)
  for (let index = 0; index < ROWS; index += 1) {
    const row: Row = Object.fromEntries(needed.map(({ name, type }) => [name, anyOf(type)]))
    if (table === 'data_exports') row.ready_at = new Date()
    for (const column of sealed) {
      row[column] = seal(before, contextOf({ table, column }, row), PLAIN)
    }
    await insert(table, row)
  }
}

function anyOf(type: string): unknown {
  if (type === 'uuid') return randomUUID()
  if (type === 'bytea') return randomBytes(8)
  if (type === 'boolean') return false
  if (type.startsWith('timestamp') || type === 'date') return new Date()
  if (/int|numeric|double/.test(type)) return type.endsWith('[]') ? [] : 1
  if (type.endsWith('[]')) return []
  if (type === 'jsonb') return '{}'
  return randomUUID().slice(0, 18)
}

/** Inserts a row without foreign keys and triggers. */
async function insert(table: string, row: Row): Promise<void> {
  const names = Object.keys(row)
  const places = names.map((_, index) => `$${index + 1}`)
  await owner.query(`set session_replication_role = replica`)
  const text = `insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`
  await owner.query(text, Object.values(row))
  await owner.query(`set session_replication_role = origin`)
}

const contextOf = ({ table, column }: Column, row: Row): string =>
  CONTEXTS[`${table}.${column}`]?.(row) ?? 'unknown'

async function fillDocuments(): Promise<void> {
  await fill('documents')
  const { rows } = await owner.query<{ id: string; name: string }>(
    'select id, storage_key as name from documents order by id',
  )
  for (const { id, name } of rows) {
    await documents.put(name, seal(before, `documents:${id}`, PLAIN))
  }
}

async function fillJobs(): Promise<void> {
  const sealed = seal(before, 'jobs:nothing', PLAIN).toString('base64')
  await owner.query(
    `insert into jobs (id, name, payload, run_at, created_at)
     values (gen_random_uuid(), 'nothing', jsonb_build_object('sealed', $1::text), now(), now())`,
    [sealed],
  )
}

function start(): ChildProcess {
  return spawn(process.execPath, [PROGRAM], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      DATA_KEY: newKey.toString('base64'),
      DATA_KEYS_OLD: oldKey.toString('base64'),
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function rotate(shown: string[] = []): Promise<number | null> {
  const child = start()
  child.stdout?.on('data', (chunk: Buffer) => shown.push(String(chunk)))
  const [code] = await once(child, 'close')
  return code
}

/**
 * Starts the command, and calls `act` when it waits for the last row of a table, which the test
 * holds.
 */
async function whenHeld(
  table: string,
  act: (holder: pg.Client, id: string, child: ChildProcess) => Promise<void>,
): Promise<void> {
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin')
  const key = KEYS[table] ?? 'id'
  const last = `select ${key} as id from ${table} order by ${key} desc limit 1 for update`
  const { id } = (await holder.query(last)).rows[0]
  const child = start()
  const ended = once(child, 'close')
  // The command can end without waiting, if that row was renewed before an earlier kill.
  while (child.exitCode === null && !(await isWaiting())) await sleep(20)
  await act(holder, id, child)
  await ended
  await holder.query('rollback')
  await holder.end()
}

async function isWaiting(): Promise<boolean> {
  const { rowCount } = await owner.query(
    `select from pg_locks l join pg_stat_activity a using (pid)
     where not l.granted and a.datname = current_database()`,
  )
  return rowCount !== 0
}

/** Rows before the last one are renewed by then, and for documents also their files. */
async function killAt(table: string): Promise<void> {
  await whenHeld(table, async (_, __, child) => void child.kill('SIGKILL'))
}

/**
 * A person rates a ticket after the command has read it and before it writes it. Returns the id of
 * the ticket.
 */
async function writeMeanwhile(): Promise<string> {
  let rated = ''
  await whenHeld('support_tickets', async (holder, id) => {
    rated = id
    const sealed = seal(before, `support_tickets.rating_sealed:${id}`, CHANGED)
    const text = 'update support_tickets set rating_sealed = $2 where id = $1'
    await holder.query(text, [id, sealed])
    await holder.query('commit')
  })
  return rated
}

async function expectRenewed(rated: string): Promise<void> {
  for (const each of columns) {
    const { rows } = await owner.query<Row>(`select * from ${each.table}`)
    expect(rows, each.table).toHaveLength(ROWS)
    for (const row of rows) {
      const sealed = row[each.column] as Buffer
      expect(isCurrent(after, sealed), `${each.table}.${each.column}`).toBe(true)
      const isRating = row.id === rated && each.column === 'rating_sealed'
      expect(open(after, contextOf(each, row), sealed)).toEqual(isRating ? CHANGED : PLAIN)
    }
  }
  const { rows: files } = await owner.query('select id, storage_key as name from documents')
  for (const { id, name } of files) {
    const sealed = await documents.read(name)
    expect(sealed && open(after, `documents:${id}`, sealed)).toEqual(PLAIN)
  }
  const { rows: jobs } = await owner.query('select payload from jobs')
  for (const { payload } of jobs) {
    const bytes = Buffer.from(payload.sealed, 'base64')
    expect(open(after, 'jobs:nothing', bytes)).toEqual(PLAIN)
  }
}
