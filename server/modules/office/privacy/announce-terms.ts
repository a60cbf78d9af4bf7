import { announcedText } from '#contract/consent-texts.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { termsComing } from './privacy.messages.ts'
import { listPeopleToTell } from './privacy.queries.ts'

const BATCH = 500

/** Cause of the announcement of a version, so that everybody is told once. */
export const causeOf = (version: string): string => `terms:${version}`

/** Job: tells everybody once about announced terms, one batch per run. */
export async function announceTerms(deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'consentTexts'>) {
  const coming = announcedText('terms', bogotaDate(deps.clock.now()), deps.consentTexts)
  if (!coming) return
  const { version, changes = '' } = coming
  const cause = causeOf(version)
  const people = await listPeopleToTell(deps.db, { kind: termsComing.name, cause, limit: BATCH })
  for (const userId of people) {
    await inTransaction(deps.db, (tx) =>
      tellUser(tx, deps, termsComing, { userId, data: { version, changes }, cause }),
    )
  }
}
