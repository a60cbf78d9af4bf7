import type { QueuedWithdrawal } from '#contract/withdrawals.ts'
import { findDebt, listOriginsOf } from '#server/modules/bank/ledger/index.ts'
import { payoutPort } from '#server/modules/bank/payouts/index.ts'
import {
  findMaskedContacts,
  findPeople,
  findSharedDevices,
  findTeamNames,
} from '#server/modules/people/users/index.ts'
import { addMs } from '#server/platform/clock.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { partOf } from '#server/platform/paging.ts'
import { findVerifiedName, isForFile } from './holder.ts'
import { findEarlierOf, findOwnerFacts } from './owner-facts.queries.ts'
import {
  findOthersWithAccount,
  listQueueRows,
  listSignedSince,
  type QueuePart,
} from './queue.queries.ts'
import { UNDO_MS, undoUntil } from './undo-window.ts'
import { deciderOf, presentQueued } from './withdrawals.present.ts'
import {
  findIdByReference,
  findOpenDisputesOf,
  findWithdrawal,
  listWithdrawalsByIds,
  type WithdrawalRow,
} from './withdrawals.queries.ts'

const PAGE = 20

type Asked = { status: QueuePart; reference?: string | undefined; page?: number | undefined }

/** Returns a page of withdrawals for finance, or the one with a reference. */
export async function listQueue(deps: Deps, actor: ActorId, { status, reference, page }: Asked) {
  const port = payoutPort(deps)
  const shown = { part: status, paidByHand: port === undefined, viewerId: actor.userId }
  const part = { ...shown, ...partOf(page, PAGE) }
  const { found, total } = reference
    ? await findByReference(deps.db, reference)
    : await listQueueRows(deps.db, part)
  const gateway = port ? (port.restsUntil() ? 'resting' : 'ready') : 'none'
  return {
    items: await presentAll(deps.db, deps, actor, found),
    total,
    totalPages: Math.ceil(total / PAGE),
    gateway: gateway as 'ready' | 'resting' | 'none',
    undoable: await listUndoable(deps, actor),
  }
}

/** The viewer's signatures of the last 30 seconds, the latest first. */
async function listUndoable({ db, clock }: ReadDeps, { userId: by }: ActorId) {
  const now = clock.now()
  const ids = await listSignedSince(db, { by, since: addMs(now, -UNDO_MS) })
  const rows = await listWithdrawalsByIds(db, ids)
  const userIds = rows.map(({ userId }) => userId)
  const people = await findPeople(db, userIds)
  return rows.map((row) => ({
    withdrawalId: row.id,
    person: people.get(row.userId)?.name ?? 'Persona',
    amount: row.amountPesos,
    approved: row.status === 'approved',
    secondsLeft: Math.ceil(((undoUntil(row) ?? now).getTime() - now.getTime()) / 1000),
  }))
}

async function findByReference(reader: Reader, reference: string) {
  const id = await findIdByReference(reader, reference)
  const found = id === undefined ? [] : await listWithdrawalsByIds(reader, [id])
  return { found, total: found.length }
}

/** Returns one withdrawal as finance sees it. */
export async function showQueued(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  actor: ActorId,
  id: string,
): Promise<QueuedWithdrawal> {
  const row = await findWithdrawal(reader, id)
  const [shown] = row ? await presentAll(reader, deps, actor, [row]) : []
  assert(shown, 'a withdrawal of the queue')
  return shown
}

async function presentAll(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  { userId: viewer }: ActorId,
  rows: readonly WithdrawalRow[],
): Promise<QueuedWithdrawal[]> {
  const ids = rows.map(({ id }) => id)
  const owners = rows.map(({ userId }) => userId)
  const team = rows.flatMap((row) => [row.firstBy, row.secondBy, row.resultBy, row.returnBy])
  const contacts = await findMaskedContacts(reader, owners)
  const nameOf = await findTeamNames(reader, [...team, ...rows.map(deciderOf)])
  const shared = await findOthersWithAccount(reader, ids)
  const disputes = await findOpenDisputesOf(reader, owners)
  const sameDevice = await findSharedDevices(reader, viewer, team)
  const facts = await findOwnerFacts(reader, ids)
  const earlier = await findEarlierOf(reader, ids)
  const shown: QueuedWithdrawal[] = []
  for (const row of rows) {
    const open = row.closedAt === null
    const owner = facts.get(row.id)
    assert(owner, 'a withdrawal has an owner and an account')
    const context = {
      owner,
      earlier: earlier.get(row.id) ?? [],
      ...(await findVerifiedName(reader, deps, row)),
      isForFile: open && (await isForFile(reader, deps, row)),
      viewer,
      nameOf,
      contact: contacts.get(row.userId),
      sharedWith: shared.get(row.id)?.others ?? 0,
      sameDevice,
      debt: open ? await findDebt(reader, row.userId) : 0,
      disputes: open ? disputes.get(row.userId) : undefined,
      origins: open ? await listOriginsOf(reader, row.id) : [],
    }
    shown.push(presentQueued(deps, row, context))
  }
  return shown
}
