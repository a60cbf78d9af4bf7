// Subjects of reports: the responsible person, the text shown to the team, and how to hide it.
import type { ReportedWords, ReportSubject } from '#contract/conduct.ts'
import {
  canReadMessage,
  findReportedMessage,
  hideMessage,
} from '#server/modules/community/conversations/index.ts'
import { findReportedRating, moderateRating } from '#server/modules/community/ratings/index.ts'
import { findPeople, tellUser } from '#server/modules/people/users/index.ts'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps, TellDeps } from '#server/platform/deps.ts'
import { textHidden } from './conduct.messages.ts'
import { findDriverOf } from './conduct.queries.ts'

/** Finds the person responsible for a subject; undefined if the reporter cannot see the subject. */
export async function personBehind(
  deps: ActDeps,
  { kind, id }: ReportSubject,
  reporterId: string,
): Promise<string | undefined> {
  if (kind === 'user') return (await findPeople(deps.db, [id])).get(id)?.id
  if (kind === 'trip') return await findDriverOf(deps.db, id)
  if (kind === 'message') {
    if (!(await canReadMessage(deps.db, { messageId: id, userId: reporterId }))) return undefined
    return (await findReportedMessage(deps.db, deps, id))?.senderId
  }
  const rating = await findReportedRating(deps.db, id)
  return rating?.isPublic ? rating.raterId : undefined
}

/** Reads the reported text from its source when it is shown: a copy would outlive the original. */
export async function wordsOf(
  db: Reader,
  deps: Pick<Deps, 'secrets'>,
  { kind, id }: ReportSubject,
): Promise<ReportedWords | undefined> {
  if (kind === 'message') {
    const found = await findReportedMessage(db, deps, id)
    if (!found) return undefined
    const { text, sentAt, removed } = found
    return { text, stars: null, at: sentAt.toISOString(), isHidden: removed }
  }
  const rating = kind === 'rating' ? await findReportedRating(db, id) : undefined
  if (!rating) return undefined
  const { comment: text, stars, createdAt, hidden } = rating
  return { text, stars, at: createdAt.toISOString(), isHidden: hidden }
}

/** Whether the subject is a text, which can be hidden. */
export function isText({ kind }: Pick<ReportSubject, 'kind'>): boolean {
  return kind === 'message' || kind === 'rating'
}

export async function hide(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { kind, id }: ReportSubject,
  decided: { actorId: string; reason: string },
): Promise<void> {
  if (kind === 'message') await hideMessage(tx, deps, id)
  if (kind === 'rating') await moderateRating(tx, deps, { ratingId: id, hidden: true, ...decided })
}

/** Tells the writer that a text was hidden, for decisions without a sanction message. */
export async function tellHidden(
  tx: Tx,
  deps: TellDeps,
  { kind }: ReportSubject,
  { userId, reason, caseId: cause }: { userId: string; reason: string; caseId: string },
): Promise<void> {
  const what = kind === 'rating' ? 'rating' : 'message'
  await tellUser(tx, deps, textHidden, { userId, data: { what, reason }, cause })
}
