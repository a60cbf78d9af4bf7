// News of a trip that is told again within minutes: the first leaves at once, the rest together.
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { TellDeps } from '#server/platform/deps.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { sealPayload } from '#server/platform/jobs/sealed-payload.ts'
import type { AnyMessage, Message } from '#server/platform/message.ts'
import { answerableUntil, isDayOfTravel } from './message-times.ts'
import { lastNews, type NewsKey } from './notifications.queries.ts'
import type { StoredMail } from './send-mail.ts'
import type { ShortMessage } from './short-message.ts'

/** The name is that of the jobs of earlier releases, which held only mail. */
export const HELD_JOB = 'notifications.digest'

const WINDOW_MS = 10 * MINUTE_MS
const WINDOW_ON_DAY_OF_TRAVEL_MS = 2 * MINUTE_MS

/** A message as the app's list shows it. */
export type Listed = Omit<ShortMessage, 'until' | 'stays'>

/** What is sent to a person; `listed` is absent for a message that is only mail. */
export type Telling = {
  userId: string
  phone: string | null
  listed: Listed | undefined
  mail: StoredMail
}

/**
 * Whether repeats of this message wait. Only news of trips does: money and safety are duties or
 * have topics of their own, and codes are not in the app's list.
 */
export function mayWait({ topic, channels }: Pick<AnyMessage, 'topic' | 'channels'>): boolean {
  const { inbox, mail, short, duty, rings } = channels
  const isOfTrip = topic === 'trips' || topic === 'travel'
  return isOfTrip && inbox && (mail || short) && !duty && !rings
}

/** Returns until when news waits; undefined if it is sent at once, or cannot be answered later. */
export async function waitsUntil<Data>(
  tx: Tx,
  message: Message<Data>,
  { key, data, now }: { key: NewsKey; data: Data; now: Date },
): Promise<Date | undefined> {
  const { sentAt, waits } = await lastNews(tx, key)
  const at = message.boardsAt?.(data)
  const isNear = at !== undefined && isDayOfTravel(now, new Date(at))
  const end = sentAt && addMs(sentAt, isNear ? WINDOW_ON_DAY_OF_TRAVEL_MS : WINDOW_MS)
  const until = end && end > now ? end : waits ? now : undefined
  const answerUntil = answerableUntil(message, data)
  return until && answerUntil && answerUntil <= until ? undefined : until
}

/** Queues news for the end of its window. The job of the newest sends all that waits. */
export async function holdNews(
  tx: Tx,
  deps: TellDeps,
  { key, telling, until: runAt }: { key: NewsKey; telling: Telling; until: Date },
): Promise<void> {
  const payload = sealPayload(deps.secrets, HELD_JOB, { ...telling, batch: key.batch })
  await enqueue(tx, deps.clock, { name: HELD_JOB, payload, runAt })
}
