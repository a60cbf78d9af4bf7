import type { QueuedWithdrawal, Withdrawal } from '#contract/withdrawals.ts'
import type { Deps } from '#server/platform/deps.ts'
import { queueDueAt } from '#server/platform/office-hours.ts'
import { maskedNumber, openDestination, titleOf } from './destination.ts'
import type { EarlierRow, OwnerRow } from './owner-facts.queries.ts'
import { isFresh } from './undo-window.ts'
import { unusualIn } from './unusual.ts'
import type { WithdrawalRow } from './withdrawals.queries.ts'

type Keys = Pick<Deps, 'secrets'>

/** Withdrawal as its owner sees it: an approval that can still be undone is none yet. */
export function presentWithdrawal(
  deps: Keys & Pick<Deps, 'clock'>,
  row: WithdrawalRow,
): Withdrawal {
  const status = isFresh(row, deps.clock.now()) ? 'requested' : row.status
  return { ...common(deps, row), status, can: { cancel: status === 'requested' } }
}

function openedOf({ secrets }: Keys, row: WithdrawalRow) {
  return row.sealed && openDestination(secrets, 'withdrawals', row.id, row.sealed)
}

function common(keys: Keys, row: WithdrawalRow) {
  const destination = openedOf(keys, row)
  const account = destination
    ? { title: titleOf(destination), masked: maskedNumber(destination) }
    : { title: 'Cuenta borrada', masked: '' }
  return {
    id: row.id,
    reference: row.reference,
    amount: row.amountPesos,
    status: row.status,
    account,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.status === 'sending' ? null : (row.sentAt?.toISOString() ?? null),
    closedAt: row.closedAt?.toISOString() ?? null,
    reason: row.reason,
  }
}

type Context = {
  /** Whether the gateway cannot pay it. */
  isForFile: boolean
  viewer: string
  people: ReadonlyMap<string, { name: string }>
  contact: { name: string; email: string } | undefined
  /** Name of the owner's verified identity; null when it is not verified. */
  verifiedName: string | null
  byTeam: boolean
  owner: OwnerRow
  earlier: readonly EarlierRow[]
  sharedWith: number
  /** Ids of team members who used a browser that the viewer also used. */
  sameDevice: ReadonlySet<string>
  /** Debt of the owner of the withdrawal, in pesos. */
  debt: number
  /** Open disputes about fares that were paid to the owner. */
  disputes: { count: number; pesos: number } | undefined
  origins: QueuedWithdrawal['origins']
}

/** Withdrawal as finance sees it, with the actions that the viewer can take. */
export function presentQueued(deps: Keys, row: WithdrawalRow, context: Context): QueuedWithdrawal {
  const { isForFile, viewer, people, contact, sharedWith, sameDevice, debt, disputes, origins } =
    context
  const nameOf = (id: string | null) => (id === null ? null : (people.get(id)?.name ?? 'Equipo'))
  const { result, resultNote, resultBy } = row
  const waits = row.status === 'requested' || row.status === 'approved' || isForPeople(row)
  return {
    ...common(deps, row),
    person: { id: row.userId, ...(contact ?? { name: 'Persona', email: '' }) },
    ...presentOwner(openedOf(deps, row)?.holder ?? null, row, context),
    twoPeople: row.twoPeople,
    firstBy: nameOf(row.firstBy),
    firstAt: row.firstAt?.toISOString() ?? null,
    dueAt: waits ? queueDueAt(row.createdAt).toISOString() : null,
    secondBy: nameOf(row.secondBy),
    channel: row.channel ?? (isForFile ? 'bank_file' : null),
    unanswered: row.unansweredAt !== null && row.closedAt === null,
    batchId: row.batchId,
    result: result && {
      outcome: result,
      note: resultNote ?? '',
      by: nameOf(resultBy) ?? 'Equipo',
      at: row.resultAt?.toISOString() ?? null,
    },
    sharedWith,
    sameDevice: sameDevice.has((result ? resultBy : row.firstBy) ?? ''),
    debt,
    disputes: disputes ?? { count: 0, pesos: 0 },
    origins,
    can: abilities(row, viewer, debt === 0 && disputes === undefined),
  }
}

function presentOwner(
  holder: string | null,
  { amountPesos, createdAt }: WithdrawalRow,
  { owner, earlier, sharedWith, verifiedName, byTeam }: Context,
): Pick<QueuedWithdrawal, 'owner' | 'unusual'> {
  const { devices: count, newestDeviceAt, deviceOthers: others, driven, ridden } = owner
  return {
    unusual: unusualIn({
      ...{ amountPesos, createdAt, holder, verifiedName, byTeam },
      ...{ sharedWith, owner, earlier },
    }),
    owner: {
      ...{ verifiedName, holder, driven, ridden },
      memberSince: owner.memberSince.toISOString(),
      accountSince: owner.accountSince.toISOString(),
      devices: { count, newestAt: newestDeviceAt?.toISOString() ?? null, others },
      earlier: earlier.map((each) => ({ ...each, createdAt: each.createdAt.toISOString() })),
    },
  }
}

/** Whether two people record the result: it is paid by hand, or unknown to the gateway. */
export function isForPeople({ status, channel, unansweredAt }: WithdrawalRow): boolean {
  if (channel === 'bank_file') return status === 'sent'
  return unansweredAt !== null && (status === 'sending' || status === 'sent')
}

function abilities(row: WithdrawalRow, viewer: string, mayLeave: boolean): QueuedWithdrawal['can'] {
  const own = row.userId === viewer
  const byHand = isForPeople(row)
  return {
    approve: !own && mayLeave && row.status === 'requested' && row.firstBy !== viewer,
    reject: !own && ['requested', 'approved'].includes(row.status),
    tell: !own && byHand && row.result === null,
    confirm: !own && byHand && row.result !== null && row.resultBy !== viewer,
  }
}
