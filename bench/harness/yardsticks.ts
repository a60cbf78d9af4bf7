// Yardsticks: plain database work through the app's driver and pool settings. Figures of the app
// are compared with them, because two machines, or two hours of one machine, are not equally fast.
import type pg from 'pg'
import { type Figures, measure } from './load.ts'

type Options = { clients: number; seconds: number }

const BRANCHES = 20
const TELLERS = 10 * BRANCHES
const ACCOUNTS = 20_000

/** Measures the TPC-B transaction, as pgbench runs it. */
export async function measureTpcB(pool: pg.Pool, options: Options): Promise<Figures> {
  await pool.query(TPC_B)
  return await measure("TPC-B's transaction", options, async () => {
    await transaction(pool)
    return true
  })
}

const TPC_B = `
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
  analyze bench_branches; analyze bench_tellers; analyze bench_accounts`

async function transaction(pool: pg.Pool): Promise<void> {
  const [aid, tid, bid] = [random(ACCOUNTS), random(TELLERS), random(BRANCHES)]
  const delta = random(10_000) - 5_000
  const client = await pool.connect()
  const run = (text: string, ...values: number[]) => client.query(text, values)
  try {
    await run('begin')
    await run('update bench_accounts set abalance = abalance + $1 where aid = $2', delta, aid)
    await run('select abalance from bench_accounts where aid = $1', aid)
    await run('update bench_tellers set tbalance = tbalance + $1 where tid = $2', delta, tid)
    await run('update bench_branches set bbalance = bbalance + $1 where bid = $2', delta, bid)
    await run('insert into bench_history values ($1, $2, $3, $4, now())', tid, bid, aid, delta)
    await run('commit')
  } finally {
    client.release()
  }
}

function random(max: number): number {
  return 1 + Math.floor(Math.random() * max)
}

/** Measures one row that every client updates, each time in its own transaction. */
export async function measureHotRow(pool: pg.Pool, options: Options): Promise<Figures> {
  await pool.query(`
    drop table if exists bench_counter;
    create table bench_counter (id int primary key, n bigint not null) with (fillfactor = 50);
    insert into bench_counter values (1, 0)`)
  return await measure('updates of one row', options, async () => {
    await pool.query('update bench_counter set n = n + $1 where id = 1', [1])
    return true
  })
}
