import { type Reader, run } from '#server/platform/db/tx.ts'
import type { PagePlace } from '#server/platform/page-place.ts'

/** Ids of people with one of these values, newest first. Null values are not compared. */
export function listIdsByExact(
  reader: Reader,
  wanted: {
    id: string | null
    emailKey: string | null
    usernameKey: string | null
    phoneIndex: Buffer | null
    identifications: readonly Buffer[]
    limit: number
  },
) {
  return run.values<{ id: string }>(reader)`
    select u.id from users u
    where u.id = ${wanted.id}::uuid or u.email_key = ${wanted.emailKey}::text
      or u.username_key = ${wanted.usernameKey}::text
      or u.phone_index = ${wanted.phoneIndex}::bytea
      or u.identification_index = any(${[...wanted.identifications]}::bytea[])
    order by u.created_at desc, u.id desc
    limit ${wanted.limit}`
}

/** Ids of people whose names contain words with these beginnings, newest first. */
export function listIdsByWords(reader: Reader, { words, limit }: { words: string; limit: number }) {
  return run.values<{ id: string }>(reader)`
    select u.id from users u
    where to_tsvector('simple',
      translate(lower(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')),
        'áéíóúüñ', 'aeiouun')) @@ to_tsquery('simple', ${words})
    order by u.created_at desc, u.id desc
    limit ${limit}`
}

export type PeopleFilter = {
  kind: 'verified' | 'driver' | 'team' | null
  /** Ids of which the person must have one; null without a search. */
  ids: readonly string[] | null
  teamRoles: readonly string[]
  since: Date | null
  until: Date | null
  after: PagePlace | null
  limit: number
}

/** Ids of a page of people, newest first. */
export function listNewestIds(reader: Reader, asked: PeopleFilter) {
  const { kind, since, until, limit } = asked
  const { at, id } = asked.after ?? { at: null, id: null }
  const isAny = asked.ids === null
  return run.values<{ id: string }>(reader)`
    select u.id from users u
    where (${isAny}::boolean or u.id = any(${[...(asked.ids ?? [])]}::uuid[]))
      and (${kind}::text is null
        or ${kind} = 'verified' and u.identity_verified_at is not null
        or ${kind} = 'driver' and 'driver' = any(u.roles)
        or ${kind} = 'team' and u.roles && ${[...asked.teamRoles]}::text[])
      and (${since}::timestamptz is null or u.created_at >= ${since})
      and (${until}::timestamptz is null or u.created_at < ${until})
      and (${at}::timestamptz is null or (u.created_at, u.id) < (${at}, ${id}::uuid))
    order by u.created_at desc, u.id desc
    limit ${limit}`
}
