import type { QueuedWithdrawal, Withdrawal } from '#contract/withdrawals.ts'
import type { Deps } from '#server/platform/deps.ts'
import { isoDates } from '#server/platform/iso-dates.ts'
import { queueDueAt } from '#server/platform/office-hours.ts'
import { destinationOfWithdrawal, shownAccount } from './destination.ts'
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

function common(keys: Keys, row: WithdrawalRow) {
  const destination = destinationOfWithdrawal(keys, row)
  const { id, reference, status, createdAt, closedAt, reason } = row
  return {
    ...isoDates({ id, reference, status, createdAt, closedAt, reason }),
    amount: row.amountPesos,
    account: destination ? shownAccount(destination) : { title: 'Cuenta borrada', masked: '' },
  }
}

type Context = {
  /** Whether the gateway cannot pay it. */
  isForFile: boolean
  viewer: string
  /** Name of a member of the team. */
  nameOf: (id: string) => string
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
  const { isForFile, viewer, nameOf, contact, sameDevice, debt, disputes, origins } = context
  const { result, resultNote, resultBy } = row
  const decider = deciderOf(row)
  const waits =
    row.status === 'requested' || row.status === 'approved' || isForPeople(row) || isReturning(row)
  return {
    ...common(deps, row),
    person: { id: row.userId, ...(contact ?? { name: 'Persona', email: '' }) },
    ...presentOwner(destinationOfWithdrawal(deps, row)?.holder ?? null, row, context),
    twoPeople: row.twoPeople,
    firstBy: row.firstBy && nameOf(row.firstBy),
    firstAt: row.firstAt?.toISOString() ?? null,
    dueAt: waits ? queueDueAt(row.returnAt ?? row.createdAt).toISOString() : null,
    secondBy: row.secondBy && nameOf(row.secondBy),
    channel: row.channel ?? (isForFile ? 'bank_file' : null),
    unanswered: row.unansweredAt !== null && row.closedAt === null,
    batchId: row.batchId,
    result: result && {
      outcome: result,
      note: resultNote ?? '',
      by: nameOf(resultBy ?? ''),
      at: row.resultAt?.toISOString() ?? null,
    },
    returned:
      row.returnReference === null
        ? null
        : {
            bankReference: row.returnReference,
            reason: row.returnReason ?? '',
            by: nameOf(row.returnBy ?? ''),
            at: row.returnAt?.toISOString() ?? null,
          },
    decidedBy: (decider && nameOf(decider)) || null,
    sameDevice: sameDevice.has(row.returnBy ?? (result ? resultBy : row.firstBy) ?? ''),
    debt,
    disputes: disputes ?? { count: 0, pesos: 0 },
    origins,
    can: abilities(row, viewer, debt === 0 && disputes === undefined),
  }
}

/** Who rejected a withdrawal, or confirmed its result or return, as the second person. */
export const deciderOf = (row: WithdrawalRow): string | null =>
  row.returnConfirmedBy ?? row.confirmedBy ?? row.rejectedBy

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
      ...isoDates({ memberSince: owner.memberSince, accountSince: owner.accountSince }),
      devices: { count, newestAt: newestDeviceAt?.toISOString() ?? null, others },
      earlier: earlier.map(isoDates),
    },
  }
}

/** Whether two people record the result: it is paid by hand, or unknown to the gateway. */
export function isForPeople({ status, channel, unansweredAt }: WithdrawalRow): boolean {
  if (channel === 'bank_file') return status === 'sent'
  return unansweredAt !== null && (status === 'sending' || status === 'sent')
}

/** Whether one person said that the bank returned it, and another one must confirm. */
function isReturning({ returnBy, returnConfirmedBy }: WithdrawalRow): boolean {
  return returnBy !== null && returnConfirmedBy === null
}

function abilities(row: WithdrawalRow, viewer: string, mayLeave: boolean): QueuedWithdrawal['can'] {
  const own = row.userId === viewer
  const byHand = isForPeople(row)
  return {
    approve: !own && mayLeave && row.status === 'requested' && row.firstBy !== viewer,
    reject: !own && ['requested', 'approved'].includes(row.status),
    tell: !own && byHand && row.result === null,
    confirm: !own && byHand && row.result !== null && row.resultBy !== viewer,
    tellReturn: !own && row.status === 'paid' && row.returnBy === null,
    confirmReturn: !own && isReturning(row) && row.returnBy !== viewer,
  }
}
