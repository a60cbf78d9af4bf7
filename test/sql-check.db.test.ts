// The check of SQL statements finds planted errors: the schema is changed, or a file is read with a
// wrong statement.
import { expect, it } from 'vitest'
import { checkSql } from '../scripts/sql-check/check-sql.ts'
import { asOwner, openTestDatabase } from './db.ts'

const { url } = await openTestDatabase()
const { url: changed } = await openTestDatabase()

const PLANTED = 'server/platform/clock.queries.ts'

it('finds each use of a changed column in SQL statements', { timeout: 60_000 }, async () => {
  await asOwner(changed, 'alter table disputes rename column statement to words')
  await asOwner(changed, 'alter table gateway_events alter column attempts type text')
  await asOwner(changed, 'alter table payout_accounts alter identification_version type text')
  await asOwner(changed, 'alter table journey_arrivals alter column at drop not null')
  await asOwner(changed, 'alter table users alter column photo_version type bigint using 1')
  const { faults } = await checkSql(changed)
  const messages = (path: string) =>
    faults.filter(({ place }) => place.includes(path)).map(({ message }) => message)
  const renamed = messages('disputes.queries.ts')
  // Uses of the column: inserted, found, listed, listed for a second signature.
  expect(renamed).toHaveLength(4)
  expect(new Set(renamed)).toHaveLength(2)
  expect(messages('payments.queries.ts')).toEqual(['operator does not exist: text + integer'])
  expect(messages('/accounts.queries.ts')).toContain('identificationVersion is text, not number')
  expect(messages('journeys.queries.ts')).toEqual(['at may be null, and Date does not say so'])
  expect(messages('users.queries.ts')).toContain('$1 (input.version) is int8, not string | null')
})

it('finds a statement that does not fit the schema or cannot be followed', {
  timeout: 60_000,
}, async () => {
  const { faults } = await checkSql(url, {
    [PLANTED]: `import { sql } from 'kysely'
      import { type Reader, run } from '#server/platform/db/tx.ts'
      declare const reader: Reader, made: () => string, names: string[], order: never
      sql<{ id: string; nick: string }>\`select id, email from users where id = \${3}\`
      sql<{ amount: number }>\`select p.amount_pesos as amount from users u
        left join payments p on p.user_id = u.id\`
      sql<{ n: string }>\`select count(*) as n from users where id = any(\${names}::uuid[])\`
      await sql\`delete from \${sql.table(made())}\`.execute(reader)
      sql\`limit 1\`
      run.row<{ id: string; nick: string }>(reader)\`select id from users where id = \${3}\`
      run.changedOne(reader)\`delete from nowhere\``,
  })
  expect(faults.map(({ place, message }) => `${place.slice(PLANTED.length)} ${message}`)).toEqual([
    ':4 $1 (3) is uuid, not 3',
    ':4 the statement has no column nick',
    ':4 the row type has no email',
    ':5 amount may be null, and number does not say so',
    ':7 n is int8, not string',
    ':10 $1 (3) is uuid, not 3',
    ':10 the statement has no column nick',
    ':11 relation "nowhere" does not exist',
    ':8 not checked: not constant: made()',
    ':9 not checked: part of no statement',
  ])
})
