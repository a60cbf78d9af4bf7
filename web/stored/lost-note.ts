/** What was deleted before it was sent, in words, until a person has confirmed it. */
import { keepStored, readStored } from '#web/lib/browser-storage.ts'

const LOST = 'unsent_lost'
const listeners = new Set<() => void>()

export function keepLost(words: string | null): void {
  keepStored('local', LOST, words)
  for (const listener of listeners) listener()
}

export const readLost = (): string | null => readStored('local', LOST)

/** Calls back after each change. @returns the function that stops listening */
export function onLost(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
