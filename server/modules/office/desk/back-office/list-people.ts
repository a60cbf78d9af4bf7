import type { z } from 'zod'
import type { backOffice } from '#contract/back-office.ts'
import { DESK_FILE_LINES } from '#contract/limits.ts'
import { listNewestPeople, type MaskedPerson } from '#server/modules/people/users/index.ts'
import { csvList } from '#server/platform/csv-list.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { instantsOf, personCell, readSorted } from './desk-lists.ts'
import { presentFound } from './find-people.ts'
import { keysFor } from './list-keys.ts'
import { recordExport } from './record-export.ts'

type Listed = z.output<typeof backOffice.listPeople.query>

const filterOf = ({ kind, ...days }: Omit<Listed, 'after' | 'sort' | 'dir'>) => ({
  kind: kind ?? null,
  ...instantsOf(days),
})

const placeOf = ({ createdAt, id }: MaskedPerson) => ({ at: createdAt, id })
const values = { memberSince: ({ createdAt }: MaskedPerson) => createdAt.getTime() }

/** Lists a page of people with masked data, the newest first. */
export async function listPeople(
  deps: ActDeps,
  _actor: Actor,
  { after, sort, dir, ...asked }: Listed,
): Promise<z.input<typeof backOffice.listPeople.ok>> {
  const filter = { ...filterOf(asked), ids: null }
  const page = await readSorted<MaskedPerson>(
    { after, sort, dir },
    {
      read: (place, limit) => listNewestPeople(deps.db, deps, { ...filter, after: place, limit }),
      place: placeOf,
      values,
    },
  )
  return { ...page, items: page.shown.map(presentFound) }
}

/** Writes the list of people as CSV, in parts, without a whole datum. Errors: `forbidden`. */
export async function writePeople(
  deps: ActDeps,
  actor: Actor,
  asked: z.output<typeof backOffice.downloadPeople.body>,
): Promise<AsyncGenerator<string>> {
  await recordExport(deps, actor, { list: 'personas', asked })
  const { reason: _reason, text, ...filters } = asked
  const ids = (await keysFor(deps, actor, text)).keys?.personIds ?? null
  const filter = { ...filterOf(filters), ids }
  return csvList<MaskedPerson>({
    head: ['Persona', 'Correo', 'Celular', 'Verificada', 'Conductor', 'Equipo', 'Desde'],
    read: (after, limit) => listNewestPeople(deps.db, deps, { ...filter, after, limit }),
    place: placeOf,
    line: ({ id, name, email, phone, verifiedAt, roles, isTeam, createdAt }) => [
      ...[personCell({ id, name }), email, phone && `••• ••• ••${phone.slice(-2)}`],
      ...[verifiedAt !== null, roles.includes('driver'), isTeam, createdAt],
    ],
    max: DESK_FILE_LINES,
  })
}
