import type { Place } from './network.ts'
import { noRoadTo, pointsOf, writtenOut } from './place-words.ts'

export type PlaceIndex = { entries: readonly Entry[]; answers: Map<string, readonly Place[]> }

type Entry = {
  place: Place
  /** Name and aliases, without accents and in lower case. */
  keys: readonly string[]
  /** Phonetic search keys. */
  sounds: readonly string[]
  /** Every word of the name, the aliases and the department. */
  words: readonly string[]
}

/** Scores of a match; a smaller score ranks first. */
const EXACT = 0
const PREFIX = 1
const WORDS = 2
const SOUND = 3
const TYPO = 4
const CERTAIN = WORDS
const NO_MATCH = Number.POSITIVE_INFINITY

/** Penalty of a typing error in a word that is still incomplete. */
const UNFINISHED = 0.5
/** A text with fewer letters is not compared by sound. */
const GUESS_FROM = 3
const ANSWERS_KEPT = 1_000

export function buildPlaceIndex(places: readonly Place[]): PlaceIndex {
  const entries = places.map((place): Entry => {
    const keys = [...new Set([place.name, ...place.aliases].map(plain))].filter((key) => key !== '')
    const words = new Set([...keys, plain(place.department)].flatMap((key) => key.split(' ')))
    return { place, keys, sounds: [...new Set(keys.map(sound))], words: [...words] }
  })
  return { entries, answers: new Map() }
}

/** Finds places by name, else by similar sound or typing error; without text the largest. */
export function searchPlaces(index: PlaceIndex, typed: string, limit: number): readonly Place[] {
  const query = writtenOut(plain(typed))
  const key = `${limit}:${query}`
  const known = index.answers.get(key)
  if (known) return known
  const found = rank(index, query).slice(0, limit)
  if (index.answers.size >= ANSWERS_KEPT) index.answers.clear()
  index.answers.set(key, found)
  return found
}

/** A place, perhaps with the point in it that the text names. */
type NamedPlace = Place & { point?: string }

export type Named = {
  places: readonly NamedPlace[]
  /** The ends of a route that the text names as a whole, such as `bogota-medellin`. */
  both: readonly [Place, Place] | null
  /** What to say first: that no road goes to the place. */
  note: string | null
}

const FROM = /^\s*(?:de|desde)\s+/i
const BETWEEN = /\s*[-–—>→/]+\s*|\s+(?:a|hasta)\s+/

/** Finds what a typed text names: a place, a terminal or airport in one, or a whole route. */
export function readPlaces(index: PlaceIndex, typed: string, limit: number): Named {
  const query = writtenOut(plain(typed))
  const isCertain = (place: Place, text: string) =>
    index.entries.some((entry) => entry.place === place && score(entry, text) <= CERTAIN)
  const certainly = (text: string) => {
    const asked = writtenOut(plain(text))
    return searchPlaces(index, text, limit).filter((place) => isCertain(place, asked))
  }
  const note = noRoadTo(query)
  if (note !== null) return { places: certainly(query), both: null, note }
  const isPoint = /^(?:terminal|aeropuerto) /.test(query)
  const known = query === '' || isPoint ? [] : certainly(query)
  if (query === '' || known.length > 0) {
    return { places: searchPlaces(index, typed, limit), both: null, note }
  }
  const ends = typed.replace(FROM, '').split(BETWEEN)
  const noRoad = ends.map((text) => noRoadTo(plain(text))).find((words) => words !== null)
  if (noRoad) return { places: [], both: null, note: noRoad }
  const [first, second, ...more] = ends.map((text) => certainly(text)[0])
  if (first && second && first !== second && more.length === 0) {
    return { places: [], both: [first, second], note }
  }
  const { named, town } = pointsOf(query, plain)
  const at = named.flatMap(({ id, point }) => {
    const found = index.entries.find(({ place }) => place.id === id)
    return found ? [{ ...found.place, point }] : []
  })
  if (at.length > 0) return { places: at.slice(0, limit), both: null, note }
  const [of] = town ? certainly(town) : []
  if (of) return { places: [{ ...of, point: `Terminal de ${of.name}` }], both: null, note }
  return { places: searchPlaces(index, typed, limit), both: null, note }
}

function rank(index: PlaceIndex, query: string): Place[] {
  const scored = index.entries.map(({ place, ...entry }) => ({ place, score: score(entry, query) }))
  // When a name matches as written, similar names would only distract.
  const certain = scored.some((item) => item.score <= CERTAIN)
  return scored
    .filter((item) => item.score <= (certain ? CERTAIN : TYPO + allowedErrors(query) + UNFINISHED))
    .sort((a, b) => a.score - b.score || bySize(a.place, b.place))
    .map((item) => item.place)
}

/** Orders places, the largest first. */
export function bySize(a: Place, b: Place): number {
  return b.population - a.population || (a.id < b.id ? -1 : 1)
}

function score(entry: Omit<Entry, 'place'>, query: string): number {
  if (query === '') return EXACT
  if (entry.keys.includes(query)) return EXACT
  if (entry.keys.some((key) => key.startsWith(query))) return PREFIX
  const parts = query.split(' ')
  if (parts.every((part) => entry.words.some((word) => word.startsWith(part)))) return WORDS
  const heard = sound(query)
  if (heard.length < GUESS_FROM) return NO_MATCH
  if (entry.sounds.some((key) => key.startsWith(heard))) return SOUND
  const errors = Math.min(...entry.sounds.map((key) => distance(heard, key)))
  return errors <= allowedErrors(query) + UNFINISHED ? TYPO + errors : NO_MATCH
}

function allowedErrors(query: string): number {
  if (query.length < 4) return 0
  return query.length < 7 ? 1 : 2
}

/** Returns the text in lower case, without accents, with single spaces between words. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** Replaces letters that sound the same in Colombian Spanish with one letter. */
function sound(key: string): string {
  return key
    .replace(/ll/g, 'y')
    .replace(/(.)\1/g, '$1')
    .replace(/v/g, 'b')
    .replace(/z|c(?=[ei])/g, 's')
    .replace(/qu(?=[ei])|c(?!h)/g, 'k')
    .replace(/gu?(?=[ei])/g, (letters) => (letters === 'g' ? 'j' : 'g'))
    .replace(/(?<!c)h/g, '')
    .replace(/y(?![aeiou])/g, 'i')
    .replace(/^y(?=b)/, 'i')
}

/** Counts edits and swaps (optimal string alignment) to the key, or nearly to its start. */
function distance(typed: string, key: string): number {
  const width = key.length + 1
  let before: number[] = []
  let above = Array.from({ length: width }, (_, j) => j)
  for (let i = 1; i <= typed.length; i += 1) {
    const row = [i]
    for (let j = 1; j < width; j += 1) {
      const same = typed[i - 1] === key[j - 1] ? 0 : 1
      let cost = Math.min(at(above, j) + 1, at(row, j - 1) + 1, at(above, j - 1) + same)
      const swapped = i > 1 && j > 1 && typed[i - 1] === key[j - 2] && typed[i - 2] === key[j - 1]
      if (swapped) cost = Math.min(cost, at(before, j - 2) + 1)
      row.push(cost)
    }
    before = above
    above = row
  }
  return Math.min(at(above, key.length), Math.min(...above) + UNFINISHED)
}

function at(row: readonly number[], j: number): number {
  return row[j] ?? NO_MATCH
}
