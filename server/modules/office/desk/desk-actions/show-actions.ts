import {
  type DeskAction,
  type DeskActionsView,
  deskPermissions,
  type MoneyAct,
} from '#contract/desk-actions.ts'
import { isStaff, mayDo } from '#contract/permissions.ts'
import {
  findProposedPeople,
  findSharedDevices,
  findTeamNames,
  findUser,
} from '#server/modules/people/users/index.ts'
import { findTeamPause } from '#server/modules/travel/trip-changes/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { listNotes, listSeatedIds, type Subject, sumOpenBookings } from './desk-actions.queries.ts'
import { isOfFund } from './fund-acts.ts'
import { locksFor, maySendAgain } from './help-people.ts'
import {
  listMoneyActs,
  listOpenKinds,
  listOpenMoneyActs,
  type MoneyActRow,
} from './money-acts.queries.ts'
import { creditLeft, isLastToSign, refundFree, refundLeft } from './money-acts.ts'
import { recipientsOf, requireSubject, type SubjectRef } from './subject.ts'
import { isLastToSayUnpaid } from './unpaid-refunds.ts'

/** Shows what the actor can do on a subject, whom it reaches, and what the team noted. */
export async function showActions(
  deps: ReadDeps,
  actor: Actor,
  ref: SubjectRef,
): Promise<DeskActionsView> {
  const { db } = deps
  const now = deps.clock.now()
  const subject = await requireSubject(db, actor, ref)
  const sides = await recipientsOf(db, subject)
  const notes = await listNotes(db, subject.id)
  const money = await moneyOf(deps, actor, subject)
  const named = [...sides.flatMap(({ ids }) => ids), ...notes.map(({ actorId }) => actorId)]
  const nameOf = await findTeamNames(db, named)
  const facts = await factsOf(deps, actor, subject, now)
  const waiting = await listOpenKinds(db, subject.userId)
  const seated = subject.kind === 'trip' ? await listSeatedIds(db, subject.id) : []
  const mine = [subject.userId, subject.driverId, ...seated].includes(actor.userId)
  return {
    ...facts,
    actions: actionsOf(actor, subject, { ...facts, mine, waiting }),
    recipients: sides.map(({ to, ids }) => ({
      to,
      people: ids.map((id) => ({ id, name: nameOf(id) })),
    })),
    notes: notes.map(({ id, at, actorId, text }) => {
      return { id, at: at.toISOString(), by: nameOf(actorId), text }
    }),
    money,
  }
}

type Facts = Pick<
  DeskActionsView,
  'cancelling' | 'creditLeft' | 'refundLeft' | 'walletFree' | 'locks'
> & { sendsAgain: boolean; paused: boolean; sells: boolean }

async function factsOf({ db }: Pick<Deps, 'db'>, actor: Actor, subject: Subject, now: Date) {
  const { kind, id, userId, tripId, status, at } = subject
  const user = await findUser(db, userId)
  const isAhead = at !== undefined && at > now
  const open = kind === 'trip' ? ['published'] : ['requested', 'confirmed']
  const ends = isAhead && open.includes(status ?? '')
  const isPayment = kind === 'payment'
  return {
    cancelling:
      ends && tripId
        ? await sumOpenBookings(db, { tripId, bookingId: kind === 'trip' ? null : id })
        : null,
    creditLeft: await creditLeft(db, { userId, now }),
    refundLeft: isPayment ? await refundLeft(db, subject) : null,
    walletFree: isPayment ? await refundFree(db, { userId, now }) : null,
    locks: kind === 'user' ? locksFor(actor, { id: userId, isTeam: isStaff(user.roles) }) : [],
    sendsAgain: maySendAgain(subject, { emailConfirmed: user.email_confirmed_at !== null }),
    paused: kind === 'trip' && (await findTeamPause(db, id)) !== undefined,
    sells: kind === 'trip' && ends,
  }
}

type Standing = Facts & { mine: boolean; waiting: readonly MoneyActRow['kind'][] }

/**
 * Actions that the state allows to the actor. Nobody acts on their own money, seat or trip, and a
 * credit or refund of a person is decided before the next one.
 */
