// The one place that decides whether and when a text leaves: at the moment of sending, so that
// retries and an SMS in place of WhatsApp obey too (docs/decisions/0009).
import { addMs, bogotaDate, DAY_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { inTransaction, type Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { JobPostponed } from '#server/platform/jobs/lanes.ts'
import { textTime } from './message-times.ts'
import { listPreferences } from './preferences.queries.ts'
import type { QueuedText } from './text-call.ts'
import { deleteText, phoneIndex, takeText } from './texts.queries.ts'

const ABOUT_BOOKING = /^\/bookings\/[\w-]+$/

/**
 * Records that a text is sent. Returns false if it is too late, unwanted, or the booking had its
 * texts. Throws `JobPostponed` at night.
 */
export async function takeTurn(deps: Deps, text: QueuedText): Promise<boolean> {
  const { id, channel, of, message } = text
  const now = deps.clock.now()
  const isLate = new Date(text.until) <= now
  const runAt = of && !isLate ? textTime(now, of.boardsAt) : now
  if (runAt > now) throw new JobPostponed(runAt, 'no text at night')
  const path = message.kind === 'news' ? message.url : '/'
  const isLimited = of !== undefined && ABOUT_BOOKING.test(path)
  const index = phoneIndex(deps.secrets, text.phone)
  const pesos = deps.config.textPesos[channel]
  const row = { ...{ id, channel, path, now, isLimited, index, pesos }, userId: of?.userId ?? null }
  return await inTransaction(deps.db, async (tx) => {
    const isWanted = !isLate && (await mayText(tx, text, now))
    if (isWanted && (await takeText(tx, row))) return true
    await deleteText(tx, id)
    deps.metrics.count(isLate ? 'text_late' : 'text_unwanted', { channel })
    return false
  })
}

/** What the person chose by now; without a choice, news of the travel from the day before. */
async function mayText(reader: Reader, { of, channel }: QueuedText, now: Date): Promise<boolean> {
  if (!of) return true
  const chosen = (await listPreferences(reader, of)).find((each) => each.channel === channel)
  if (chosen || of.topic !== 'travel' || of.boardsAt === null) return chosen?.enabled ?? true
  return now >= addMs(startOfBogotaDate(bogotaDate(new Date(of.boardsAt))), -DAY_MS)
}
