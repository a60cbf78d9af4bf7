import type { QueuedWithdrawal, Withdrawal } from '#contract/withdrawals.ts'
import type { Deps } from '#server/platform/deps.ts'
import { maskedNumber, openDestination, titleOf } from './destination.ts'
import type { WithdrawalRow } from './withdrawals.queries.ts'

type Keys = Pick<Deps, 'secrets'>

/** Withdrawal as its owner sees it. */
export function presentWithdrawal(deps: Keys, row: WithdrawalRow): Withdrawal {
  return { ...common(deps, row), can: { cancel: row.status === 'requested' } }
}

function common({ secrets }: Keys, row: WithdrawalRow) {
  const destination = row.sealed && openDestination(secrets, 'withdrawals', row.id, row.sealed)
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
  viewer: string
  people: ReadonlyMap<string, { name: string }>
  contact: { name: string; email: string } | undefined
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
export function presentQueued(
  deps: Keys,
  row: WithdrawalRow,
  { viewer, people, contact, sharedWith, sameDevice, debt, disputes, origins }: Context,
): QueuedWithdrawal {
  const nameOf = (id: string | null) => (id === null ? null : (people.get(id)?.name ?? 'Equipo'))
  const { result, resultNote, resultBy } = row
  return {
    ...common(deps, row),
    person: contact ?? { name: 'Persona', email: '' },
    twoPeople: row.twoPeople,
    firstBy: nameOf(row.firstBy),
    secondBy: nameOf(row.secondBy),
    channel: row.channel,
    unanswered: row.unansweredAt !== null && row.closedAt === null,
    batchId: row.batchId,
    result: result && { outcome: result, note: resultNote ?? '', by: nameOf(resultBy) ?? 'Equipo' },
    sharedWith,
    sameDevice: sameDevice.has((result ? resultBy : row.firstBy) ?? ''),
    debt,
    disputes: disputes ?? { count: 0, pesos: 0 },
    origins,
    can: abilities(row, viewer, debt === 0 && disputes === undefined),
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
