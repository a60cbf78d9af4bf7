import type { z } from 'zod'
import {
  type ConsentText,
  consentTexts,
  isAnnounced,
  textInForce,
} from '#contract/consent-texts.ts'
import type { privacy, TermsVersion } from '#contract/privacy.ts'
import { countAnswers } from '#server/modules/people/users/index.ts'
import { bogotaDate, MINUTE_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { cachedFor } from '#server/platform/ttl-cache.ts'
import { causeOf } from './announce-terms.ts'
import { countPeople, countToldOfTerms } from './privacy.queries.ts'

const cached = cachedFor(MINUTE_MS, async (db) => ({
  people: await countPeople(db),
  answers: await countAnswers(db),
  told: await countToldOfTerms(db),
}))

function stateOf(
  text: ConsentText,
  today: string,
  texts: readonly ConsentText[],
): TermsVersion['state'] {
  const { purpose, version } = text
  // First: the only text of a purpose is used before its first day.
  if (isAnnounced(text, today)) return 'announced'
  if (textInForce(purpose, today, texts).version === version) return 'current'
  return version > today ? 'planned' : 'past'
}

/** Lists every version of every text, the newest first, with the number of acceptances. */
export async function listTerms(
  deps: Pick<Deps, 'db' | 'clock' | 'consentTexts'>,
  _actor: ActorId,
): Promise<z.input<typeof privacy.listTerms.ok>> {
  const { people, answers, told } = await cached.get(deps)
  const today = bogotaDate(deps.clock.now())
  const texts = deps.consentTexts ?? consentTexts
  const versions = texts.map((item) => {
    const own = answers.find(
      ({ purpose, version }) => purpose === item.purpose && version === item.version,
    )
    return {
      ...item,
      changes: item.changes ?? null,
      state: stateOf(item, today, texts),
      accepted: own?.accepted ?? 0,
      withdrawn: own?.withdrawn ?? 0,
      told: told.get(causeOf(item)) ?? 0,
    }
  })
  return { people, versions: versions.toReversed() }
}
