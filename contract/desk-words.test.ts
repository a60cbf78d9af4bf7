import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { wordOf } from './desk-words.ts'

/** The values of `column in ('a', 'b')` of a table, as its check constraint lists them. */
function valuesOf(layer: string, table: string, column: string): string[] {
  const text = readFileSync(`database/schema/${layer}.sql`, 'utf8')
  const from = text.indexOf(`create table ${table} (`)
  const whole = text.slice(from, text.indexOf('\n);', from))
  const list = new RegExp(`check \\(${column} in\\s*\\(([^)]*)\\)`).exec(whole)?.[1] ?? ''
  return [...list.matchAll(/'([a-z_]+)'/g)].map(([, value = '']) => value)
}

it.each([
  ['money', 'withdrawals', 'status'],
  ['people', 'documents', 'status'],
  ['people', 'sanction_events', 'kind'],
  ['community', 'support_tickets', 'status'],
  ['community', 'support_tickets', 'kind'],
  ['travel', 'bookings', 'status'],
  ['bank', 'ledger_transfers', 'kind'],
] as const)('every value of %s %s.%s has Spanish words', (layer, table, column) => {
  const values = valuesOf(layer, table, column)
  expect(values.length).toBeGreaterThan(2)
  expect(values.filter((value) => wordOf(value) === value)).toEqual([])
})
