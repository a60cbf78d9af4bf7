import { emailKey } from '#contract/email-address.ts'
import type { TrustedContact } from '#contract/safety.ts'
import { mobileOf } from '#server/modules/people/access/index.ts'
import {
  auditUser,
  findUser,
  lockUser,
  openPhone,
  requireConfirmedEmail,
} from '#server/modules/people/users/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { limitHits } from '#server/platform/http/rate-limit.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import {
  contactPath,
  indexesOf,
  isReachable,
  type Reach,
  reachColumn,
  writeToContact,
} from './reach-contact.ts'
import { firstName } from './read-travelled.ts'
import { contactInvited } from './safety.messages.ts'
import {
  type ContactRow,
  deleteContact,
  findContactOf,
  hasRefused,
  updateContact,
  writeContact,
} from './trusted-contacts.queries.ts'

type NameDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'urls' | 'metrics'>

type Given = Reach & { tells: boolean }

/** Limit of invitations by one person: each writes to somebody who did not ask for it. */
const INVITATIONS = { max: 5, windowSeconds: 7 * 24 * 3600 }
/** Limit of invitations to one phone or email, from all people together. */
const INVITED = { max: 3, windowSeconds: 24 * 3600 }

export async function showContact(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  { userId }: ActorId,
): Promise<TrustedContact | null> {
  const row = await findContactOf(db, userId)
  if (!row) return null
  const { status, tells, invitedAt } = row
  return { ...reachColumn.open(secrets, row), status, tells, invitedAt: invitedAt.toISOString() }
}

/**
 * Names the trusted contact. A new phone or email gets one message that asks for consent; unchanged
 * ones keep their answer. Errors: as in the contract's `safety.saveContact`.
 */
export async function nameContact(deps: NameDeps, { userId }: ActorId, { tells, ...given }: Given) {
  const reach = { ...given, phone: given.phone === null ? null : mobileOf(given.phone, 'phone') }
  if (reach.phone === null && reach.email === null) throw new AppError('trusted_contact_needed')
  const before = await findContactOf(deps.db, userId)
  const isNew = !before || !isSame(reachColumn.open(deps.secrets, before), reach)
  if (isNew) await countInvitation(deps, userId, reach)
  await inTransaction(deps.db, async (tx) => {
    await lockUser(tx, userId)
    const current = await findContactOf(tx, userId)
    if (current && isSame(reachColumn.open(deps.secrets, current), reach)) {
      const sealed = reachColumn.seal(deps.secrets, current.id, reach)
      return await updateContact(tx, { id: current.id, sealed, tells })
    }
    await requireConfirmedEmail(tx, userId)
    await assertMayAsk(tx, deps, userId, reach)
    await invite(tx, deps, { userId, tells, reach })
  })
}

function isSame(a: Reach, b: Reach): boolean {
  return a.phone === b.phone && keyOf(a.email) === keyOf(b.email)
}

const keyOf = (email: string | null) => (email === null ? null : emailKey(email))

async function countInvitation(deps: NameDeps, userId: string, reach: Reach): Promise<void> {
  await limitHits(deps, { key: `contact-invited-by:${userId}`, ...INVITATIONS })
  // Counted without the person, so that a contact named by many people is not flooded.
  for (const index of indexesOf(deps.secrets, '', reach)) {
    const key = `contact-invited:${index.toString('hex').slice(0, 32)}`
    await limitHits(deps, { key, ...INVITED })
  }
}

async function assertMayAsk(tx: Tx, deps: NameDeps, userId: string, reach: Reach): Promise<void> {
  const user = await findUser(tx, userId)
  const ownPhone = reach.phone !== null && reach.phone === openPhone(deps.secrets, user)
  if (ownPhone || keyOf(reach.email) === emailKey(user.email)) {
    throw new AppError('trusted_contact_self')
  }
  const indexes = indexesOf(deps.secrets, userId, reach)
  if (await hasRefused(tx, { userId, indexes })) throw new AppError('trusted_contact_refused')
  if (!isReachable(deps, reach)) throw new AppError('trusted_contact_unreachable')
}

async function invite(
  tx: Tx,
  deps: NameDeps,
  { userId, tells, reach }: { userId: string; tells: boolean; reach: Reach },
): Promise<void> {
  const now = deps.clock.now()
  const id = newId()
  const sealed = reachColumn.seal(deps.secrets, id, reach)
  const row: ContactRow = { userId, id, sealed, status: 'invited', tells, invitedAt: now }
  await writeContact(tx, row)
  const data = { by: await firstName(tx, userId), path: contactPath(deps.secrets, id) }
  await writeToContact(tx, deps, reach, contactInvited, data)
  await auditUser(tx, userId, { at: now, action: 'trusted_contact.named' })
}

/** Deletes the contact, who gets no more messages. Safe to repeat. */
export async function removeContact(deps: Pick<Deps, 'db'>, { userId }: ActorId): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockUser(tx, userId)
    await deleteContact(tx, userId)
  })
}
