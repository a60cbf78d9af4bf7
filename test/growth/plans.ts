// Query plans of statements on tables that have grown.
import pg from 'pg'
import { functionStatements } from '../../scripts/sql-check/function-statements.ts'
import { withSources } from '../../scripts/sql-check/program.ts'
import { findStatements } from '../../scripts/sql-check/statements.ts'
import { dropChecks, fillTable, growingTables } from './fill-tables.ts'

/** `place` is a file with a line, or the name of a function. */
export type PlacedStatement = { place: string; text: string }

/**
 * Rows written to each table. The planner is told that there are 200,000, so that the test takes
 * a few seconds; `GROWTH_ROWS=200000` writes all of them.
 */
const ROWS = Number(process.env.GROWTH_ROWS ?? 5_000)
const PLANNED_ROWS = 200_000

/** Returns every checked statement of the server, and every statement inside a function. */
export async function allStatements(client: pg.Client): Promise<PlacedStatement[]> {
  const inFunctions = await functionStatements(client)
  const ofServer = await withSources(async (sources) => findStatements(sources).statements)
  const placed = [
    ...ofServer.map(({ place, text }) => ({ place, text })),
    ...inFunctions.map(({ name, text }) => ({ place: name, text })),
  ]
  return [...new Map(placed.map((each) => [`${each.place} ${each.text}`, each])).values()]
}

/**
 * Fills the tables of a database; returns a connection as its owner, and the names of the growing
 * tables.
 */
export async function growDatabase(
  url: string,
): Promise<{ client: pg.Client; growing: ReadonlySet<string> }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `set session_replication_role = replica; set statement_timeout = 0;
     set synchronous_commit = off`,
  )
  const tables = await growingTables(client)
  await dropChecks(client)
  for (const table of tables) {
    // Autovacuum would replace the statistics that are written below.
    await client.query(`alter table ${table.name} set (autovacuum_enabled = off)`)
    await fillTable(client, table, ROWS)
  }
  await client.query(
    `update pg_class set reltuples = reltuples * ${PLANNED_ROWS / ROWS}
     where relnamespace = 'public'::regnamespace and reltuples > 1000`,
  )
  return { client, growing: new Set(tables.map(({ name }) => name)) }
}

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }

/** Returns the tables that a statement reads from end to end, by its generic plan. */
async function scannedBy(client: pg.Client, text: string, scans: 'on' | 'off') {
  await client.query(`set enable_seqscan = ${scans}`)
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (generic_plan, format json) ${text}`,
  )
  const found = new Set<string>()
  const visit = (plan: Plan) => {
    const table = plan['Relation Name']
    if (plan['Node Type'] === 'Seq Scan' && table) found.add(table)
    for (const part of plan.Plans ?? []) visit(part)
  }
  for (const row of rows) visit(row['QUERY PLAN'][0].Plan)
  return found
}

/** A range whose length a generic plan cannot know, such as `created_at < $1`. */
const RANGE = /(?:[<>]=?|\bbetween)\s*\(?(?:coalesce\()?\(?\$\d/

/**
 * Returns the growing tables that a statement reads from end to end. For a range of unknown length
 * the planner assumes a third of the table. Such a statement is planned again without sequential
 * scans, and counts only when no index serves it.
 */
export async function historyRead(
  { client, growing }: { client: pg.Client; growing: ReadonlySet<string> },
  { text }: PlacedStatement,
): Promise<string[]> {
  const scanned = await scannedBy(client, text, RANGE.test(text) ? 'off' : 'on')
  return [...scanned].filter((table) => growing.has(table)).sort()
}
