import type { LiveEvent } from '#contract/live.ts'

const listeners = new Set<(event: LiveEvent) => void>()

/** Calls back for each event of this tab's stream. @returns the function that stops listening */
export function onLiveEvent(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function emitLiveEvent(event: LiveEvent): void {
  for (const listener of listeners) listener(event)
}
