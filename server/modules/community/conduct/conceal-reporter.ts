import { CLOSED_NAME, type Contact, findContact } from '#server/modules/people/users/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Case } from './conduct.queries.ts'

/** This many words of a report in a row are a copy of it. */
const COPIED_WORDS = 5

/** Shorter words of a name ("de", "la") identify nobody. */
const NAME_MIN = 3

type Known = Pick<Contact, 'fullName' | 'email' | 'phoneNumber'>

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/**
 * Answers whether a text for the reported person reveals who reported: by a word of the reporter's
 * name that is not also in the reported person's name, by the e-mail address or phone number, or by
 * `COPIED_WORDS` words of the report in a row.
 */
export function revealsReporter(
  note: string,
  { reporter, reported, statement }: { reporter: Known; reported: Known; statement: string | null },
): boolean {
  const said = wordsOf(note)
  const shared = new Set(wordsOf(reported.fullName ?? ''))
  const isClosed = reporter.fullName?.startsWith(CLOSED_NAME)
  const names = isClosed ? [] : wordsOf(reporter.fullName ?? '')
  const telling = names.filter((word) => word.length >= NAME_MIN && !shared.has(word))
  const digits = note.replace(/\D/g, '')
  const phone = reporter.phoneNumber?.replace(/\D/g, '').slice(-10)
  return (
    telling.some((word) => said.includes(word)) ||
    note.toLowerCase().includes(reporter.email.toLowerCase()) ||
    (phone !== undefined && digits.includes(phone)) ||
    copies(said, wordsOf(statement ?? ''))
  )
}

function copies(said: readonly string[], report: readonly string[]): boolean {
  const line = ` ${report.join(' ')} `
  return said.some((_, at) => {
    const part = said.slice(at, at + COPIED_WORDS)
    return part.length === COPIED_WORDS && line.includes(` ${part.join(' ')} `)
  })
}

/** Refuses a text for the reported person by `revealsReporter`. Errors: `note_reveals_reporter`. */
export async function assertConcealsReporter(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  { userId, reporterId, statement }: Pick<Case, 'userId' | 'reporterId' | 'statement'>,
  note: string,
): Promise<void> {
  if (reporterId === null) return
  const reporter = await findContact(reader, deps, reporterId)
  const reported = await findContact(reader, deps, userId)
  if (revealsReporter(note, { reporter, reported, statement })) {
    throw new AppError('note_reveals_reporter')
  }
}
