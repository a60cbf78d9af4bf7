import type { Case } from './rule-case.ts'

const DANGEROUS = [
  'create index users_by_name on users (name);',
  'alter table users alter column name type varchar(80);',
  'alter table users alter column name set not null;',
  'alter table users add constraint name_short check (length(name) < 80);',
  'alter table users add column friend uuid references users;',
  'alter table users add column code uuid default gen_random_uuid();',
  'alter table users drop column name;',
  'alter table users rename column name to full_name;',
  'drop table users;',
  "update users set name = '';",
  'lock table users in exclusive mode;',
]

const SAFE = `
create table notes (id uuid primary key, text text not null);
create index notes_by_text on notes (text);
alter table users add column note text;
alter table users add column asked int not null default 0;
alter table users add constraint note_short check (length(note) < 80) not valid;
alter table users alter column note drop not null;
create function touch() returns void as $$
begin
  update users set note = '';
end $$ language plpgsql;
-- under traffic: cities are two thousand rows
create index cities_by_name on cities (name);`

export const migrationCases: Case[] = [
  {
    rule: 'inserts name their columns',
    bad: {
      'server/domains/trips/trips.queries.ts': 'sql`\n  insert into trips values (1)`',
      'migrations/1.sql':
        'create function book() returns void as $$\n insert into bookings select * from b $$;',
    },
    good: {
      'server/domains/trips/trips.queries.ts': 'sql`insert into trips (id)\n values (1)`',
      'migrations/1.sql': 'create function book() as $$ insert into bookings values (b) $$;',
      'migrations/2.sql':
        'create or replace function book() as $$ insert into bookings (id) select b $$;',
    },
    at: ['migrations/1.sql:2', 'server/domains/trips/trips.queries.ts:2'],
  },
  {
    rule: 'migrations are safe under traffic',
    bad: { 'migrations/20990101T0000_bad.sql': DANGEROUS.join('\n') },
    good: {
      'migrations/20990101T0000_good.sql': SAFE,
      'migrations/20261120T0800_first.sql': DANGEROUS.join('\n'),
    },
    at: DANGEROUS.map((_, index) => `migrations/20990101T0000_bad.sql:${index + 1}`),
  },
]
