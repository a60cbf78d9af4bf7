// Tables by month against the same rows in one table, and what archiving a month costs.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { archiveMonths } from '#server/domains/archive/archive.public.ts'
import { type Figures, measure } from './load.ts'
import type { Stage } from './stage.ts'

type Say = (line: string) => void

const KEPT = 36
const OPTIONS = { clients: 4, seconds: 2 }
/** Rounds of both tables in turn: what else the machine does meets both. */
const ROUNDS = 2

/** The tables as they were before, with the same rows. */
const PLAIN = `
  create table bench_answers (like gateway_answers including defaults including constraints);
  alter table bench_answers add primary key (id);
  create index on bench_answers (payment_id, at, id);
  create index on bench_answers (transaction_id, at, id);
  create trigger immutable before update or delete on bench_answers
    for each row execute function refuse_change();
  create table bench_entries (like audit_entries including defaults);
  alter table bench_entries add primary key (id);
  create index on bench_entries (subject_kind, subject_id, at);
  create index on bench_entries (at, actor_id) where action = 'document.viewed';
  create trigger immutable before update or delete on bench_entries
    for each row execute function refuse_change();
  insert into bench_answers select * from gateway_answers;
  insert into bench_entries select * from audit_entries`

/** `rows` in each table over the months that are kept; ids of payments come from row numbers. */
async function fill(pool: pg.PoolClient, rows: number): Promise<void> {
  for (const table of ['gateway_answers', 'audit_entries']) {
    const { rows: months } = await pool.query(
      'select partition from month_partitions where table_name = $1 and from_month is not null',
      [table],
    )
    for (const { partition } of months) await pool.query(`drop table ${partition}`)
    const until = `date_trunc('month', now() at time zone 'America/Bogota')
      - interval '${KEPT} months'`
    await pool.query(`do $$ begin
      alter table ${table} detach partition ${table}_past;
      execute format('alter table ${table} attach partition ${table}_past
        for values from (minvalue) to (%L)', (${until}) at time zone 'America/Bogota');
    end $$`)
  }
  await pool.query('select months_ahead()')
  const at = `now() - random() * interval '${KEPT - 1} months'`
  await pool.query(`
    insert into gateway_answers (id, at, asked, payment_id, reference, transaction_id, status,
      amount_in_cents, currency, method, outcome)
    select gen_random_uuid(), ${at}, 'transaction', md5((n / 2)::text)::uuid, 'CUPO-' || n / 2,
      '1-' || n / 2, 'APPROVED', 5000000, 'COP', 'NEQUI', 'credited'
    from generate_series(1, ${rows}) n`)
  await pool.query(`
    insert into audit_entries (id, at, actor_id, action, subject_kind, subject_id, details)
    select gen_random_uuid(), ${at}, md5((n % 40)::text)::uuid,
      case n % 20 when 0 then 'document.viewed' else 'document.uploaded' end, 'document',
      md5((n / 3)::text), '{"kind": "identity_front"}' from generate_series(1, ${rows}) n`)
  await pool.query(PLAIN)
  const tables = 'gateway_answers, bench_answers, audit_entries, bench_entries'
  await pool.query(`vacuum analyze ${tables}`)
}

/** Filling takes longer than statements of the app may. */
async function withoutLimit(
  { pool }: Stage,
  work: (client: pg.PoolClient) => Promise<unknown>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await work(client)
    await client.query('reset statement_timeout')
  } finally {
    client.release()
  }
}

type Statement = { name: string; text: (table: string) => string; values: () => unknown[] }

const number = (rows: number) => Math.floor(Math.random() * rows)
const lookUp = `select (select md5(x::text)::uuid from (values ($1::int)) v (x))`

