import { expect, it } from 'vitest'
import { inOrder, statementsOf } from './database-files.ts'

const orderOf = (...texts: string[]) =>
  inOrder(texts.map((text) => ({ file: 'a.sql', text }))).map(({ text }) => text)

it('splits SQL at semicolons outside of comments, quotes and function bodies', () => {
  const text = `-- One; two.
    create table a (name text default 'x;''y'); -- three;
    create function f() returns void as $$ begin; end; $$;
    create function g() returns text as $body$ select '$$;' $body$`
  expect(statementsOf({ file: 'a.sql', text }).map((each) => each.text)).toEqual([
    "create table a (name text default 'x;''y')",
    'create function f() returns void as $$ begin; end; $$',
    "create function g() returns text as $body$ select '$$;' $body$",
  ])
})

it('orders a table after the tables of its foreign keys, otherwise as in the file', () => {
  const trips = 'create table trips (id int primary key, driver int references users (id))'
  const users = 'create table users (id int primary key)'
  const places = 'create table places (id int primary key, trips int)'
  expect(orderOf(places, trips, users)).toEqual([places, users, trips])
})

it('orders a function before a default that calls it, and after its parameter types', () => {
  const table = 'create table bookings (id int default next_number())'
  const number = 'create function next_number() returns int as $$ select 1 from bookings $$'
  const label = 'create or replace function label(b bookings) returns text as $$ select 1 $$'
  const type = 'create type call as (booking bookings)'
  const view = 'create view labels as select label(b) from bookings b'
  expect(orderOf(view, label, type, table, number)).toEqual([number, table, label, view, type])
})

it('names the SQL statements of a circular reference in the error', () => {
  const one = 'create table one (two int references two (id))'
  const two = 'create table two (one int references one (id))'
  expect(() => orderOf(one, two)).toThrow('a.sql: create table two')
})
