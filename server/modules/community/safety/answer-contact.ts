import { lockUser, tellUser } from '#server/modules/people/users/index.ts'
import { inTransaction, type Reader } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { contactIdOf, indexesOf, reachColumn } from './reach-contact.ts'
import { firstName } from './read-travelled.ts'
import { contactAnswered } from './safety.messages.ts'
import {
  agreeContact,
  deleteContact,
  findContactById,
  insertRefusal,
} from './trusted-contacts.queries.ts'

/** Reads who named the holder of a link as contact. Errors: `link_invalid`. */
export async function readInvitation(
  deps: ActDeps,
  { token }: { token: string },
): Promise<{ by: string; status: 'invited' | 'agreed' }> {
  const { userId, status } = await findNaming(deps.db, deps, token)
  return { by: await firstName(deps.db, userId), status }
}

/**
 * Records that a contact agrees, or refuses for good, now or later. Tells the person who named
 * them. Errors: `link_invalid`, also after a refusal.
 */
export async function answerInvitation(
  deps: ActDeps,
  { token, agrees }: { token: string; agrees: boolean },
): Promise<'agreed' | 'refused'> {
  return await inTransaction(deps.db, async (tx) => {
    const { userId } = await findNaming(tx, deps, token)
    await lockUser(tx, userId)
    const contact = await findNaming(tx, deps, token)
    if (agrees && contact.status === 'agreed') return 'agreed'
    const reach = reachColumn.open(deps.secrets, contact)
    const now = deps.clock.now()
    if (agrees) await agreeContact(tx, { id: contact.id, now })
    else {
      for (const index of indexesOf(deps.secrets, userId, reach)) {
        await insertRefusal(tx, { userId, index, now })
      }
      await deleteContact(tx, userId)
    }
    const data = { name: reach.name, agrees }
    await tellUser(tx, deps, contactAnswered, { userId, data, cause: `${contact.id}:${agrees}` })
    return agrees ? 'agreed' : 'refused'
  })
}

async function findNaming(db: Reader, { secrets }: Pick<Deps, 'secrets'>, token: string) {
  const contact = await findContactById(db, contactIdOf(secrets, token))
  if (!contact) throw new AppError('link_invalid')
  return contact
}
