// All proposals that wait for a second signature: their kinds, and what happens when one lapses.
// The list of signatures, the first screen of the team, the job that ends old ones and the alarms
// read only this file (docs/decisions/0040).
import type { Unsigned } from '#contract/back-office.ts'
import { mayDo, type Permission } from '#contract/permissions.ts'
import { listProposedCases, voidProposal } from '#server/modules/bank/ledger/index.ts'
import {
  listProposedDecisions,
  listProposedMeasures,
  voidDecision,
  voidMeasure,
} from '#server/modules/community/conduct/index.ts'
import {
  listWaitingSignatures,
  voidSignature,
  type WaitingSignature,
} from '#server/modules/money/withdrawals/index.ts'
import { lapsePrice, listProposedPrices } from '#server/modules/roads/pricing/index.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { ReadDeps, TellDeps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { Proposed } from '#server/platform/proposed.ts'
import { lapseCredit } from '../desk-actions/money-acts.ts'
import { listProposedMoney } from '../desk-actions/show-actions.ts'
import { listUnsignedInvitations } from '../team/show-team.ts'
import { endInvitation } from '../team/team.queries.ts'

export type Kind = Unsigned['kind']

export type Waiting = Omit<Proposed, 'by'> & {
  kind: Kind
  /** Whose first signature it has; null: the program proposed it. */
  by: string | null
  /** Person or top-up on whose page it is signed. */
  subjectId?: string
}

type Ending = Pick<Waiting, 'id'> & { by: string; now: Date }

type Rule = {
  /** What both signers need. */
  permission: Permission
  /** Whether it lapses after `PROPOSAL_DAYS`. */
  lapses: boolean
  /** What is lost: the whole proposal, or only the signature on a thing that waits again. */
  loses: 'proposal' | 'signature'
  /** Ends it, unless somebody decided it meanwhile; null: it never ends without people. */
  end: ((tx: Tx, deps: TellDeps, row: Ending) => Promise<boolean>) | null
}

const ofFinance = (kind: WaitingSignature['kind']): Rule => ({
  ...{ permission: 'withdrawals.decide', lapses: true, loses: 'signature' },
  end: (tx, _deps, row) => voidSignature(tx, { kind, ...row }),
})

const price: Rule = {
  ...{ permission: 'prices.manage', lapses: true, loses: 'proposal' },
  end: (tx, _deps, row) => lapsePrice(tx, row),
}

// It waits until the fund can pay it, or somebody refuses it.
const ofFund: Rule = {
  ...{ permission: 'payments.cases', lapses: false, loses: 'signature' },
  end: null,
}

const measure: Rule = {
  ...{ permission: 'conduct.decide', lapses: true, loses: 'signature' },
  end: (tx, _deps, row) => voidMeasure(tx, row),
}

export const rules: Readonly<Record<Kind, Rule>> = {
  withdrawal: ofFinance('withdrawal'),
  payout_result: ofFinance('payout_result'),
  payout_return: ofFinance('payout_return'),
  payout_batch: ofFinance('payout_batch'),
  dispute: {
    ...{ permission: 'disputes.resolve', lapses: true, loses: 'signature' },
    end: (tx, _deps, row) => voidDecision(tx, row),
  },
  suspension: measure,
  expulsion: measure,
  fuel_price: price,
  toll_price: price,
  insurance_from: price,
  fund_setting: price,
  connection_pay: ofFund,
  stranded_aid: ofFund,
  payment_case: {
    ...{ permission: 'reconciliation.decide', lapses: true, loses: 'signature' },
    end: (tx, _deps, row) => voidProposal(tx, row),
  },
  // An invitation expires by itself after INVITATION_DAYS.
  invitation: {
    ...{ permission: 'staff.manage', lapses: false, loses: 'proposal' },
    end: (tx, _deps, row) => endInvitation(tx, { ...row, outcome: 'closed' }),
  },
  credit: {
    ...{ permission: 'payments.cases', lapses: true, loses: 'proposal' },
    end: (tx, deps, row) => lapseCredit(tx, deps, row),
  },
  // The gateway may have paid it: only two people end it.
  refund: { permission: 'payments.cases', lapses: false, loses: 'signature', end: null },
}

/** Lists all proposals that wait for a second signature, the oldest first. */
export async function listWaiting(deps: ReadDeps): Promise<Waiting[]> {
  const { db } = deps
  const [finance, disputes, measures, prices, cases, money, invitations] = await Promise.all([
    listWaitingSignatures(db),
    listProposedDecisions(db),
    listProposedMeasures(db),
    listProposedPrices(db),
    listProposedCases(db),
    listProposedMoney(db),
    listUnsignedInvitations(deps),
  ])
  const ofKind = <Row>(kind: Kind, rows: readonly Row[]) => rows.map((row) => ({ ...row, kind }))
  const rows: Waiting[] = [
    ...finance.map((row) => ({ ...row, about: row.about ?? [] })),
    ...ofKind('dispute', disputes),
    ...measures,
    ...prices.map((row) => ({ ...row, about: [] })),
    ...ofKind('payment_case', cases),
    ...money,
    ...ofKind('invitation', invitations),
  ]
  return rows.sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** Whether a member of the team works on such proposals, and it is not about them. */
export function isFor({ kind, about }: Waiting, actor: Actor): boolean {
  return mayDo(actor.roles, rules[kind].permission) && !about.includes(actor.userId)
}
