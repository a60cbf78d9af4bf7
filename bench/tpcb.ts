import type pg from 'pg'
import { type Figures, measure } from './load.ts'

const BRANCHES = 20
const TELLERS = 10 * BRANCHES
const ACCOUNTS = 20_000

/** The yardstick: TPC-B's transaction (as pgbench runs it) through our driver and pool settings. */
export async function measureTpcB(
  pool: pg.Pool,
  options: { clients: number; seconds: number },
): Promise<Figures> {
  await createTables(pool)
  return measure("TPC-B's transaction", options, async () => {
    await transaction(pool)
    return true
  })
}

async function createTables(pool: pg.Pool): Promise<void> {
  await pool.query(`
    drop table if exists bench_history, bench_tellers, bench_accounts, bench_branches;
    create table bench_branches (bid int primary key, bbalance int) with (fillfactor = 50);
    create table bench_tellers (tid int primary key, bid int, tbalance int) with (fillfactor = 50);
    create table bench_accounts (aid int primary key, bid int, abalance int);
    create table bench_history (tid int, bid int, aid int, delta int, mtime timestamptz);
    insert into bench_branches select n, 0 from generate_series(1, ${BRANCHES}) n;
    insert into bench_tellers
      select n, 1 + n % ${BRANCHES}, 0 from generate_series(1, ${TELLERS}) n;
    insert into bench_accounts
      select n, 1 + n % ${BRANCHES}, 0 from generate_series(1, ${ACCOUNTS}) n;
    analyze bench_branches; analyze bench_tellers; analyze bench_accounts`)
}

async function transaction(pool: pg.Pool): Promise<void> {
  const [aid, tid, bid] = [random(ACCOUNTS), random(TELLERS), random(BRANCHES)]
  const delta = random(10_000) - 5_000
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('update bench_accounts set abalance = abalance + $1 where aid = $2', [
      delta,
      aid,
    ])
    await client.query('select abalance from bench_accounts where aid = $1', [aid])
    await client.query('update bench_tellers set tbalance = tbalance + $1 where tid = $2', [
      delta,
      tid,
    ])
    await client.query('update bench_branches set bbalance = bbalance + $1 where bid = $2', [
      delta,
      bid,
    ])
    await client.query('insert into bench_history values ($1, $2, $3, $4, now())', [
      tid,
      bid,
      aid,
      delta,
    ])
    await client.query('commit')
  } finally {
    client.release()
  }
}

function random(max: number): number {
  return 1 + Math.floor(Math.random() * max)
}
