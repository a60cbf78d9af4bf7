/** What a driver wrote, and the terms of their last trip, stored on this device. */
import { keepStored } from '#web/lib/browser-storage.ts'
import { readStoredJson } from '#web/lib/stored-json.ts'
import { type Draft, emptyDraft, endsOf, FIRST_HOUR, habitsOf } from './publish-draft.ts'

const draftKey = (userId: string) => `publish_draft:${userId}`

/** Storage key for the terms of the last trip published here, defaults of the next one. */
const habitsKey = (userId: string) => `publish_habits:${userId}`

/** The saved draft; fields that an older version did not have get their defaults. */
export function readDraft(userId: string): Draft {
  const read = (key: string) => readStoredJson<Partial<Draft>>('local', key)
  const saved = { ...read(habitsKey(userId)), ...read(draftKey(userId)) }
  const preferences = { ...emptyDraft.preferences, ...saved.preferences }
  const stops = (saved.stops ?? []).filter((stop) => stop !== null)
  const draft = { ...emptyDraft, ...saved, preferences, stops }
  const time = draft.time || FIRST_HOUR
  return { ...draft, time, between: draft.between ?? endsOf(draft) }
}

export function keepDraft(userId: string, draft: Draft): void {
  keepStored('local', draftKey(userId), JSON.stringify(draft))
}

/** Deletes the draft of a published trip, and keeps its terms for the next one. */
export function forgetDraft(userId: string, draft: Draft): void {
  const { points, ...habits } = habitsOf(draft)
  const before = readStoredJson<Partial<Draft>>('local', habitsKey(userId))
  const kept = { ...habits, points: { ...before?.points, ...points } }
  keepStored('local', habitsKey(userId), JSON.stringify(kept))
  keepStored('local', draftKey(userId), null)
}
