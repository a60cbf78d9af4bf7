import type { z } from 'zod'
import type { backOffice } from '#contract/back-office.ts'
import type { FoundPerson } from '#contract/back-office-people.ts'
import { listNewestPeople, type MaskedPerson } from '#server/modules/people/users/index.ts'
import { instantsOf } from './desk-lists.ts'
import { presentFound } from './find-people.ts'
import type { SoughtList } from './sought-list.ts'

type Filters = Omit<z.output<typeof backOffice.listPeople.query>, 'after' | 'sort' | 'dir'>

/** The people with masked data, the newest first. */
export const peopleList: SoughtList<Filters, MaskedPerson, FoundPerson> = {
  read: (deps, { kind = null, ...days }, { keys, ...page }) => {
    const filter = { kind, ids: keys?.personIds ?? null, ...instantsOf(days) }
    return listNewestPeople(deps.db, deps, { ...filter, ...page })
  },
  place: ({ createdAt, id }) => ({ at: createdAt, id }),
  values: { memberSince: ({ createdAt }) => createdAt.getTime() },
  present: async (_, rows) => rows.map(presentFound),
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
