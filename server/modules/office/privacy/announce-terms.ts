import { type ConsentText, consentTexts, isAnnounced } from '#contract/consent-texts.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { eachRowOrFail } from '#server/platform/jobs/each-row.ts'
import { termsComing } from './privacy.messages.ts'
import { listPeopleToTell } from './privacy.queries.ts'

const BATCH = 500

/** Cause of the announcement of a version, so that everybody is told once. */
export const causeOf = ({ purpose, version }: Pick<ConsentText, 'purpose' | 'version'>): string =>
  `${purpose}:${version}`

/**
 * Job: tells everybody once about announced terms and privacy policies (policy, "Cambios"), one
 * batch of each version per run.
 */
export async function announceTerms(deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'consentTexts'>) {
  const today = bogotaDate(deps.clock.now())
  for (const text of deps.consentTexts ?? consentTexts) {
    const { purpose, version, changes = '' } = text
    const isForAll = purpose === 'terms' || purpose === 'privacy'
    if (!isForAll || !isAnnounced(text, today)) continue
    const cause = causeOf(text)
    const data = { version, changes, purpose }
    const people = await listPeopleToTell(deps.db, { kind: termsComing.name, cause, limit: BATCH })
    const tell = (userId: string) =>
      inTransaction(deps.db, (tx) => tellUser(tx, deps, termsComing, { userId, data, cause }))
    await eachRowOrFail(people, tell, 'an announced text is not told')
  }
}
