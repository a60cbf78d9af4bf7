import { z } from 'zod'
import { MESSAGES_KEPT_DAYS, POSITION_SHOWN_HOURS } from '#contract/conversation-limits.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { job } from '#server/platform/jobs/worker.ts'
import type { Module } from '#server/platform/module.ts'
import * as messages from './conversations.messages.ts'
import { deleteConversationsOf } from './conversations.queries.ts'
import { conversationsRoutes } from './conversations.routes.ts'
import { conversationsData } from './data.ts'
import { forgetPositions } from './messages.queries.ts'
import { REMIND_JOB } from './remind-later.ts'
import { remindUnread } from './remind-unread.ts'

const Reminder = z.object({ conversationId: z.uuid(), userId: z.uuid() })

/** Deletes conversations and positions that are older than the promised time. */
async function purge(deps: ReadDeps): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await deleteConversationsOf(tx, addMs(now, -MESSAGES_KEPT_DAYS * DAY_MS))
    await forgetPositions(tx, addMs(now, -POSITION_SHOWN_HOURS * HOUR_MS))
  })
}

export const conversationsModule: Module = {
  name: 'conversations',
  data: conversationsData,
  routes: [conversationsRoutes],
  jobs: [job(REMIND_JOB, Reminder, remindUnread)],
  recurring: [{ name: 'purge-conversations', everyMs: HOUR_MS, onWrongClock: 'waits', run: purge }],
  messages: Object.values(messages),
}
