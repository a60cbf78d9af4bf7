// Counts committed writes per table: rows of a transaction that was rolled back do not count.
import pg from 'pg'

/**
 * Tables that a refused request may write, with the reason. A write to any other table is a
 * finding.
 */
const WRITTEN_ON_REFUSAL: Record<string, string> = {
  rate_limits: 'counts the attempt',
  idempotency_keys: 'keeps the refusal, so that the key goes on failing',
  ledger_refusals: 'keeps the refusal, so that the movement goes on failing',
}

/**
 * Tables that single calls may write: a wrong second factor is in the audit trail, and consumes its
 * challenge; a wrong mailed code is counted on its link; a sign-up with a taken address mails its
 * owner.
 */
const BY_OPERATION: Record<string, readonly string[]> = {
  'auth.signup': ['jobs'],
  'auth.confirmCode': ['account_links'],
  'secondFactor.prove': ['staff_actions', 'audit_entries'],
  'secondFactor.confirmTotp': ['staff_actions', 'audit_entries'],
  'secondFactor.addPasskey': ['staff_actions', 'audit_entries', 'passkey_challenges'],
  'secondFactor.provePasskey': ['staff_actions', 'audit_entries', 'passkey_challenges'],
}

const COUNTERS = `
  create schema fuzz;
  create unlogged table fuzz.writes (name text primary key, n bigint not null default 0);
  create function fuzz.count_write() returns trigger language plpgsql security definer as $$
    begin
      update fuzz.writes set n = n + 1 where name = tg_table_name;
      return null;
    end $$;
  do $$ declare t record; begin
    for t in select c.relname from pg_class c join pg_namespace s on s.oid = c.relnamespace
      where s.nspname = 'public' and c.relkind = 'r' and c.relname <> 'schema_migrations'
    loop
      insert into fuzz.writes (name) values (t.relname);
      execute format('create trigger fuzz_count after insert or update or delete on %I
        for each row execute function fuzz.count_write()', t.relname);
    end loop;
  end $$`

export type Writes = Awaited<ReturnType<typeof countWrites>>

/** Puts counters on every table of the database. */
export async function countWrites(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(COUNTERS)
  return {
    /** Rows written since the counters began, by table. */
    async read(): Promise<Map<string, number>> {
      const { rows } = await client.query({
        name: 'writes',
        text: 'select name, n::int as n from fuzz.writes where n > 0',
      })
      return new Map(rows.map((row) => [String(row.name), Number(row.n)]))
    },
    query: (text: string) => client.query(text),
    close: () => client.end(),
  }
}

/** Tables with more writes than before. */
export function writtenTables(before: Map<string, number>, after: Map<string, number>): string[] {
  return [...after].filter(([name, n]) => n !== (before.get(name) ?? 0)).map(([name]) => name)
}

/** Tables that a refused request wrote without a reason. */
export function undue(
  operation: string,
  before: Map<string, number>,
  after: Map<string, number>,
): string[] {
  return writtenTables(before, after)
    .filter((name) => !(name in WRITTEN_ON_REFUSAL))
    .filter((name) => !BY_OPERATION[operation]?.includes(name))
}
