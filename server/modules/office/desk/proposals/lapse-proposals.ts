import { PROPOSAL_DAYS, REFUND_ALARM_DAYS } from '#contract/proposal.ts'
import {
  findPeople,
  findTeamNames,
  mayAct,
  tellStaff,
  tellUser,
} from '#server/modules/people/users/index.ts'
import { recordAudit } from '#server/platform/audit.queries.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { eachRowOrFail } from '#server/platform/jobs/each-row.ts'
import { refundUnsigned } from '../desk-actions/desk-actions.messages.ts'
import { expulsionLapsed, signatureLapsed } from './proposals.messages.ts'
import { insertLapse } from './proposals.queries.ts'
import { listWaiting, rules, type Waiting } from './waiting.ts'

type LapseDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'log' | 'metrics'>
type Why = 'time' | 'authority'
type Signed = Waiting & { by: string }

/**
 * Job: ends proposals and first signatures that are `PROPOSAL_DAYS` old, or whose signer may no
 * longer sign, and tells the signer. A recorded refund stays, and alarms finance after
 * `REFUND_ALARM_DAYS`. Returns how many ended. Safe to repeat.
 */
export async function lapseProposals(deps: LapseDeps): Promise<number> {
  const lapse = async (row: Signed) => {
    const why = await whyOver(deps, row)
    const isEnded = why && (await inTransaction(deps.db, (tx) => end(tx, deps, row, why)))
    if (row.kind === 'refund' && isOlder(deps, row, REFUND_ALARM_DAYS)) await alarm(deps, row)
    return isEnded
  }
  const signed = (await listWaiting(deps)).filter(isSigned)
  return await eachRowOrFail(signed, lapse, 'a proposal does not lapse')
}

const isOlder = ({ clock }: Pick<Deps, 'clock'>, { at }: Waiting, days: number) =>
  at <= addMs(clock.now(), -days * DAY_MS)

const isSigned = (row: Waiting): row is Signed => row.by !== null

async function whyOver(deps: LapseDeps, row: Signed): Promise<Why | null> {
  const { permission, lapses } = rules[row.kind]
  if (!(await mayAct(deps.db, deps, row.by, permission))) return 'authority'
  return lapses && isOlder(deps, row, PROPOSAL_DAYS) ? 'time' : null
}

/** Ends one; false when somebody decided it meanwhile, or it waits for two people. */
async function end(tx: Tx, deps: LapseDeps, row: Signed, why: Why): Promise<boolean> {
  const { id, kind, by } = row
  const rule = rules[kind]
  const now = deps.clock.now()
  if (rule.end && !(await rule.end(tx, deps, { id, by, now }))) return false
  const people = await namesOf(tx, row.about)
  const data = { kind, detail: row.detail, pesos: row.pesos, why, loses: rule.loses, people }
  const cause = `${id}:${by}:${row.at.toISOString()}`
  await tellUser(tx, deps, signatureLapsed, { userId: by, data, cause })
  if (!rule.end) return false
  await insertLapse(tx, { kind, subjectId: id, signerId: by, why, at: now })
  const entry = { at: now, actorId: null, action: 'signature.lapsed' }
  await recordAudit(tx, { ...entry, subjectKind: kind, subjectId: id, details: { by, why } })
  if (kind === 'expulsion' || kind === 'suspension') {
    await tellStaff(tx, deps, expulsionLapsed, {
      permission: 'staff.manage',
      data: { kind, people },
      cause,
    })
    deps.metrics.count('expulsion_lapsed')
    deps.log.error({ caseId: id }, `a proposed ${kind} lapsed, the pause stays: /admin/conduct`)
  }
  return true
}

async function namesOf(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const people = await findPeople(tx, [...ids])
  return ids.flatMap((id) => people.get(id)?.name ?? [])
}

/** Tells all of finance and the admins, once, that nobody signed a recorded refund. */
async function alarm(deps: LapseDeps, row: Signed) {
  const { id, pesos, by, at, detail, subjectId, about } = row
  deps.metrics.count('refund_unsigned')
  deps.log.error({ refund: id }, 'nobody signed a recorded refund in days: /admin/signatures')
  await inTransaction(deps.db, async (tx) => {
    const nameOf = await findTeamNames(tx, [by])
    const people = await namesOf(tx, about)
    const path = `/admin/payments/${subjectId}`
    const signed = { by: nameOf(by), at: at.toISOString() }
    const data = { path, pesos: pesos ?? 0, reference: detail, ...signed, people }
    const told = { permission: 'payments.cases', cause: id } as const
    await tellStaff(tx, deps, refundUnsigned, { ...told, data })
  })
}
