import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { contractingStatements } from './contracting.ts'
import { lostGrants } from './release-facts.ts'

it.each([
  'create table colours (name text not null unique);',
  'create table colours (name text); create unique index colours_name on colours (name);',
  `create table colours (name text); insert into colours values ('rojo');
   create trigger t after insert on colours for each row execute function f();`,
  'alter table places add column colour text, add column shade integer not null default 3;',
  `alter table places add column colour text check (colour <> '');`,
  `alter table places add column colour text; update places p set colour = 'rojo';`,
  'create index places_name on places (name);',
  `create or replace function f() returns int language sql return 3;
   comment on table places is 'ñ';`,
  'create type hue as (name text); create view bright as select 1 as one;',
])('lets the release before work after: %s', async (migration) => {
  expect(await contractingStatements(migration)).toEqual([])
})

it.each([
  'alter table places drop column name',
  'alter table places rename column name to title',
  'alter table places alter column name type varchar',
  'alter table places alter column name set not null',
  'alter table places alter column name drop not null',
  'alter table places add constraint named check (length(name) > 3)',
  'alter table places drop constraint named',
  'alter table places add column colour text not null',
  `alter table places add column colour text check (name <> colour)`,
  'create unique index places_name on places (name)',
  'drop table places',
  'drop function f(integer)',
  'delete from places',
  `update places set name = upper(name)`,
  `insert into places (name) values ('Ibagué')`,
  `alter type hue add value 'rojo'`,
  'create trigger t before insert on places for each row execute function f()',
])('says that the release before may fail after: %s', async (statement) => {
  const migration = `-- Añade.\ncreate table colours (name text);\n${statement};`
  expect(await contractingStatements(migration)).toEqual([statement])
})

it('lists the rights that a release takes from the program', () => {
  const older = `revoke all on all tables in schema public from cupo_app;
grant select, insert on places, users to cupo_app;
grant execute on function f(text,uuid), g() to cupo_app;
grant update (
  name, colour
) on towns to cupo_app;
`
  const newer = `grant select, insert, update on places to cupo_app;
grant update (name, shade) on towns to cupo_app;
grant select on
  users, colours
to cupo_app;
grant execute on function f(text,uuid) to cupo_app;
`
  expect(lostGrants(older, newer)).toEqual([
    'right: insert on users',
    'right: execute on function g()',
    'right: update (colour) on towns',
  ])
  expect(lostGrants(older, older)).toEqual([])
  // Every statement of the real file is read, also one of several lines.
  const real = readFileSync(new URL('../database/grants.sql', import.meta.url), 'utf8')
  const statements = real
    .split(';')
    .filter((text) => /grant [^;]+ on [^;]+to cupo_app$/s.test(text))
  const alone = statements.map((text) => lostGrants(`${text.slice(text.search(/^grant/m))};`, ''))
  expect(alone.length).toBeGreaterThan(40)
  expect(alone.filter((rights) => rights.length === 0)).toEqual([])
})
