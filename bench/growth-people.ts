import { aUser } from '#test/factories.ts'
import type { Stage } from './stage.ts'

/** People like one made by the domain code, with a password and a session each. */
export async function copyPeople({ deps, pool }: Stage, people: number): Promise<void> {
  const one = await aUser(deps)
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica; set statement_timeout = 0')
    await client.query(COPY, [one.userId, people])
    await client.query('vacuum (analyze) users, credentials, sessions')
  } finally {
    client.release(true)
  }
}

/** Rows of the one person under new ids; what must be unique is new or empty. */
const COPY = `
  with made as (
    select uuidv7() as id, n || '@bench.test' as email from generate_series(1, $2::int) as n
  ), person as (
    insert into users
    select (jsonb_populate_record(u, jsonb_build_object('id', made.id, 'email', made.email,
      'email_key', made.email, 'username', null, 'username_key', null,
      'identification_sealed', null, 'identification_index', null,
      'phone_sealed', null, 'phone_index', null, 'phone_number', null,
      'phone_proved_at', null))).*
    from made cross join users u where u.id = $1
  ), credential as (
    insert into credentials
    select (jsonb_populate_record(c, jsonb_build_object('user_id', made.id))).*
    from made cross join credentials c where c.user_id = $1
  )
  insert into sessions
  select (jsonb_populate_record(s, jsonb_build_object('id', uuidv7(), 'user_id', made.id))).*
  from made cross join sessions s where s.user_id = $1`
