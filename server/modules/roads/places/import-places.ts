import { type CsvRow, parseCsv } from '#server/platform/csv.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { readShipped } from './load-places.ts'
import { greatCircleKm, type Place } from './network.ts'
import { forgetNetwork } from './open-network.ts'
import { plain } from './place-index.ts'
import { listPlaces, upsertImported } from './places.queries.ts'

/** Distance in km from which a shipped place is reported as far from its point in the list. */
const APART_KM = 10

type Named = { id: string; name: string }

export type ImportReport = {
  added: Named[]
  changed: (Named & { fields: string[] })[]
  unchanged: number
  /** Places of the road network; the shipped files decide about them. */
  onNetwork: number
  /** Places of the road network that the list contradicts; a person should look at them. */
  differing: (Named & { reason: string })[]
  refused: RefusedRow[]
}

const compared = ['name', 'department', 'lat', 'lng'] as const

/**
 * Adds municipalities of the official list that are missing, and updates those of earlier imports.
 * Places of the road network keep the data of the shipped files. Throws DivipolaError.
 */
export async function importPlaces(deps: Pick<Deps, 'db'>, text: string): Promise<ImportReport> {
  const { rows, refused } = parseDivipola(text)
  const shipped = new Map(readShipped().places.map((place) => [place.id, place]))
  const report = await inTransaction(deps.db, async (tx) => {
    const known = new Map((await listPlaces(tx)).map((place) => [place.id, place]))
    const imported = rows.filter(({ id }) => !shipped.has(id))
    const result = compare(imported, known)
    await upsertImported(tx, imported)
    return result
  })
  forgetNetwork(deps.db)
  const differing = rows.flatMap((row) => {
    const place = shipped.get(row.id)
    const reason = place && disagreement(row, place)
    return reason ? [{ id: place.id, name: place.name, reason }] : []
  })
  const onNetwork = rows.filter(({ id }) => shipped.has(id)).length
  return { ...report, onNetwork, differing, refused }
}

function compare(rows: readonly Municipality[], known: ReadonlyMap<string, Place>) {
  const added: Named[] = []
  const changed: ImportReport['changed'] = []
  for (const row of rows) {
    const { id, name } = row
    const before = known.get(id)
    const fields = before ? compared.filter((field) => before[field] !== row[field]) : []
    if (!before) added.push({ id, name })
    else if (fields.length > 0) changed.push({ id, name, fields })
  }
  return { added, changed, unchanged: rows.length - added.length - changed.length }
}

function disagreement(row: Municipality, place: Omit<Place, 'aliases'>): string | null {
  const away = greatCircleKm(row, place)
  if (away > APART_KM) return `a ${Math.round(away)} km del punto de la lista`
  const [listed, ours] = [plain(row.name), plain(place.name)]
  const alike = listed.includes(ours) || ours.includes(listed)
  return alike ? null : `la lista dice ${row.name}`
}

/** A row of DANE's list of municipalities (DIVIPOLA). */
export type Municipality = Omit<Place, 'population' | 'aliases'>

export type RefusedRow = { line: number; text: string; reason: string }

/** The file is not the municipality list, so no row can be read. The operator sees the message. */
export class DivipolaError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DivipolaError'
  }
}

/** Columns by their name for people, and the headers that DANE has used over the years. */
const columns = {
  departmentCode: ['código departamento', /^cod(igo)? (del? )?d(epar)?t?(amen)?p?to$/],
  department: ['nombre departamento', /^(nom(bre)? (del? )?)?d(epar)?t?(amen)?p?to$/],
  code: ['código municipio', /^cod(igo)? (del? )?(municipio|mpio)$/],
  name: ['nombre municipio', /^(nom(bre)? (del? )?)?(municipio|mpio)$/],
  lng: ['longitud', /^lon(gitud)?$/],
  lat: ['latitud', /^lat(itud)?$/],
} as const
type Column = keyof typeof columns

/** The header is searched in this many first rows, because titles can stand above it. */
const HEADER_WITHIN = 15

