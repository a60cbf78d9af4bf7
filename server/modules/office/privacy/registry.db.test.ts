import { beforeAll, describe, expect, it } from 'vitest'
import { impersonal, recurringJobs, registry } from '#server/modules.ts'
import type { OwnedTable } from '#server/platform/module-data.ts'
import { asOwner, openTestDatabase } from '#test/db.ts'
import { labelOf, wordOf } from './labels.ts'

// The registry of personal data must describe every table and column of the database: a new table
// or column fails these tests until it is described.

let columns: Map<string, Set<string>>
/** Foreign keys to a person. */
let toPeople: { table: string; column: string }[]
/** Words that the database allows, by `table.column`. */
let allowed: Map<string, string[]>

beforeAll(async () => {
  const { url } = await openTestDatabase()
  const found = await asOwner(
    url,
    `select c.table_name as t, c.column_name as c
     from information_schema.columns c join information_schema.tables t
       on t.table_schema = c.table_schema and t.table_name = c.table_name
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and c.table_name <> 'schema_migrations'`,
  )
  columns = new Map()
  for (const { t, c } of found.rows) columns.set(t, (columns.get(t) ?? new Set()).add(c))
  const keys = await asOwner(
    url,
    `select k.conrelid::regclass::text as "table", a.attname as "column"
     from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = 'users'::regclass`,
  )
  toPeople = keys.rows
  const constraints = await asOwner(
    url,
    `select k.conrelid::regclass || '.' || a.attname as "column",
       pg_get_constraintdef(k.oid) as text
     from pg_constraint k
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'c' and cardinality(k.conkey) = 1 and a.atttypid <> 'jsonb'::regtype`,
  )
  allowed = new Map(constraints.rows.map(({ column, text }) => [column, wordsIn(text)]))
})

/** Reads the allowed words of a condition such as `kind in ('a', 'b')`. */
const wordsIn = (condition: string): string[] =>
  condition.includes(' ANY ')
    ? [...condition.matchAll(/'(\w+)'::text/g)].map(([, w]) => w ?? '')
    : []

/** Codes of documents and currencies, and names that are not translated. */
const SAME_IN_SPANISH = new Set([
  'CC',
  'CE',
  'COP',
  'PAS',
  'PPT',
  'PTS',
  'apple',
  'daviplata',
  'gold',
  'google',
  'green',
  'nequi',
  'selfie',
  'terminal',
  'whatsapp',
  'no',
])

const own = (table: OwnedTable): string[] => [
  ...(table.of ?? []),
  ...[table.within ?? []].flat().map(({ column }) => column),
]

const decided = (table: OwnedTable): string[] => [
  ...table.take,
  ...(table.others ?? []),
  ...Object.values(table.leave ?? {}).flat(),
]

/** Column names that refer to people or hold data that only their owner can read. */
const PERSONAL =
  /(^|_)(user|owner|actor|driver|passenger|rater|reporter|sender)_id$|_sealed$|^sealed$|token/

/** Columns that say that a row is not over yet. */
const STATES = ['status', 'state', 'outcome', 'closed_at', 'resolved_at', 'decided_at', 'ended_at']

it('decides of each table with a state whether its rows keep an account from closing', () => {
  const undecided = [...registry.values()].filter(
    ({ name, closing }) =>
      closing === undefined && STATES.some((column) => columns.get(name)?.has(column)),
  )
  expect(undecided.map(({ name }) => name)).toEqual([])
})

describe('the registry of personal data', () => {
  it('describes every table, or declares it impersonal', () => {
    const known = [...registry.keys(), ...impersonal.keys()]
    expect([...columns.keys()].filter((table) => !known.includes(table))).toEqual([])
    expect(known.filter((table) => !columns.has(table))).toEqual([])
    expect(known).toHaveLength(new Set(known).size)
  })

  it('names every column of each table with personal data exactly once', () => {
    for (const [name, table] of registry) {
      const all = decided(table)
      expect(all, name).toHaveLength(new Set(all).size)
      const known = new Set([...own(table), ...all])
      expect([...known].sort(), name).toEqual([...(columns.get(name) ?? [])].sort())
    }
  })

  it('knows every column with a foreign key to a person', () => {
    for (const { table, column } of toPeople) {
      const entry = registry.get(table)
      const people = [...(entry?.of ?? []), ...(entry?.others ?? [])]
      expect(people, `${table}.${column}`).toContain(column)
    }
  })

  it('declares no table impersonal that has a column about a person', () => {
    const personal = [...impersonal.keys()].flatMap((table) =>
      [...(columns.get(table) ?? [])].filter((column) => PERSONAL.test(column)),
    )
    expect(personal).toEqual([])
  })

  it('has a Spanish label for each exported column and a translation for each word', () => {
    const given = [...registry].flatMap(([table, { take }]) =>
      take.map((column) => [table, column]),
    )
    const unnamed = given.filter(
      ([, column = '']) => !column.endsWith('sealed') && labelOf(column) === column,
    )
    expect(unnamed.map((each) => each.join('.'))).toEqual([])
    const said = given.flatMap((each) => allowed.get(each.join('.')) ?? [])
    const unknown = said.filter((word) => wordOf(word) === word && !SAME_IN_SPANISH.has(word))
    expect([...new Set(unknown)].sort()).toEqual([])
  })

  it('names an existing job for each table that a job cleans up', () => {
    const jobs = new Set(recurringJobs.map(({ name }) => name))
    const meant = [...registry.values()].flatMap(({ keep }) => ('job' in keep ? [keep.job] : []))
    expect(meant.filter((name) => !jobs.has(name))).toEqual([])
  })
})
