import { keepStored } from '#web/lib/browser-storage.ts'
import { readStoredJson } from '#web/lib/stored-json.ts'

type Place = { id: string; label: string }

/** A pair of places searched on this device, without a date, which would soon be past. */
export type RecentSearch = { from: Place; to: Place }

const KEY = 'recent-searches'
/** Number of stored searches: people do not read more before typing. */
const KEPT = 5

/** Returns the last routes searched on this device, latest first. */
export function recentSearches(): RecentSearch[] {
  // `trim` throws for what is no text. Short, because pages without the app load it.
  const fits = (kept: RecentSearch[]) =>
    kept.every(
      ({ from, to }) => from.id.trim() && to.id.trim() && from.label.trim() && to.label.trim(),
    )
  return readStoredJson('local', KEY, fits) ?? []
}

/** Stores a search for the next visit, without duplicates. */
export function rememberSearch({ from, to }: RecentSearch): void {
  const others = recentSearches().filter((each) => each.from.id !== from.id || each.to.id !== to.id)
  const place = ({ id, label }: Place): Place => ({ id, label })
  const kept = [{ from: place(from), to: place(to) }, ...others].slice(0, KEPT)
  keepStored('local', KEY, JSON.stringify(kept))
}

/** Deletes the stored searches, on the person's request and on sign-out. */
export function forgetSearches(): void {
  keepStored('local', KEY, null)
}
