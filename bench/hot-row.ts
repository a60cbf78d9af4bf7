import type pg from 'pg'
import { type Figures, measure } from './load.ts'

/** The yardstick of a hot trip: one row that every client updates, each time in a transaction. */
export async function measureHotRow(
  pool: pg.Pool,
  options: { clients: number; seconds: number },
): Promise<Figures> {
  await pool.query(`
    drop table if exists bench_counter;
    create table bench_counter (id int primary key, n bigint not null) with (fillfactor = 50);
    insert into bench_counter values (1, 0)`)
  return measure('updates of one row', options, async () => {
    await pool.query('update bench_counter set n = n + $1 where id = 1', [1])
    return true
  })
}
