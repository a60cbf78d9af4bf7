// No statement of the server, or inside a function, may read all rows of a growing table.
import type pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { functionStatements } from '../../scripts/sql-check/function-statements.ts'
import { atEnd } from '../at-end.ts'
import { openTestDatabase } from '../db.ts'
import { allStatements, growDatabase, historyRead, type PlacedStatement } from './plans.ts'

const COUNT = String.raw`count\(\*\)(::int)?( as total)? from \w+ ?\w?`
const CLOSED = String.raw`where ((r\.outcome|\w?\.?\w+_at) is (not )?null|status = 'resolved')`

/**
 * Statements that may read a whole growing table, by file or function and text, with the reason why
 * it stays small. At most 10.
 */
const ALLOWED: readonly { what: RegExp; bound: string }[] = [
  {
    what: new RegExp(`^\\S+ select \\(?(select )?${COUNT} ${CLOSED}`),
    bound: 'cases that the team has closed, counted when one of the team opens their page',
  },
  {
    what: /^\S+users.queries.ts with contested as/,
    bound: 'people with a document number, counted when a reviewer opens the contested ones',
  },
  {
    what: /^\S+privacy.queries.ts select count\(\*\) as people from users/,
    bound: 'people, counted when new terms are announced',
  },
  {
    what: /^server\/demo\//,
    bound: 'the rows of a first start in development',
  },
  {
    what: /^ledger_verify(_part)? /,
    bound: 'the ledger, once a day in one process, in parts (decision 11)',
  },
]

/** With GROWTH_ROWS=200000 filling the tables takes some minutes. */
const FILL_MS = 900_000

let grown: { client: pg.Client; growing: ReadonlySet<string> }

beforeAll(async () => {
  const { url } = await openTestDatabase()
  grown = await growDatabase(url)
  atEnd(() => grown.client.end())
}, FILL_MS)

const nameOf = ({ place, text }: PlacedStatement) =>
  `${place.replace(/:\d+$/, '')} ${text.replaceAll(/\s+/g, ' ').trim()}`

it('reads no growing table from end to end in any query', { timeout: 120_000 }, async () => {
  const found: string[] = []
  const used = new Set<RegExp>()
  for (const statement of await allStatements(grown.client)) {
    const tables = await historyRead(grown, statement)
    if (tables.length === 0) continue
    const name = nameOf(statement)
    const allowed = ALLOWED.find(({ what }) => what.test(name))
    if (allowed) used.add(allowed.what)
    else found.push(`${tables}: ${name.slice(0, 300)}`)
  }
  expect(found).toEqual([])
  expect(ALLOWED.filter(({ what }) => !used.has(what))).toEqual([])
  expect(ALLOWED.length).toBeLessThanOrEqual(10)
})

it('finds planted statements that read history, in the server and in functions', async () => {
  const points = `select t.amount from unnest($1::uuid[]) as c (id)
    join ledger_transfers t on t.cause_id = c.id::text and t.code = $2`
  expect(await historyRead(grown, { place: 'planted', text: points })).toEqual(['ledger_transfers'])
  const range = 'select count(*) from bookings where fare_pesos < $1'
  expect(await historyRead(grown, { place: 'planted', text: range })).toEqual(['bookings'])
  await grown.client.query(
    `create function planted(p_cause text, p_code text, out pesos bigint) language plpgsql as $$
     declare
       b bookings;
     begin
       if p_code = 'fare' then
         select * into b from bookings where id::text = planted.p_cause;
         pesos := (select sum(amount) from ledger_transfers where cause_id = b.id::text);
       end if;
       for b in select * from bookings where id = p_cause::uuid loop
         update trips set seats = b.seats where preferences = jsonb_build_object('id', b.id);
       end loop;
     end $$;
     create function planted_sql(p_user uuid) returns bigint language sql as $$
       select count(*) from bookings where passenger_id = p_user;
       select count(*) from payments where amount_pesos = (
         select fare_pesos from bookings where id = p_user)
     $$`,
  )
  const planted = (await functionStatements(grown.client)).filter(({ name }) =>
    name.startsWith('planted'),
  )
  const reads: string[][] = []
  for (const { name: place, text } of planted) {
    reads.push([place, ...(await historyRead(grown, { place, text }))])
  }
  expect(reads.filter(([, table]) => table)).toEqual([
    ['planted', 'bookings'],
    ['planted', 'ledger_transfers'],
    ['planted', 'trips'],
    ['planted_sql', 'payments'],
  ])
})
