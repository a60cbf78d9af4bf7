import { expect, it } from 'vitest'
import type { Registry } from '#server/platform/module-data.ts'
import { erasureOrder } from './erasure-order.ts'

type Within = { column: string; table: string }

const registry = (tables: Record<string, Within[]>): Registry =>
  new Map(
    Object.entries(tables).map(([name, within]) => [name, { name, within }]),
  ) as unknown as Registry

const names = (...args: Parameters<typeof erasureOrder>) =>
  erasureOrder(...args).map(({ name }) => name)

it('erases rows before the rows that they reference by a foreign key', () => {
  const tables = registry({ users: [], trips: [], bookings: [] })
  const keys = [
    { table: 'trips', target: 'users' },
    { table: 'bookings', target: 'trips' },
    { table: 'bookings', target: 'users' },
  ]
  expect(names(tables, keys)).toEqual(['bookings', 'trips', 'users'])
})

it('erases rows before the parent rows by which they are found', () => {
  const tables = registry({ tickets: [], messages: [{ column: 'ticket_id', table: 'tickets' }] })
  expect(names(tables, [])).toEqual(['messages', 'tickets'])
})

it('ignores a table that references itself, and tables without personal data', () => {
  const keys = [
    { table: 'transfers', target: 'transfers' },
    { table: 'roads', target: 'places' },
    { table: 'roads', target: 'transfers' },
  ]
  expect(names(registry({ transfers: [] }), keys)).toEqual(['transfers'])
})

it('throws for tables that reference each other in a circle', () => {
  const keys = [
    { table: 'a', target: 'b' },
    { table: 'b', target: 'a' },
  ]
  expect(() => names(registry({ a: [], b: [] }), keys)).toThrow('refer to each other: a, b')
})
