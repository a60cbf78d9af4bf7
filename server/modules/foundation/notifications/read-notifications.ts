import { NOTIFICATIONS_PER_PAGE } from '#contract/notifications.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { countUnread, listNotifications, markRead } from './notifications.queries.ts'

/** Returns a page of a person's notifications, newest first, and the number of unread ones. */
export async function showNotifications(
  deps: Pick<Deps, 'db'>,
  { userId }: ActorId,
  { before }: { before?: string | undefined },
) {
  const limit = NOTIFICATIONS_PER_PAGE + 1
  const [rows, unread] = await Promise.all([
    listNotifications(deps.db, { userId, before: before ?? null, limit }),
    countUnread(deps.db, userId),
  ])
  const shown = rows.slice(0, NOTIFICATIONS_PER_PAGE)
  return {
    notifications: shown.map(({ path, createdAt, readAt, ...row }) => ({
      ...row,
      url: path,
      createdAt: createdAt.toISOString(),
      readAt: readAt?.toISOString() ?? null,
    })),
    unread,
    next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** Marks some of a person's notifications as read, or all up to one. Safe to repeat. */
export async function readNotifications(
  deps: ReadDeps,
  { userId }: ActorId,
  asked: { ids?: string[]; upTo?: string },
): Promise<{ unread: number }> {
  return await inTransaction(deps.db, async (tx) => {
    const { ids = [], upTo = null } = asked
    await markRead(tx, { userId, ids, upTo, now: deps.clock.now() })
    return { unread: await countUnread(tx, userId) }
  })
}
