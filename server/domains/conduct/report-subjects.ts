// What can be reported: whose conduct it is, what the team reads of it, and how it is hidden.
import type { ReportSubject } from '#contract/conduct.ts'
import {
  canReadMessage,
  findReportedMessage,
  hideMessage,
} from '#server/domains/conversations/conversations.public.ts'
import { findPeople } from '#server/domains/users/users.public.ts'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { driverOf } from './conduct.queries.ts'

type SubjectDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>

/** Whose conduct it is; undefined: there is no such thing, or this person cannot see it. */
export async function personBehind(
  deps: SubjectDeps,
  { kind, id }: ReportSubject,
  reporterId: string,
): Promise<string | undefined> {
  if (kind === 'user') return (await findPeople(deps.db, [id])).get(id)?.id
  if (kind === 'trip') return await driverOf(deps.db, id)
  if (kind === 'message') {
    if (!(await canReadMessage(deps.db, { messageId: id, userId: reporterId }))) return undefined
    return (await findReportedMessage(deps.db, deps, id))?.senderId
  }
  return undefined
}

/** The words that were reported. Read when they are shown: a copy would outlive the original. */
export async function wordsOf(
  db: Reader,
  deps: Pick<Deps, 'secrets'>,
  { kind, id }: ReportSubject,
): Promise<Record<string, string>> {
  const message = kind === 'message' ? await findReportedMessage(db, deps, id) : undefined
  return message?.text ? { text: message.text } : {}
}

/** Whether there is a text that may be hidden. */
export function isText({ kind }: Pick<ReportSubject, 'kind'>): boolean {
  return kind === 'message' || kind === 'rating'
}

export async function hide(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { kind, id }: ReportSubject,
): Promise<void> {
  if (kind === 'message') await hideMessage(tx, deps, id)
}
