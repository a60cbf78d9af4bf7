import { mayDo } from '#contract/permissions.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { lookUpPeople } from './find-people.ts'
import { readSought, type Sought } from './sought.ts'

/** People whose rows a list shows for a name. */
const PEOPLE_MAX = 50

/** Keys of which a row of a list must have one. */
export type ListKeys = Sought & { personIds: readonly string[] }

/** Keys of a list that is not searched. */
export const NO_KEYS: ListKeys = {
  ...{ id: null, plate: null, ticketCode: null, digits: null, reference: null, number: null },
  personIds: [],
}

/** The keys that a text can be, with the people it finds; null for no text. */
export async function keysFor(
  deps: ActDeps,
  actor: Actor,
  text: string | undefined,
): Promise<{ keys: ListKeys | null; partial: boolean }> {
  if (text === undefined) return { keys: null, partial: false }
  const people = mayDo(actor.roles, 'people.view')
    ? await lookUpPeople(deps, actor, { text, limit: PEOPLE_MAX + 1 })
    : []
  const personIds = people.slice(0, PEOPLE_MAX).map(({ id }) => id)
  return { keys: { ...readSought(text), personIds }, partial: people.length > PEOPLE_MAX }
}
