import {
  CONSENT_PURPOSES,
  type ConsentPurpose,
  type ConsentText,
  textInForce,
} from '#contract/consent-texts.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { insertConsents, lastConsents } from './consents.queries.ts'

type Consent = { version: string; given: boolean; at: Date }

/**
 * Screen that asked for consent; never an address or a device, since the row outlives the account.
 */
type Via = 'sign_up' | 'terms' | 'screen'

type Answer = { purpose: ConsentPurpose; version: string; given: boolean }

/**
 * Records that a person gave or withdrew consent to a text of `contract/consent-texts.ts`. A
 * consent equal to the last one of this purpose adds nothing.
 */
export async function recordConsent(
  db: Reader,
  { userId, via, ...answer }: Answer & { userId: string; via?: Via },
  now: Date,
): Promise<void> {
  await recordConsents(db, { userId, answers: [answer], via: via ?? 'screen' }, now)
}

/** Records several consents with the same time. */
async function recordConsents(
  db: Reader,
  { userId, answers, via }: { userId: string; answers: readonly Answer[]; via: Via },
  now: Date,
): Promise<void> {
  const rows = answers.map((answer) => ({ id: newId(), ...answer }))
  await insertConsents(db, { userId, rows, facts: JSON.stringify({ via }), at: now })
}

/**
 * Records that a person accepted the terms in force and the privacy policy; `marketing` too if the
 * person ticked it.
 */
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

/** Returns a person's last consent for every purpose. */
export async function consentsOf(
  reader: Reader,
  userId: string,
): Promise<Record<ConsentPurpose, Consent | null>> {
  const last = new Map(
    (await lastConsents(reader, userId)).map(({ purpose, ...consent }) => [purpose, consent]),
  )
  const entries = CONSENT_PURPOSES.map((purpose) => [purpose, last.get(purpose) ?? null])
  return Object.fromEntries(entries)
}
