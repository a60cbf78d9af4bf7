/** What a driver wrote, and the terms of their last trip, stored on this device. */
import { keepStored } from '#web/lib/browser-storage.ts'
import { readStoredJson } from '#web/lib/stored-json.ts'
import { type Draft, emptyDraft, endsOf, FIRST_HOUR, habitsOf } from './publish-draft.ts'

const draftKey = (userId: string) => `publish_draft:${userId}`

/** Storage key for the terms of the last trip published here, defaults of the next one. */
const habitsKey = (userId: string) => `publish_habits:${userId}`

const place = { id: '', label: '' }

/** An example of each field that is null or empty in an empty draft. */
const form: Record<string, unknown> = {
  ...{ ...emptyDraft, origin: place, destination: place, stops: [place], between: '' },
  ...{ vehicleId: '', price: 0, legPrices: [0], returning: { date: '', time: '' } },
  ...{ repeat: { weekdays: [0], until: '' }, repeated: { tripId: '', priceChanged: false } },
}

/** Fills in what older versions did not write, and leaves out what they wrote for nothing. */
const older: Record<string, (value: never) => unknown> = {
  preferences: (some: object) => ({ ...emptyDraft.preferences, ...some }),
  stops: (some: unknown) => (Array.isArray(some) ? some.filter((stop) => stop !== null) : some),
}

/** Whether a value has the form of an example, which has one element of each list. */
function isLike(value: unknown, example: unknown): boolean {
  if (Array.isArray(example)) {
    return Array.isArray(value) && value.every((each) => isLike(each, example[0]))
  }
  if (typeof example !== 'object' || !example) return typeof value === typeof example
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(example).every(([key, each]) => isLike(value[key as never], each))
  )
}

/** 0.1.0 knew places of the road only by request or never. */
function inTodaysTerms({ enRoutePickups, ...rest }: Partial<Draft> & { enRoutePickups?: unknown }) {
  if (typeof enRoutePickups !== 'boolean') return rest
  return { roadStops: enRoutePickups ? 'ask' : 'no', ...rest }
}

const isObject = (value: object) => isLike(value, {})

/**
 * The saved draft. Fields that an older version did not have get their defaults; `isWhole` is false
 * when a field of another version cannot be read, and has its default too.
 */
export function readDraft(userId: string): { draft: Draft; isWhole: boolean } {
  let isWhole = true
  const read = (stored: Partial<Draft> | null) => {
    const saved = Object.entries(stored ? inTodaysTerms(stored) : {})
    const known = saved
      .map(([key, value]) => [key, older[key] ? older[key](value as never) : value] as const)
      .filter(([key, value]) => value === emptyDraft[key as never] || isLike(value, form[key]))
    isWhole &&= known.length === saved.length
    return Object.fromEntries(known) as Partial<Draft>
  }
  const habits = read(readStoredJson('local', habitsKey(userId), isObject))
  const draft = {
    ...emptyDraft,
    ...habits,
    ...read(readStoredJson('local', draftKey(userId), isObject)),
  }
  const time = draft.time || FIRST_HOUR
  return { draft: { ...draft, time, between: draft.between ?? endsOf(draft) }, isWhole }
}

export function keepDraft(userId: string, draft: Draft): void {
  keepStored('local', draftKey(userId), JSON.stringify(draft))
}

/** Deletes the draft of a published trip, and keeps its terms for the next one. */
export function forgetDraft(userId: string, draft: Draft): void {
  const { points, ...habits } = habitsOf(draft)
  const before = readStoredJson<Partial<Draft>>('local', habitsKey(userId), isObject)
  const kept = { ...habits, points: { ...before?.points, ...points } }
  keepStored('local', habitsKey(userId), JSON.stringify(kept))
  keepStored('local', draftKey(userId), null)
}
