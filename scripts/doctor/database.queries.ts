import type pg from 'pg'
import { ROSTER_DAYS } from '#contract/duty-limits.ts'
import { rolesWith } from '#contract/permissions.ts'
import { withClient } from '#server/platform/db/with-client.ts'

/** Facts about the database, as seen by the role of DATABASE_URL. */
export type DatabaseFacts = {
  superuser: boolean
  /** Whether the restricted role exists, and this role can switch to it. */
  restrictedRole: boolean
  /** Whether the restricted role owns nothing and is no superuser. */
  restrictedIsSafe: boolean
  fsync: string
  synchronousCommit: string
  fullPageWrites: string
  archiveMode: string
  /** Whether the archiver failed after its last success. */
  archiveFailing: boolean
  maxConnections: number
  now: Date
  /** Name of the newest migration; '' in an empty database. */
  migration: string
  deadJobs: number
  /** Delay in seconds of the oldest waiting job. */
  queueLagSeconds: number
  /** Number of gateway events that have waited for more than ten minutes. */
  lateEvents: number
  /** Age in minutes of the oldest open transaction. */
  openMinutes: number
} & RosterFacts &
  ClockFacts

/** Facts about the dates of money. */
type ClockFacts = {
  /** Time of the newest movement; null in an empty ledger. */
  newestMovement: Date | null
  /** Whether money may move on any date, as in tests and demonstrations. */
  anyDate: boolean
}

/** Facts about the emergency duty of the next days. */
type RosterFacts = {
  /** Hours without a person on duty who may take an emergency. */
  rosterGapHours: number
  /** People on duty in that time whose phone number is not proved by a code. */
  rosterUnproved: number
}

const SERVER = `
  select
    (select rolsuper from pg_roles where rolname = current_user) as "superuser",
    coalesce((select pg_has_role(current_user, oid, 'member') from pg_roles
      where rolname = 'cupo_app'), false) as "restrictedRole",
    not exists (select from pg_roles r where rolname = 'cupo_app' and (rolsuper
      or exists (select from pg_class c where c.relowner = r.oid))) as "restrictedIsSafe",
    current_setting('fsync') as "fsync",
    current_setting('synchronous_commit') as "synchronousCommit",
    current_setting('full_page_writes') as "fullPageWrites",
    current_setting('archive_mode') as "archiveMode",
    (select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
      from pg_stat_archiver) as "archiveFailing",
    current_setting('max_connections')::int as "maxConnections",
    clock_timestamp() as "now",
    coalesce((select extract(epoch from max(now() - xact_start)) / 60 from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend'
        and state like 'idle in transaction%'), 0)::float8 as "openMinutes"`

const WORK = `
  select
    (select coalesce(max(name), '') from schema_migrations) as "migration",
    (select count(*)::int from jobs where dead_at is not null) as "deadJobs",
    coalesce((select extract(epoch from now() - min(run_at)) from jobs
      where dead_at is null and run_at < now()
        and (locked_until is null or locked_until < now())), 0)::float8 as "queueLagSeconds",
    (select count(*)::int from gateway_events
      where processed_at is null and received_at < now() - interval '10 minutes') as "lateEvents"`

const ROSTER = `
  with able as (
    select u.id, u.phone_proved_at from users u left join user_standing c on c.user_id = u.id
    where u.roles && $1::text[] and not coalesce(c.expelled, false)),
  hours as (
    select hour from generate_series(date_trunc('hour', now()),
      date_trunc('hour', now()) + ($2 - 1) * interval '1 hour', interval '1 hour') as hour)
  select
    (select count(*)::int from hours where not exists (
      select from duty_hours d join able on able.id = d.user_id
      where d.hour = hours.hour)) as "rosterGapHours",
    (select count(*)::int from able where phone_proved_at is null and exists (
      select from duty_hours d join hours using (hour)
      where d.user_id = able.id)) as "rosterUnproved"`

const CLOCK = `
  select (select created_at from ledger_transfers order by tx desc, id desc limit 1)
      as "newestMovement",
    not exists (select from clock_limit where tolerance_seconds is not null) as "anyDate"`

const NO_CLOCK: ClockFacts = { newestMovement: null, anyDate: false }

const NO_ROSTER: RosterFacts = { rosterGapHours: 0, rosterUnproved: 0 }

const EMPTY = { migration: '', deadJobs: 0, queueLagSeconds: 0, lateEvents: 0 }

/** Queries the database; throws when it does not answer within five seconds. */
export async function readDatabase(url: string): Promise<DatabaseFacts> {
  return asking(url, async (client) => {
    const { rows: server } = await client.query(SERVER)
    const { rows: tables } = await client.query(
      `select to_regclass('schema_migrations') is not null as "migrated"`,
    )
    const work = tables[0].migrated ? (await client.query(WORK)).rows[0] : EMPTY
    const facts = { ...server[0], ...work, ...(await readClock(client)) }
    return { ...facts, ...(await readRoster(client)) }
  })
}

/** A database from before the limit needs only migrations, so its clock is skipped. */
async function readClock(client: pg.Client): Promise<ClockFacts> {
  const { rows } = await client.query(`select to_regclass('clock_limit') is not null as "known"`)
  return rows[0].known ? (await client.query(CLOCK)).rows[0] : NO_CLOCK
}

/** A database from before the roster needs only migrations, so the roster is skipped. */
async function readRoster(client: pg.Client): Promise<RosterFacts> {
  const { rows } = await client.query(`select to_regclass('duty_hours') is not null as "known"`)
  if (!rows[0].known) return NO_ROSTER
  const asked = [rolesWith('incidents.handle'), ROSTER_DAYS * 24]
  return (await client.query(ROSTER, asked)).rows[0]
}

function asking<T>(connectionString: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const limits = { connectionTimeoutMillis: 5_000, statement_timeout: 5_000 }
  return withClient({ connectionString, ...limits, application_name: 'cupo-doctor' }, ask)
}
