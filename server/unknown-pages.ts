import { findPeople } from '#server/modules/people/users/index.ts'
import { findTripFacts } from '#server/modules/travel/trips/index.ts'
import type { Deps } from './platform/deps.ts'
import type { PageCheck } from './platform/http/site.ts'
import { idIn } from './platform/ids.ts'

const PAGE_OF_TRIP = /^\/trips\/([^/]+)(?:\/(?:edit|run|scan|book))?$/i
const PAGE_OF_PERSON = /^\/personas\/([^/]+)$/i

/** Lists the pages whose address contains an id that can be unknown. */
export function pageChecks(deps: Pick<Deps, 'db'>): PageCheck[] {
  const isTrip = async ([, id = '']: RegExpExecArray) =>
    idIn(id) !== null && (await findTripFacts(deps.db, id.toLowerCase())) !== undefined
  const isDriver = async ([, id = '']: RegExpExecArray) =>
    idIn(id) !== null && (await findPeople(deps.db, [id])).get(id.toLowerCase())?.isDriver === true
  return [
    { pattern: PAGE_OF_TRIP, exists: isTrip },
    { pattern: PAGE_OF_PERSON, exists: isDriver },
  ]
}
