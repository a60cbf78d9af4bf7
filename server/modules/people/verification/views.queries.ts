import type { ViewReason } from '#contract/verification.ts'
import { type Reader, run } from '#server/platform/db/tx.ts'
import type { Part } from '#server/platform/paging.ts'
import type { DocumentKind } from './document.ts'

export function countViewed(
  reader: Reader,
  { viewerId, since }: { viewerId: string; since: Date },
) {
  return run.value<{ n: number }>(reader, 0)`
    select count(distinct subject_id)::int as n from audit_entries
    where action = 'document.viewed' and at > ${since} and actor_id = ${viewerId}`
}

/** Those of the documents whose photo this person did not open for the review. */
export function listUnseen(
  reader: Reader,
  { viewerId, documentIds }: { viewerId: string; documentIds: readonly string[] },
) {
  return run.values<{ id: string }>(reader)`
    select wanted.id from unnest(${[...documentIds]}::uuid[]) as wanted (id)
    where not exists (
      select from audit_entries seen
      where seen.subject_kind = 'document' and seen.subject_id = wanted.id::text
        and seen.action = 'document.viewed' and seen.actor_id = ${viewerId})`
}

export type ViewRow = {
  id: string
  at: Date
  viewerId: string
  ownerId: string
  documentId: string
  kind: DocumentKind
  reason: ViewReason | null
}

export function listViewRows(reader: Reader, page: Part) {
  return run.rows<ViewRow>(reader)`
    select a.id, a.at, u.id as "viewerId", d.owner_id as "ownerId", d.id as "documentId",
      d.kind, a.details->>'reason' as reason
    from audit_entries a
    join documents d
      on d.id = case when a.action = 'document.viewed' then a.subject_id::uuid end
    join users u on u.id = a.actor_id
    where a.action = 'document.viewed'
    order by a.at desc, a.id desc
    limit ${page.limit} offset ${page.offset}`
}

export function countAllViews(reader: Reader) {
  return run.value<{ total: number }>(reader, 0)`
    select count(*)::int as total
    from audit_entries a join documents d
      on d.id = case when a.action = 'document.viewed' then a.subject_id::uuid end
    where a.action = 'document.viewed'`
}

/** Team members who viewed more than `limit` documents within a clock hour since then. */
export function listViewersOfMany(reader: Reader, input: { since: Date; limit: number }) {
  return run.rows<{ viewerId: string; documents: number }>(reader)`
    select "viewerId", max(documents) as documents from (
      select u.id as "viewerId", count(distinct a.subject_id)::int as documents
      from audit_entries a join users u on u.id = a.actor_id
      where a.action = 'document.viewed' and a.at > ${input.since}
      group by u.id, date_trunc('hour', a.at)) as hours
    where documents > ${input.limit}
    group by "viewerId" order by 2 desc`
}
