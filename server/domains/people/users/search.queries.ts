import { sql } from 'kysely'
import type { Reader } from '#server/platform/db/tx.ts'

/** Ids of people with one of these values, newest first. Null values are not compared. */
export async function listIdsByExact(
  reader: Reader,
  wanted: {
    id: string | null
    emailKey: string | null
    usernameKey: string | null
    phoneIndex: Buffer | null
    identifications: readonly Buffer[]
    limit: number
  },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u
    where u.id = ${wanted.id}::uuid or u.email_key = ${wanted.emailKey}::text
      or u.username_key = ${wanted.usernameKey}::text
      or u.phone_index = ${wanted.phoneIndex}::bytea
      or u.identification_index = any(${[...wanted.identifications]}::bytea[])
    order by u.created_at desc, u.id desc
    limit ${wanted.limit}`.execute(reader)
  return rows.map(({ id }) => id)
}

/** Ids of people whose names contain words with these beginnings, newest first. */
export async function listIdsByWords(
  reader: Reader,
  { words, limit }: { words: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u
    where to_tsvector('simple',
      translate(lower(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')),
        'áéíóúüñ', 'aeiouun')) @@ to_tsquery('simple', ${words})
    order by u.created_at desc, u.id desc
    limit ${limit}`.execute(reader)
  return rows.map(({ id }) => id)
}