function actionsOf(actor: Actor, { kind, closed }: Subject, facts: Standing) {
  const isNext = (what: 'credit' | 'refund') => !facts.waiting.includes(what)
  const holds: Record<DeskAction, boolean> = {
    message: !closed,
    note: true,
    cancel: facts.cancelling !== null && !facts.mine,
    pause: facts.sells && !facts.paused && !facts.mine,
    resume: facts.sells && facts.paused && !facts.mine,
    resend: facts.sendsAgain && !closed,
    unlock: facts.locks.length > 0 && !closed,
    credit: kind === 'user' && !closed && isNext('credit') && facts.creditLeft > 0 && !facts.mine,
    refund: isNext('refund') && (facts.refundLeft ?? 0) > 0 && !facts.mine,
  }
  return (Object.keys(holds) as DeskAction[]).filter(
    (action) => holds[action] && mayDo(actor.roles, deskPermissions[action]),
  )
}

async function moneyOf(deps: ReadDeps, actor: Actor, subject: Subject): Promise<MoneyAct[]> {
  const { db, clock } = deps
  const { kind, id, userId } = subject
  const shows = kind === 'user' || kind === 'payment'
  if (!shows || !mayDo(actor.roles, 'payments.cases')) return []
  const paymentId = kind === 'payment' ? id : null
  const rows = await listMoneyActs(db, { userId, paymentId })
  const signers = rows.flatMap((row) => [row.proposedBy, row.firstBy, row.unpaidBy])
  const nameOf = await findTeamNames(db, signers)
  const shared = await findSharedDevices(db, actor.userId, [...signers, userId])
  const about = (await findProposedPeople(db, { ids: [userId], now: clock.now() })).get(userId)
  assert(about, `money of nobody ${userId}`)
  const person = { ...about, name: about.name ?? 'Sin nombre', sameDevice: shared.has(userId) }
  return await Promise.all(
    rows.map(async (row) => {
      const { id: actId, pesos, cause, withdrawable, gatewayReference, reason, outcome } = row
      const { unpaidBy: by, unpaidAt: at, unpaidProof: proof } = row
      return {
        ...{ id: actId, kind: row.kind, pesos, cause, gatewayReference, reason },
        // What the fund pays is an earning.
        withdrawable: withdrawable || isOfFund(row.kind),
        ...{ outcome, person },
        by: row.proposedBy ? nameOf(row.proposedBy) : 'Cupo',
        firstBy: row.firstBy && nameOf(row.firstBy),
        at: row.proposedAt.toISOString(),
        unpaid: by && at && proof ? { by: nameOf(by), at: at.toISOString(), proof } : null,
        can: await decisionsOf(deps, actor, row, subject),
        last: await lastOf(deps, row),
        sameDevice: row.firstBy !== null && shared.has(row.firstBy),
      }
    }),
  )
}

const lastOf = async (deps: ReadDeps, row: MoneyActRow) => ({
  sign: await isLastToSign(deps.db, deps, row),
  unpaid: await isLastToSayUnpaid(deps.db, deps, row),
})

/** What the actor can do about a proposal; the use cases check it again. */
async function decisionsOf(
  deps: ReadDeps,
  { userId: actor }: Actor,
  row: MoneyActRow,
  { closed }: Subject,
) {
  const isOpen = row.outcome === null && row.userId !== actor
  if (row.kind !== 'refund') {
    // Nothing is credited to a closed account.
    const sign = isOpen && row.firstBy !== actor && !closed
    return { sign, refuse: isOpen, unpaid: false }
  }
  const isSecond = row.firstBy !== actor && row.proposedBy !== actor
  const signs = isOpen && (isSecond || !(await isLastToSign(deps.db, deps, row)))
  return { sign: signs, refuse: false, unpaid: isOpen && row.unpaidBy !== actor }
}

/** Lists the credits and refunds that wait for a second signature, the oldest first. */
export async function listProposedMoney(reader: Reader) {
  const rows = await listOpenMoneyActs(reader)
  return rows.map(({ id, kind, userId, paymentId, pesos, reason, firstBy, ...act }) => ({
    ...{ id, kind, pesos, reason, by: firstBy, at: act.proposedAt },
    detail: act.gatewayReference ?? act.cause,
    about: [userId],
    subjectId: paymentId ?? userId,
  }))
}
