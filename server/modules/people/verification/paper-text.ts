// Finds in the text of a document which document it is and its dates, and compares it with what
// the person typed. Pure: no clock.
import type { PaperHint } from '#contract/document-hints.ts'
import { unaccented } from '#contract/typed-text.ts'
import type { Document, DocumentKind, PaperCheck, Policy } from './document.ts'

export type PaperText = {
  /** The document that the text names first; null when it names none. */
  kind: DocumentKind | null
  /** Last plausible day from today on, YYYY-MM-DD: papers also name the day of issue. */
  expiresOn: string | null
  birthDate: string | null
  /** Last day of a paper that is over: the text says it, and names no later day. */
  expiredOn: string | null
  /** All days that the text names. */
  dates: string[]
}

/** Words of Colombian papers, without accents and in lower case. */
const names: readonly [DocumentKind, RegExp][] = [
  ['insurance', /responsabilidad civil|todo riesgo|poliza de (seguro de )?auto/],
  ['soat', /\bsoat\b|accidentes de transito/],
  ['rtm', /revision tecnico ?-? ?mecanica|emisiones contaminantes/],
  ['property_card', /licencia de transito|tarjeta de propiedad/],
  ['licence', /licencia de conduccion/],
  [
    'identity_front',
    /cedula de (ciudadania|extranjeria)|cedula digital|permiso por proteccion temporal/,
  ],
]

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']

/** 2027-05-12, 2027/5/12 or the columns "2027 05 12" of year, month and day. */
const YEAR_FIRST = /\b(\d{4})(?:\s*[-/.]\s*|\s+)(\d{1,2})(?:\s*[-/.]\s*|\s+)(\d{1,2})\b/g
/** 12/05/2027, with the day first as in Colombia. */
const DAY_FIRST = /\b(\d{1,2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{4})\b/g
/** 12 de mayo de 2027, 12-MAY-2027. */
const IN_WORDS = /\b(\d{1,2})(?:\s+de\s+|[\s-/]+)([a-z]{3,10})\.?(?:\s+del?\s+|[\s-/]+)(\d{4})\b/g

/** Years ahead within which a date can be the end of a paper; a licence lasts ten years. */
const AHEAD_MAX_YEARS = 11

/** Words before a last day, and the characters within which they stand before it. */
const LAST_DAY = /venc|hasta|vigen|valid|expir/
const NEAR = 80

/** Reads the text of a document; `today` is YYYY-MM-DD. */
export function readPaperText(text: string, today: string): PaperText {
  const plain = unaccented(text)
  const dates = datesOf(plain)
  const last = `${Number(today.slice(0, 4)) + AHEAD_MAX_YEARS}${today.slice(4)}`
  const ahead = dates.filter(({ date }) => date >= today && date <= last)
  const kind = kindOf(plain)
  return {
    kind,
    expiresOn:
      ahead
        .map(({ date }) => date)
        .sort()
        .at(-1) ?? null,
    birthDate: kind === 'identity_front' ? birthOf(plain, dates, today) : null,
    expiredOn: ahead.length === 0 ? expiredOf(plain, dates, today) : null,
    dates: dates.map(({ date }) => date),
  }
}

function expiredOf(plain: string, dates: readonly Found[], today: string): string | null {
  const past = dates.filter(({ date }) => date < today)
  const last = past.sort((a, b) => a.date.localeCompare(b.date)).at(-1)
  if (!last) return null
  return LAST_DAY.test(plain.slice(Math.max(0, last.at - NEAR), last.at)) ? last.date : null
}

/** What a person typed or registered that their paper must say; null: not on this paper. */
type Typed = Pick<Document, 'kind' | 'expiresOn' | 'birthDate'> & {
  plate: string | null
  number: string | null
  names: readonly string[]
  policy: Policy | null
}

/** Compares a text with what was typed; null when nothing can be read, as on a scanned page. */
export function checkPaper(text: string, typed: Typed, today: string): PaperCheck | null {
  const plain = unaccented(text)
  if (!/[a-z]{3}/.test(plain)) return null
  const { kind, dates, expiresOn, expiredOn } = readPaperText(text, today)
  const bare = bareOf(plain)
  const lacks = (datum: string | null) =>
    datum !== null && !bare.includes(bareOf(unaccented(datum)))
  const lacksDate = (date: string | null) => date !== null && !dates.includes(date)
  const noticed: Record<PaperHint, boolean> = {
    other_paper: kind !== null && kind !== typed.kind.replace('identity_back', 'identity_front'),
    date_absent: lacksDate(typed.expiresOn),
    birth_absent: lacksDate(typed.birthDate),
    plate_absent: lacks(typed.plate),
    number_absent: lacks(typed.number),
    name_absent: typed.names.some(lacks),
    insurer_absent: lacks(typed.policy?.insurer ?? null),
    policy_absent: lacks(typed.policy?.number ?? null),
  }
  const hints = (Object.keys(noticed) as PaperHint[]).filter((hint) => noticed[hint])
  return { endsOn: expiresOn ?? expiredOn, hints }
}

const bareOf = (plain: string) => plain.replaceAll(/[^a-z0-9]/g, '')

function kindOf(plain: string): DocumentKind | null {
  const found = names.flatMap(([kind, words]) => {
    const at = plain.search(words)
    return at < 0 ? [] : { kind, at }
  })
  return found.sort((a, b) => a.at - b.at)[0]?.kind ?? null
}

type Found = { date: string; at: number }

function birthOf(plain: string, dates: readonly Found[], today: string): string | null {
  const named = plain.indexOf('nacimiento')
  if (named < 0) return null
  return dates.find(({ date, at }) => at > named && date < today)?.date ?? null
}

function datesOf(plain: string): Found[] {
  const all = [
    ...[...plain.matchAll(YEAR_FIRST)].map(({ index, 1: year, 2: month, 3: day }) => {
      return { index, year, month, day }
    }),
    ...[...plain.matchAll(DAY_FIRST), ...plain.matchAll(IN_WORDS)].map(
      ({ index, 1: day, 2: month, 3: year }) => ({ index, year, month, day }),
    ),
  ]
  return all
    .flatMap(({ index: at, year = '', month = '', day = '' }) => {
      const date = [year, numberOf(month), day].map((part) => part.padStart(2, '0')).join('-')
      return exists(date) ? { date, at } : []
    })
    .sort((a, b) => a.at - b.at)
}

/** Number of a month in words or digits. */
function numberOf(month: string): string {
  return /^\d/.test(month) ? month : String(MONTHS.indexOf(month.slice(0, 3)) + 1)
}

/** Whether the calendar has the day: 2027-02-30 is refused. */
function exists(date: string): boolean {
  const time = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date)
}