/** Reads the official list (CSV) and gives reasons for refused rows. Throws DivipolaError. */
export function parseDivipola(text: string): { rows: Municipality[]; refused: RefusedRow[] } {
  const table = parseCsv(text)
  const { at, start } = findHeader(table)
  const rows: Municipality[] = []
  const refused: RefusedRow[] = []
  const seen = new Set<string>()
  for (const row of table.slice(start)) {
    const read = readRow((column) => row.cells[at[column]] ?? '')
    const problem = typeof read === 'string' ? read : seen.has(read.id) ? 'código repetido' : null
    if (typeof read !== 'string' && problem === null) {
      seen.add(read.id)
      rows.push(read)
    } else refused.push({ line: row.line, text: row.cells.join(' · '), reason: problem ?? '' })
  }
  return { rows, refused }
}

function findHeader(table: readonly CsvRow[]): { at: Record<Column, number>; start: number } {
  const wanted = Object.keys(columns) as Column[]
  let best: Column[] = wanted
  for (const [index, row] of table.slice(0, HEADER_WITHIN).entries()) {
    const headers = row.cells.map(plain)
    const found = wanted.map((column) => headers.findIndex((text) => columns[column][1].test(text)))
    const missing = wanted.filter((_, i) => found[i] === -1)
    if (missing.length === 0) {
      const at = Object.fromEntries(wanted.map((column, i) => [column, found[i]]))
      return { at: at as Record<Column, number>, start: index + 1 }
    }
    if (missing.length < best.length) best = missing
  }
  const list = best.map((column) => columns[column][0]).join(', ')
  throw new DivipolaError(`No encontramos estas columnas: ${list}.`)
}

/** Returns the municipality, or the reason why the row cannot be one. */
function readRow(cell: (column: Column) => string): Municipality | string {
  const departmentCode = codeOf(cell('departmentCode'), 2)
  const id = codeOf(cell('code'), 5)
  if (!departmentCode || !id) return 'el código no es de DIVIPOLA'
  if (!id.startsWith(departmentCode)) return 'el municipio no es de ese departamento'
  const name = properName(cell('name'))
  const department = properName(cell('department'))
  if (!name || !department) return 'falta el nombre'
  const lat = degreesOf(cell('lat'))
  const lng = degreesOf(cell('lng'))
  if (lat === null || lng === null) return 'las coordenadas no son números'
  // Bounds of Colombia, including San Andrés, Providencia and Malpelo.
  if (lat < -4.3 || lat > 13.6 || lng < -82 || lng > -66.8) return 'está fuera de Colombia'
  return { id, name, department, lat, lng }
}

/** Restores a code from a spreadsheet: leading zeros, thousands separator, empty decimal. */
function codeOf(text: string, digits: number): string | null {
  const bare = text.replace(/[.,]0$/, '').replace(/^(\d{1,2})[.,](\d{3})$/, '$1$2')
  return /^\d+$/.test(bare) && bare.length <= digits ? bare.padStart(digits, '0') : null
}

function degreesOf(text: string): number | null {
  const written = text.replace(',', '.')
  if (!/^[-−]?\d{1,3}(\.\d+)?$/.test(written)) return null
  // Four decimals are about ten metres, precise enough for a municipality.
  return Math.round(Number(written.replace('−', '-')) * 10_000) / 10_000
}

const PARTICLES = new Set(['de', 'del', 'la', 'las', 'los', 'el', 'y', 'en'])

/** Writes "EL CARMEN DE BOLÍVAR" as "El Carmen de Bolívar"; mixed case stays as written. */
function properName(text: string): string {
  const name = text.replace(/\s+/g, ' ').replace(/[\p{Cc}<>]/gu, '')
  if (name !== name.toUpperCase()) return name
  return name
    .toLowerCase()
    .split(' ')
    .map((word, i) => (i > 0 && PARTICLES.has(word) ? word : capital(word)))
    .join(' ')
}

function capital(word: string): string {
  if (/^(\p{L}\.)+,?$/u.test(word)) return word.toUpperCase()
  return word.replace(/\p{L}/u, (letter) => letter.toUpperCase())
}
