import type { z } from 'zod'
import type { backOffice } from '#contract/back-office.ts'
import { listNewestPeople, type MaskedPerson } from '#server/modules/people/users/index.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { instantsOf } from './desk-lists.ts'
import { presentFound } from './find-people.ts'
import { listSought, type SoughtList, writeSought } from './sought-list.ts'

type Listed = z.output<typeof backOffice.listPeople.query>
type Filters = Omit<Listed, 'after' | 'sort' | 'dir'>

const people: SoughtList<Filters, MaskedPerson> = {
  read: (deps, { kind = null, ...days }, { keys, ...page }) => {
    const filter = { kind, ids: keys?.personIds ?? null, ...instantsOf(days) }
    return listNewestPeople(deps.db, deps, { ...filter, ...page })
  },
  place: ({ createdAt, id }) => ({ at: createdAt, id }),
  values: { memberSince: ({ createdAt }) => createdAt.getTime() },
  file: {
    name: 'personas',
    head: ['Persona', 'Correo', 'Celular', 'Verificada', 'Conductor', 'Equipo', 'Desde'],
    people: ({ id }) => [id],
    line: ({ id, email, phone, verifiedAt, roles, isTeam, createdAt }, who) => [
      ...[who(id), email, phone && `••• ••• ••${phone.slice(-2)}`],
      ...[verifiedAt !== null, roles.includes('driver'), isTeam, createdAt],
    ],
  },
}

/** Lists a page of people with masked data, the newest first. */
export async function listPeople(
  deps: ActDeps,
  actor: Actor,
  asked: Listed,
): Promise<z.input<typeof backOffice.listPeople.ok>> {
  const { shown, ...page } = await listSought(deps, actor, people, asked)
  return { ...page, items: shown.map(presentFound) }
}

/** Writes the list of people as CSV, in parts, without a whole datum. Errors: `forbidden`. */
export function writePeople(
  deps: ActDeps,
  actor: Actor,
  asked: z.output<typeof backOffice.downloadPeople.body>,
): Promise<AsyncGenerator<string>> {
  return writeSought(deps, actor, people, asked)
}
