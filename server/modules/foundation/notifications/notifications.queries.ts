import { sql } from 'kysely'
import type { Notification } from '#contract/notifications.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { RowOf } from '#server/platform/iso-dates.ts'

export type NotificationRow = RowOf<Omit<Notification, 'url'>, 'createdAt' | 'readAt'> & {
  path: string
}

type NewNotification = Omit<NotificationRow, 'createdAt' | 'readAt'> & {
  userId: string
  cause: string
  batch: string | null
  /** Time at which it is sent; null if it is only listed, or waits. */
  sentAt: Date | null
  now: Date
}

/** Inserts a notification. Returns false if the person was already notified of this cause. */
export function insertNotification(tx: Tx, news: NewNotification) {
  return run.changedOne(tx)`
    insert into notifications (id, user_id, kind, title, body, path, cause, batch, mailed_at,
      created_at)
    values (${news.id}, ${news.userId}, ${news.kind}, ${news.title}, ${news.body}, ${news.path},
      ${news.cause}, ${news.batch}, ${news.sentAt}, ${news.now})
    on conflict do nothing`
}

/** Lists notifications, newest first; `before` is the last one of the previous page. */
export function listNotifications(
  reader: Reader,
  asked: { userId: string; before: string | null; limit: number },
) {
  return run.rows<NotificationRow>(reader)`
    select n.id, n.kind, n.title, n.body, n.path, n.created_at as "createdAt",
      n.read_at as "readAt"
    from notifications n
    where n.user_id = ${asked.userId} and n.replaced_at is null
      and (${asked.before}::uuid is null or exists (
      select from notifications last where last.id = ${asked.before}
        and last.user_id = ${asked.userId}
        and (n.created_at, n.id) < (last.created_at, last.id)))
    order by n.created_at desc, n.id desc
    limit ${asked.limit}`
}

/** Limit of the count; more are shown as "99+". */
const COUNTED_MAX = 100

export function countUnread(reader: Reader, userId: string) {
  return run.value<{ unread: number }>(reader, 0)`
    select count(*)::int as unread from (
      select from notifications
      where user_id = ${userId} and read_at is null and replaced_at is null
      limit ${COUNTED_MAX}) as counted`
}

export async function markRead(
  tx: Tx,
  asked: { userId: string; ids: string[]; upTo: string | null; now: Date },
) {
  await sql`
    update notifications n set read_at = ${asked.now}
    where n.user_id = ${asked.userId} and n.read_at is null
      and (n.id = any(${asked.ids}::uuid[]) or exists (
        select from notifications last where last.id = ${asked.upTo}::uuid
          and last.user_id = ${asked.userId}
          and (n.created_at, n.id) <= (last.created_at, last.id)))`.execute(tx)
}

/** Kind and trip of news, whose repeats within minutes wait. */
export type NewsKey = { userId: string; kind: string; batch: string }

/** Returns when news of this key was sent last, and whether some waits. */
export function lastNews(tx: Tx, key: NewsKey) {
  return run.row<{ sentAt: Date | null; waits: boolean }>(tx, { sentAt: null, waits: false })`
    select max(mailed_at) as "sentAt",
      coalesce(bool_or(mailed_at is null and replaced_at is null), false) as waits
    from notifications
    where user_id = ${key.userId} and kind = ${key.kind} and batch = ${key.batch}`
}

/** Takes waiting news with this link off the list, since the news with this id says the last. */
export async function replaceWaiting(
  tx: Tx,
  key: NewsKey & { id: string; path: string; now: Date },
) {
  await sql`
    update notifications set replaced_at = ${key.now}
    where user_id = ${key.userId} and kind = ${key.kind} and batch = ${key.batch}
      and path = ${key.path} and id <> ${key.id} and mailed_at is null
      and replaced_at is null`.execute(tx)
}

type TakenBack = {
  userIds: readonly string[]
  kinds: readonly string[]
  path: string
  /** When the subject of the link ended: news of any kind from before is over; null: it did not. */
  endedAt: Date | null
  now: Date
}

/** Takes waiting news with this link off the list that does not hold any more. */
export async function dropWaiting(tx: Tx, { userIds, kinds, path, endedAt, now }: TakenBack) {
  await sql`
    update notifications set replaced_at = ${now}
    where user_id = any (${[...userIds]}::uuid[]) and path = ${path}
      and (kind = any (${[...kinds]}::text[]) or created_at < ${endedAt}::timestamptz)
      and batch is not null and mailed_at is null and replaced_at is null`.execute(tx)
}

type Waiting = Pick<NotificationRow, 'id' | 'title' | 'body' | 'path' | 'createdAt'>

/** Returns the id of the newest waiting news; undefined if none waits. */
export function newestWaiting(tx: Tx, key: NewsKey) {
  return run.value<{ id: string }>(tx)`
    select id from notifications
    where user_id = ${key.userId} and kind = ${key.kind} and batch = ${key.batch}
      and mailed_at is null and replaced_at is null
    order by created_at desc, id desc limit 1`
}

/** Marks the waiting news of a key as sent. Returns it, oldest first. */
export async function takeWaiting(tx: Tx, asked: NewsKey & { now: Date }): Promise<Waiting[]> {
  const rows = await run.rows<Waiting>(tx)`
    update notifications set mailed_at = ${asked.now}
    where user_id = ${asked.userId} and kind = ${asked.kind} and batch = ${asked.batch}
      and mailed_at is null and replaced_at is null
    returning id, title, body, path, created_at as "createdAt"`
  return rows.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
}

/** Replaces a person's name in the notifications of these other people. */
export async function replaceName(
  tx: Tx,
  input: { name: string; by: string; people: readonly string[] },
): Promise<void> {
  const { name, by } = input
  await sql`
    update notifications set title = left(replace(title, ${name}, ${by}), 200),
      body = left(replace(body, ${name}, ${by}), 1000)
    where user_id = any(${[...input.people]}::uuid[])
      and (strpos(title, ${name}) > 0 or strpos(body, ${name}) > 0)`.execute(tx)
}
