import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Municipality, parseDivipola, type RefusedRow } from './divipola.ts'
import { readShipped } from './load-places.ts'
import { greatCircleKm, type Place } from './network.ts'
import { forgetNetwork } from './open-network.ts'
import { plain } from './place-index.ts'
import { selectPlaces, upsertImported } from './places.queries.ts'

/** A shipped place this far from the list's point deserves a look. */
const APART_KM = 10

type Named = { id: string; name: string }

export type ImportReport = {
  added: Named[]
  /** Imported before, and the list says otherwise now. */
  changed: (Named & { fields: string[] })[]
  unchanged: number
  /** On the road network: the project's own files decide about them. */
  onNetwork: number
  /** On the road network, and the list disagrees: for a person to look at. */
  differing: (Named & { reason: string })[]
  refused: RefusedRow[]
}

const compared = ['name', 'department', 'lat', 'lng'] as const

/**
 * Adds the municipalities of the official list that the project does not have, so that people find
 * them by name, and brings earlier imports up to date. Repeating it changes nothing. Places of the
 * road network stay as the shipped files have them. Throws DivipolaError.
 */
export async function importPlaces(deps: Pick<Deps, 'db'>, text: string): Promise<ImportReport> {
  const { rows, refused } = parseDivipola(text)
  const shipped = new Map(readShipped().places.map((place) => [place.id, place]))
  const report = await inTransaction(deps.db, async (tx) => {
    const known = new Map((await selectPlaces(tx)).map((place) => [place.id, place]))
    const imported = rows.filter(({ id }) => !shipped.has(id))
    const result = compare(imported, known)
    await upsertImported(tx, imported)
    return result
  })
  forgetNetwork(deps.db)
  const own = rows.flatMap((row) => {
    const place = shipped.get(row.id)
    return place ? [{ row, place }] : []
  })
  const differing = own.flatMap(({ row, place }) => {
    const reason = disagreement(row, place)
    return reason ? [{ id: place.id, name: place.name, reason }] : []
  })
  return { ...report, onNetwork: own.length, differing, refused }
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
