import { useState } from 'react'
import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { type Draft, emptyDraft, endsOf, habitsOf } from './publish-draft.ts'

function nameOf(userId: string): string {
  return `publish_draft:${userId}`
}

/** Storage key for the terms of the last trip published here, defaults of the next one. */
function habitsKey(userId: string): string {
  return `publish_habits:${userId}`
}

function readJson(key: string): Partial<Draft> {
  try {
    return JSON.parse(readStored('local', key) ?? '{}') as Partial<Draft>
  } catch {
    return {}
  }
}

/** The saved draft; fields that an older version did not have get their defaults. */
function readDraft(userId: string): Draft {
  const saved = { ...readJson(habitsKey(userId)), ...readJson(nameOf(userId)) }
  const preferences = { ...emptyDraft.preferences, ...saved.preferences }
  const stops = (saved.stops ?? []).filter((stop) => stop !== null)
  const draft = { ...emptyDraft, ...saved, preferences, stops }
  return { ...draft, between: draft.between ?? endsOf(draft) }
}

/** The draft of one person, stored on this device at every change. */
export function useDraft(userId: string, seed: Partial<Draft>) {
  const [draft, setDraft] = useState(() => ({ ...readDraft(userId), ...seed }))
  const change = (next: Partial<Draft>) => {
    const after = { ...draft, ...next }
    keepStored('local', nameOf(userId), JSON.stringify(after))
    setDraft(after)
  }
  const forget = () => {
    keepStored('local', habitsKey(userId), JSON.stringify(habitsOf(draft)))
    keepStored('local', nameOf(userId), null)
  }
  return { draft, change, forget }
}
