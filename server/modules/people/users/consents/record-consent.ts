import {
  CONSENT_PURPOSES,
  type ConsentPurpose,
  type ConsentText,
  textInForce,
} from '#contract/consent-texts.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { insertConsents, listLastConsents } from './consents.queries.ts'

type Consent = { version: string; given: boolean; at: Date }

/** Screen that asked for consent; no address or device, since the row outlives the account. */
type Via = 'sign_up' | 'terms' | 'screen'

type Answer = { purpose: ConsentPurpose; version: string; given: boolean }

/** Records a consent to a text of `contract/consent-texts.ts`; repeating the last adds nothing. */
export async function recordConsent(
  db: Reader,
  { userId, ...answer }: Answer & { userId: string },
  now: Date,
): Promise<void> {
  await recordConsents(db, { userId, answers: [answer], via: 'screen' }, now)
}

async function recordConsents(
  db: Reader,
  { userId, answers, via }: { userId: string; answers: readonly Answer[]; via: Via },
  now: Date,
): Promise<void> {
  const rows = answers.map((answer) => ({ id: newId(), ...answer }))
  await insertConsents(db, { userId, rows, facts: JSON.stringify({ via }), at: now })
}

/** Records that a person accepted terms and privacy policy; `marketing` too if ticked. */
export async function recordTerms(
  db: Reader,
  input: {
    userId: string
    via: Via
    marketing?: boolean | undefined
    texts?: readonly ConsentText[] | undefined
  },
  now: Date,
): Promise<void> {
  const purposes = ['terms', 'privacy', ...(input.marketing ? ['marketing' as const] : [])] as const
  const answers = purposes.map((purpose) => {
    const { version } = textInForce(purpose, bogotaDate(now), input.texts)
    return { purpose, version, given: true }
  })
  await recordConsents(db, { ...input, answers }, now)
}

/** Returns a person's last consent for a purpose; null if the person was never asked. */
export async function consentOf(
  reader: Reader,
  userId: string,
  purpose: ConsentPurpose,
): Promise<Consent | null> {
  return (await consentsOf(reader, userId))[purpose]
}

export async function consentsOf(
  reader: Reader,
  userId: string,
): Promise<Record<ConsentPurpose, Consent | null>> {
  const last = new Map(
    (await listLastConsents(reader, userId)).map(({ purpose, ...consent }) => [purpose, consent]),
  )
  const entries = CONSENT_PURPOSES.map((purpose) => [purpose, last.get(purpose) ?? null])
  return Object.fromEntries(entries)
}
