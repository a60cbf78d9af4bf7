import { keepStored, keptText, storedKeys } from '#web/lib/browser-storage.ts'
import { deviceNow, serverNow } from '#web/lib/clock.ts'
import { areTexts, readStoredJson } from '#web/lib/stored-json.ts'
import type { ComboItem } from '#web/ui/combo-item.ts'
import type { Asked } from './results-filter.ts'
import type { Answer } from './use-results.ts'

/** `ownerId`: for whom the server answered, without blocked people; null: a visitor. */
type KeptResults = {
  ownerId: string | null
  at: string
  ends: readonly ComboItem[]
  answer: Answer
}

/** Prefix as in web/shared/access/auth/forget-session.ts. */
const PREFIX = 'search:'
/** Time in ms after which results say too little about what is on sale. */
export const KEPT_MS = 24 * 3_600_000
const KEPT_SEARCHES = 5
const KEPT_TRIPS = 20

const read = (name: string) =>
  readStoredJson<KeptResults>(
    'local',
    name,
    ({ at, ends, answer }) =>
      Date.parse(at) + KEPT_MS > deviceNow() &&
      ends.every(({ id, label }) => areTexts(id, label)) &&
      answer.nearbyDates.every(({ date }) => areTexts(date)) &&
      answer.results.every(
        ({ from, to, departsAt, arrivesAt, price, driver: { name, badges, rating } }) =>
          areTexts(from.name, to.name, departsAt, arrivesAt, name) &&
          price + badges.length + rating.count > 0,
      ),
  )

/** Keeps the first results of a search on this device, without photos; of the newest searches. */
export function keepResults(asked: Asked, { answer, ...kept }: KeptResults): void {
  const own = PREFIX + JSON.stringify(asked)
  const times: string[] = []
  for (const name of storedKeys('local', PREFIX)) times.push(read(name)?.at ?? '')
  const oldest = times.sort().at(-KEPT_SEARCHES) ?? ''
  for (const name of storedKeys('local', PREFIX)) {
    if ((read(name)?.at ?? '') <= oldest) keepStored('local', name, null)
  }
  const results = answer.results.slice(0, KEPT_TRIPS)
  const text = keptText({ ...kept, answer: { ...answer, results } })
  keepStored('local', own, results.length > 0 ? text : null)
}

/** The last results of a search that have not left yet; null without any. */
export function keptResults(asked: Asked, ownerId: string | null): KeptResults | null {
  const kept = read(PREFIX + JSON.stringify(asked))
  const results = (kept?.answer.results ?? []).filter(
    ({ departsAt }) => Date.parse(departsAt) > serverNow(),
  )
  if (kept?.ownerId !== ownerId || results.length === 0) return null
  return { ...kept, answer: { ...kept.answer, results } }
}