const statements = (rows: number): [string, string, Statement[]][] => [
  [
    'gateway_answers',
    'bench_answers',
    [
      {
        name: 'insert',
        text: (table) => `insert into ${table} (id, at, asked, payment_id, reference, outcome)
          values ($1, now(), 'reference', $1, 'CUPO-1', 'none')`,
        values: () => [randomUUID()],
      },
      {
        name: 'of a payment',
        text: (table) => `select * from ${table} g
          where g.payment_id = (${lookUp}) or g.transaction_id = '1-' || $1
          order by g.at, g.id limit 500`,
        values: () => [number(rows / 2)],
      },
    ],
  ],
  [
    'audit_entries',
    'bench_entries',
    [
      {
        name: 'insert',
        text: (table) => `insert into ${table} (id, at, actor_id, action, subject_kind, subject_id)
          values ($1, now(), $1, 'document.uploaded', 'document', 'x')`,
        values: () => [randomUUID()],
      },
      {
        name: 'views of the last day',
        text: (table) => `select count(distinct subject_id) from ${table}
          where action = 'document.viewed' and at > now() - interval '1 day' and actor_id = $1`,
        values: () => [randomUUID()],
      },
      {
        name: 'last 50 views',
        text: (table) => `select * from ${table} where action = 'document.viewed'
          order by at desc, id desc limit 50`,
        values: () => [],
      },
    ],
  ],
]

async function ratioOf(stage: Stage, tables: [string, string], each: Statement): Promise<string> {
  const measured = new Map<string, Figures[]>()
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    const table = tables[round % 2] as string
    const text = each.text(table)
    const found = await measure(table, OPTIONS, async () => {
      await stage.pool.query({ name: `${table} ${each.name}`, text, values: each.values() })
      return true
    })
    measured.set(table, [...(measured.get(table) ?? []), found])
  }
  const [months = Number.NaN, plain = Number.NaN] = tables.map((table) => {
    const rates = (measured.get(table) ?? []).map(({ p50Ms }) => p50Ms).sort((a, b) => a - b)
    return rates[Math.floor(rates.length / 2)]
  })
  return (
    `${`${tables[0]}, ${each.name}`.padEnd(40)} by month p50 ${months.toFixed(3)} ms, ` +
    `one table ${plain.toFixed(3)} ms = ${(months / plain).toFixed(2)} ×`
  )
}

/** Archives one month of so many rows beside inserts; their longest wait is that of the locks. */
async function archiveOne(stage: Stage, rows: number, say: Say): Promise<void> {
  const month = `
    insert into gateway_answers (id, at, asked, payment_id, reference, transaction_id, status,
      amount_in_cents, currency, method, outcome)
    select gen_random_uuid(), date_trunc('month', now()) - interval '${KEPT + 1} months'
        + interval '10 days' + n * interval '1 second', 'transaction', null,
      'CUPO-' || n, '1-' || n, 'APPROVED', 5000000, 'COP', 'NEQUI', 'credited'
    from generate_series(1, ${rows}) n`
  await withoutLimit(stage, (client) => client.query(month))
  let isDone = false
  let longestMs = 0
  const inserts = (async () => {
    const text = `insert into gateway_answers (id, at, asked, reference, outcome)
      values ($1, now(), 'reference', 'CUPO-1', 'none')`
    while (!isDone) {
      const from = performance.now()
      await stage.pool.query({ name: 'beside', text, values: [randomUUID()] })
      longestMs = Math.max(longestMs, performance.now() - from)
    }
  })()
  const before = process.memoryUsage().rss
  const from = performance.now()
  await archiveMonths(stage.deps)
  const seconds = (performance.now() - from) / 1_000
  isDone = true
  await inserts
  const { rows: files } = await stage.pool.query(
    'select rows, bytes, dropped_at is not null as dropped from archived_months',
  )
  const megabytes = (process.memoryUsage().rss - before) / 1e6
  say(
    `archiving ${JSON.stringify(files)}: ${seconds.toFixed(1)} s, ` +
      `${megabytes.toFixed(0)} MB more memory, an insert waited ${longestMs.toFixed(0)} ms at most`,
  )
}

/** `rows` in each table; some minutes for a million. */
export async function benchMonths(stage: Stage, rows: number, say: Say): Promise<void> {
  await withoutLimit(stage, (client) => fill(client, rows))
  say(`${rows} rows in each table, over ${KEPT} months`)
  for (const [months, plain, all] of statements(rows)) {
    for (const each of all) say(await ratioOf(stage, [months, plain], each))
  }
  await archiveOne(stage, rows, say)
}
