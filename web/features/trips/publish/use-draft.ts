import { useState } from 'react'
import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { type Draft, emptyDraft, endsOf } from './publish-draft.ts'

function nameOf(userId: string): string {
  return `publish_draft:${userId}`
}

/** What was saved; fields of an older version of this screen fall back to the usual. */
function readDraft(userId: string): Draft {
  try {
    const saved = JSON.parse(readStored('local', nameOf(userId)) ?? '{}') as Partial<Draft>
    const preferences = { ...emptyDraft.preferences, ...saved.preferences }
    const stops = (saved.stops ?? []).filter((stop) => stop !== null)
    const draft = { ...emptyDraft, ...saved, preferences, stops }
    return { ...draft, between: draft.between ?? endsOf(draft) }
  } catch {
    return emptyDraft
  }
}

/** The draft of one person on this device, saved with every change. */
export function useDraft(userId: string, seed: Partial<Draft>) {
  const [draft, setDraft] = useState(() => ({ ...readDraft(userId), ...seed }))
  const change = (next: Partial<Draft>) => {
    const after = { ...draft, ...next }
    keepStored('local', nameOf(userId), JSON.stringify(after))
    setDraft(after)
  }
  const forget = () => keepStored('local', nameOf(userId), null)
  return { draft, change, forget }
}
