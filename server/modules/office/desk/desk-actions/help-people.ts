import type { DeskDone, DeskLock } from '#contract/desk-actions.ts'
import { emailKey } from '#contract/email-address.ts'
import { isStaff, mayDo } from '#contract/permissions.ts'
import {
  clearGuesses,
  clearLoginTries,
  clearPhoneTries,
  queueConfirmation,
} from '#server/modules/people/access/index.ts'
import { authorizeAct, findUser, tellUser } from '#server/modules/people/users/index.ts'
import { lockBooking } from '#server/modules/travel/bookings/index.ts'
import { findTripFacts, placeAt } from '#server/modules/travel/trips/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { copyOfBooking, copyOfTopUp, lockCleared } from './desk-actions.messages.ts'
import { findSubject, type Subject } from './desk-actions.queries.ts'
import { recordDone, requireReachable, type SubjectRef } from './subject.ts'

/** States of a booking with something to send: a ticket, a receipt. */
const TICKET = ['confirmed', 'checked_in']
const RECEIPT = ['completed', 'no_show']

/** Whether there is something to send again; for a person, `emailConfirmed` decides. */
export function maySendAgain(subject: Subject, { emailConfirmed }: { emailConfirmed: boolean }) {
  const { kind, status } = subject
  if (kind === 'user') return !emailConfirmed
  if (kind === 'payment') return status === 'approved'
  return kind === 'booking' && [...TICKET, ...RECEIPT].includes(status ?? '')
}

/**
 * Sends a confirmation again: the mail that proves an address, a ticket or receipt, a top-up.
 * Errors: `not_found`, `forbidden`, `desk_nothing_to_send`.
 */
export async function resend(
  deps: ActDeps,
  actor: Actor,
  { reason, ...ref }: SubjectRef & { reason: string },
): Promise<DeskDone> {
  return await inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now()
    const subject = await requireReachable(tx, actor, ref)
    const { email_confirmed_at } = await findUser(tx, subject.userId)
    if (!maySendAgain(subject, { emailConfirmed: email_confirmed_at !== null })) {
      throw new AppError('desk_nothing_to_send')
    }
    await sendCopy(tx, deps, subject)
    return await recordDone(tx, actor, { at, action: 'copy.sent', subject, reason, told: 1 })
  })
}

async function sendCopy(tx: Tx, deps: ActDeps, subject: Subject): Promise<void> {
  const { kind, id, userId, pesos, reference, at } = subject
  if (kind === 'user') return await queueConfirmation(tx, deps, { userId })
  if (kind === 'payment') {
    assert(pesos && reference && at, `top-up ${id} is incomplete`)
    const data = { pesos, reference, at: at.toISOString() }
    return await tellUser(tx, deps, copyOfTopUp, { userId, data })
  }
  const booking = await lockBooking(tx, id)
  const trip = booking && (await findTripFacts(tx, booking.tripId))
  assert(booking && trip, `booking ${id} of no trip`)
  await tellUser(tx, deps, copyOfBooking, {
    userId,
    data: {
      path: `/bookings/${id}`,
      from: placeAt(trip, booking.fromSeq).name,
      to: placeAt(trip, booking.toSeq).name,
      at: booking.picksUpAt.toISOString(),
      seats: booking.seats,
      open: TICKET.includes(booking.status),
    },
  })
}

/** Locks of a person that the actor can clear; that of the second step only who runs the team. */
export function locksFor(actor: Actor, person: { id: string; isTeam: boolean }): DeskLock[] {
  if (actor.userId === person.id || !mayDo(actor.roles, 'tickets.answer')) return []
  const runsTeam = mayDo(actor.roles, 'staff.manage')
  if (person.isTeam && !runsTeam) return []
  return person.isTeam ? ['login', 'phone', 'second_factor'] : ['login', 'phone']
}

/**
 * Clears a counter of wrong attempts; no password or factor changes, and the person is told.
 * Errors: `person_not_found`, `forbidden` for the team unless one manages it, those of
 * `authorizeAct`.
 */
export async function unlock(
  deps: ActDeps,
  actor: Actor,
  { userId, lock, reason }: { userId: string; lock: DeskLock; reason: string },
): Promise<DeskDone> {
  return await inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now()
    const subject = await findSubject(tx, { kind: 'user', id: userId })
    if (!subject || subject.closed) throw new AppError('person_not_found')
    const { roles, email } = await findUser(tx, userId)
    if (!locksFor(actor, { id: userId, isTeam: isStaff(roles) }).includes(lock))
      throw new AppError('forbidden')
    const act = { actor: actor.userId, permission: 'tickets.answer', signs: 'alone' } as const
    await authorizeAct(tx, deps, { ...act, affected: [userId], subject })
    if (lock === 'login') await clearLoginTries(tx, emailKey(email))
    else if (lock === 'phone') await clearPhoneTries(tx, userId)
    else await clearGuesses(tx, userId)
    await tellUser(tx, deps, lockCleared, { userId, data: { lock } })
    const details = { lock }
    const action = 'person.unlocked'
    return await recordDone(tx, actor, { at, action, subject, reason, details, told: 1 })
  })
}
