import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { post } from '#contract/route.ts'
import { sealClaim } from '#server/modules/office/privacy/claim.ts'
import { DAY_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from './booking-factories.ts'
import { asOwner } from './db.ts'
import { type Operation, operations } from './every-route.ts'
import { anApprovedTopUp, aUser, type TestUser } from './factories.ts'
import { hearDriver } from './hearing-steps.ts'
import { sharePhone } from './same-human.ts'
import type { TestTrip } from './trip-factories.ts'
import { uncomparedCalls } from './uncompared-calls.ts'
import { aWithdrawalRow } from './withdrawal-rows.ts'

// Every writing call of the team either refuses a second account of the person whom it is about, or
// is excluded here with a reason (docs/decisions/0040).

const NOTE = 'Lo revisé con la persona, caso 1042.'

let test: BookingsApp
let admin: TestUser
let ana: TestUser
let trip: TestTrip
let bookingId: string
let paymentId: string
/** Second accounts of Ana and of the admin, who work for Cupo. */
let twin: TestUser
let adminTwin: TestUser

const run = async (text: string, ...values: unknown[]) =>
  (await asOwner(test.deps.databaseUrl, text, values)).rows

beforeAll(async () => {
  test = await openBookingsApp()
  trip = await test.newTrip({ seats: 4 })
  ana = await aUser(test.deps, { firstName: 'Ana', verified: true })
  paymentId = (await anApprovedTopUp(test.deps, ana.userId, 900_000)).paymentId
  bookingId = (await test.booked(ana, trip)).id
  const roles = ['passenger', 'admin'] as const
  admin = await aUser(test.deps, { roles })
  twin = await aUser(test.deps, { roles })
  adminTwin = await aUser(test.deps, { roles })
  await sharePhone(test.deps.databaseUrl, ana, twin)
  await sharePhone(test.deps.databaseUrl, admin, adminTwin)
})

type Sent = { path: string; body?: object; by?: TestUser; code?: string }

const aWithdrawal = (state: 'requested' | 'sent' | 'paid', told = false) =>
  aWithdrawalRow(run, { owner: ana, by: admin, confirms: twin, state, told })

async function aMoneyAct(kind: 'credit' | 'refund'): Promise<string> {
  const id = newId()
  await run(
    `update money_acts set outcome = 'done', decided_by = $2, decided_at = now()
    where user_id = $1 and outcome is null`,
    ...[ana.userId, twin.userId],
  )
  await run(
    `insert into money_acts (id, kind, user_id, payment_id, pesos, cause, withdrawable,
       gateway_reference, reason, proposed_by, proposed_at)
     values ($1::uuid, $2, $3, $4, 1000, 'error', false, $5, $6, $7, now())`,
    ...[id, kind, ana.userId, kind === 'refund' ? paymentId : null],
    ...[kind === 'refund' ? `DEV-${id.slice(-12)}` : null, NOTE, admin.userId],
  )
  return id
}

async function aCase(kind: string, proposedBy: string | null = null): Promise<string> {
  const id = newId()
  await run(
    `insert into payment_cases (id, kind, reference, transaction_id, opened_at, proposed_by,
       proposed_at, proposal_note)
     select $1::uuid, $2, reference, $1::text, now(), $4,
       case when $4::uuid is not null then now() end, case when $4::uuid is not null then $5 end
     from payments where id = $3`,
    ...[id, kind, paymentId, proposedBy, NOTE],
  )
  return id
}

async function aConductCase(): Promise<string> {
  const id = newId()
  await run(
    `insert into conduct_cases (id, kind, user_id, subject_kind, subject_id, reason, cause,
       created_at)
     values ($1::uuid, 'signal', $2, 'user', $2, 'cash', $1::text, now())`,
    ...[id, ana.userId],
  )
  return id
}

async function anIncident(): Promise<string> {
  const body = { id: newId(), tripId: trip.tripId, bookingId, kind: 'emergency' }
  const pressedAt = test.clock.now().toISOString()
  return (await test.call(ana, 'POST', '/incidents', { ...body, pressedAt })).body.incident.id
}

async function anAppeal(): Promise<string> {
  const id = newId()
  await run(
    `insert into sanction_events (id, sanction_id, user_id, kind, at, reason, cause)
     values ($1::uuid, $1::uuid, $2, 'warned', now(), 'Cobró en efectivo.', $1::text)`,
    ...[id, ana.userId],
  )
  const appeal = `insert into sanction_appeals (sanction_id, user_id, statement, created_at)
    values ($1, $2, 'No fue así.', now())`
  await run(appeal, id, ana.userId)
  return id
}

async function anInvitation(): Promise<string> {
  const id = newId()
  await run(
    `insert into team_invitations (id, email, email_key, roles, reason, proposed_by, proposed_at,
       by_only_admin, expires_at)
     values ($1::uuid, $1 || '@correo.test', $1 || '@correo.test', '{finance}', 'Equipo', $2, $3,
       false, $4)`,
    ...[id, admin.userId, test.clock.now(), new Date(test.clock.now().getTime() + DAY_MS)],
  )
  return id
}

const money = async (kind: 'credit' | 'refund', verb: string): Promise<Sent> => {
  const path = `/admin/desk-actions/money/${await aMoneyAct(kind)}/${verb}`
  return { path, body: { reason: NOTE } }
}

const CLAIMANT = { name: 'Ana Rozo', legalIdType: 'CC', legalId: '55443322' } as const

/** The claim of a closed account whose owner has a second account in the team. */
async function aClaim(heirBy?: TestUser) {
  const gone = await aUser(test.deps)
  const by = await aUser(test.deps, { roles: ['passenger', 'admin'] })
  await sharePhone(test.deps.databaseUrl, gone, by)
  const id = newId()
  const contact = { email: gone.email, fullName: null, phoneNumber: null }
  const owner = { ...CLAIMANT, email: gone.email, version: 0 }
  const number = { kind: 'nequi', number: '3105550123', holder: CLAIMANT.name } as const
  const account = { accountId: newId(), destination: { ...number, owner } }
  const sealed = sealClaim(test.deps, id, {
    contact: { ...contact, legalId: null, legalIdType: null },
    heir: { account: account as never, papers: NOTE },
  })
  await run(
    `insert into account_closings (id, user_id, asked_at, due_at, started_at, claim_open,
       claim_sealed, heir_by, heir_at)
     values ($1, $2, now() - interval '15 days', now(), now(), true, $3, $4,
       case when $4::uuid is not null then now() end)`,
    ...[id, gone.userId, sealed, heirBy?.userId ?? null],
  )
  return { path: `/admin/claims/${id}`, by }
}

/** A request by a second account of somebody whom the act is about, for each compared call. */
const SCENARIOS: Readonly<Record<string, () => Promise<Sent>>> = {
  'safety.takeIncident': async () => {
    return { path: `/admin/incidents/${await anIncident()}/take` }
  },
  'safety.noteIncident': async () => {
    return { path: `/admin/incidents/${await anIncident()}/notes`, body: { body: NOTE } }
  },
  'support.closeIncident': async () => {
    const body = { outcome: 'helped', answer: NOTE, readAndCalled: true }
    return { path: `/admin/incidents/${await anIncident()}/close`, body }
  },
  'conduct.hear': async () => {
    return {
      path: `/admin/conduct/${await aConductCase()}/hear`,
      body: { note: NOTE, pause: true },
    }
  },
  'conduct.decide': async () => {
    const body = { outcome: 'warning', note: NOTE }
    return { path: `/admin/conduct/${await aConductCase()}/decide`, body }
  },
  'conduct.answer': async () => {
    return {
      path: `/admin/appeals/${await anAppeal()}/answer`,
      body: { isUpheld: true, note: NOTE },
    }
  },
  'finance.resolveCase': async () => {
    return { path: `/payments/cases/${await aCase('event_failed')}/resolve`, body: { note: NOTE } }
  },
  'reconciliation.propose': async () => {
    const id = await aCase('reconcile_absent')
    return { path: `/admin/reconciliations/${id}/propose`, body: { note: NOTE } }
  },
  'reconciliation.refuse': async () => {
    const id = await aCase('reconcile_absent', admin.userId)
    return { path: `/admin/reconciliations/${id}/refuse`, body: { note: NOTE } }
  },
  'reconciliation.confirm': async () => {
    const id = await aCase('reconcile_absent', admin.userId)
    return { path: `/admin/reconciliations/${id}/confirm`, body: { note: NOTE } }
  },
  'team.invite': async () => {
    const body = { email: ana.email, roles: ['support'], reason: NOTE }
    return { path: '/admin/team/invitations', body }
  },
  'team.sign': async () => {
    return { path: `/admin/team/invitations/${await anInvitation()}/sign`, by: adminTwin }
  },
  'withdrawals.approve': async () => {
    return { path: `/admin/withdrawals/${await aWithdrawal('requested')}/approve` }
  },
  'withdrawals.reject': async () => {
    const path = `/admin/withdrawals/${await aWithdrawal('requested')}/reject`
    return { path, body: { reason: NOTE } }
  },
  'withdrawals.tellResult': async () => {
    const path = `/admin/withdrawals/${await aWithdrawal('sent')}/result`
    return { path, body: { outcome: 'paid', note: NOTE } }
  },
  'withdrawals.confirmResult': async () => {
    const path = `/admin/withdrawals/${await aWithdrawal('sent', true)}/confirm`
    return { path, body: { agree: true } }
  },
  'withdrawals.tellReturn': async () => {
    const path = `/admin/withdrawals/${await aWithdrawal('paid')}/return`
    return { path, body: { bankReference: 'MOV-1', reason: NOTE } }
  },
  'withdrawals.confirmReturn': async () => {
    const path = `/admin/withdrawals/${await aWithdrawal('paid', true)}/return/confirm`
    return { path, body: { agree: true } }
  },
  'withdrawals.takeBackBatch': async () => {
    const id = await aWithdrawal('sent')
    const [row] = await run('select batch_id from withdrawals where id = $1', id)
    return { path: `/admin/payout-batches/${row?.batch_id}/take-back`, body: { agree: true } }
  },
  'privacy.enterClaimAccount': async () => {
    const { path, by } = await aClaim()
    const account = { kind: 'nequi', number: '3105550123' }
    const body = { ...CLAIMANT, heir: true, papers: NOTE, account }
    return { path: `${path}/account`, body, by }
  },
  'privacy.decideClaimAccount': async () => {
    const { path, by } = await aClaim(admin)
    return { path: `${path}/decide`, body: { agree: true }, by }
  },
  'secondFactor.reset': async () => {
    const path = `/admin/people/${ana.userId}/second-factor/reset`
    return { path, body: { reason: NOTE } }
  },
  'verification.decide': async () => {
    const verdict = { verdict: 'rejected', documentId: newId(), version: 'x', reason: NOTE }
    const path = `/admin/verifications/people/${ana.userId}/decision`
    return { path, body: { verdicts: [verdict] } }
  },
  'deskActions.cancelBooking': async () => {
    return { path: `/admin/desk-actions/bookings/${bookingId}/cancel`, body: { reason: NOTE } }
  },
  'deskActions.cancelTrip': async () => {
    return { path: `/admin/desk-actions/trips/${trip.tripId}/cancel`, body: { reason: NOTE } }
  },
  'deskActions.pauseTrip': async () => {
    return { path: `/admin/desk-actions/trips/${trip.tripId}/pause`, body: { reason: NOTE } }
  },
  'deskActions.resumeTrip': async () => {
    return { path: `/admin/desk-actions/trips/${trip.tripId}/resume`, body: { reason: NOTE } }
  },
  'deskActions.unlock': async () => {
    const path = `/admin/desk-actions/people/${ana.userId}/unlock`
    return { path, body: { lock: 'login', reason: NOTE } }
  },
  'deskActions.proposeCredit': async () => {
    const body = { id: newId(), pesos: 1000, cause: 'courtesy', withdrawable: true, reason: NOTE }
    return { path: `/admin/desk-actions/people/${ana.userId}/credits`, body }
  },
  'deskActions.proposeRefund': async () => {
    const body = {
      id: newId(),
      pesos: 1000,
      cause: 'error',
      gatewayReference: 'DEV-1',
      reason: NOTE,
    }
    return { path: `/admin/desk-actions/payments/${paymentId}/refunds`, body }
  },
  'deskActions.signMoney': () => money('credit', 'sign'),
  'deskActions.refuseMoney': () => money('credit', 'refuse'),
  'deskActions.sayUnpaid': () => money('refund', 'unpaid'),
  'disputes.resolve': async () => {
    await run(
      `insert into disputes (booking_id, opened_by, opened_at, statement)
       values ($1, $2, now(), 'Nadie llegó al punto.')`,
      ...[bookingId, ana.userId],
    )
    await hearDriver(test.deps.databaseUrl, bookingId)
    const body = { outcome: 'passenger', note: NOTE }
    return { path: `/admin/disputes/${bookingId}/resolve`, body }
  },
  'ratings.resolveCase': async () => {
    const id = newId()
    const insert = `insert into rating_cases (id, booking_id, kind, opened_at)
      values ($1, $2, 'same_device', now())`
    await run(insert, id, bookingId)
    return { path: `/admin/rating-cases/${id}/resolve`, body: { outcome: 'count', note: NOTE } }
  },
  'rewards.resolveReview': async () => {
    const id = newId()
    const insert = `insert into reward_reviews (id, kind, subject_id, first_id, second_id, signs,
      opened_at) values ($1, 'trip', $2, $3, $4, '{same_device}', now())`
    await run(insert, id, bookingId, ana.userId, trip.driver.userId)
    return { path: `/admin/reward-reviews/${id}/resolve`, body: { outcome: 'pay', note: NOTE } }
  },
  // Nobody gains by one price: a first signature only needs a verified signer.
  'settings.proposePrice': async () => {
    const by = await aUser(test.deps, { roles: ['passenger', 'finance'], verified: false })
    const fuel = { kind: 'fuel', subjectId: 'CO', validFrom: '2027-03-01', pesos: 16_000 }
    const body = { ...fuel, source: 'Resolución de la UPME' }
    return { path: '/admin/prices/proposals', body, by, code: 'signer_unverified' }
  },
  'settings.decidePrice': async () => {
    const id = newId()
    await run(
      `insert into price_proposals (id, kind, subject_id, valid_from, pesos, source, proposed_by,
         proposed_at)
       values ($1, 'fuel', 'CO', '2028-01-01', 16000, 'Resolución', $2, now())`,
      ...[id, admin.userId],
    )
    const path = `/admin/prices/proposals/${id}/decide`
    return { path, body: { outcome: 'confirmed' }, by: adminTwin }
  },
}

/** Names of writing calls of the team that are neither tried nor excluded. */
function unknownActs(all: readonly Operation[]): string[] {
  return all
    .filter(([, { auth, method }]) => typeof auth === 'object' && method !== 'GET')
    .map(([name]) => name)
    .filter((name) => !(name in SCENARIOS) && !(name in uncomparedCalls))
}

describe('every writing call of the team', () => {
  it('tries every writing call of the team, or names why not', () => {
    expect(unknownActs(operations)).toEqual([])
    const names = operations.map(([name]) => name)
    const listed = [...Object.keys(SCENARIOS), ...Object.keys(uncomparedCalls)]
    expect(listed.filter((name) => !names.includes(name))).toEqual([])
  })

  it('names a planted writing call that is neither tried nor excluded', () => {
    const auth = { permission: 'payments.cases' } as const
    const planted = post('/admin/give', { auth, summary: '', description: '', ok: z.object({}) })
    expect(unknownActs([['planted.give', planted]])).toEqual(['planted.give'])
  })

  it.each(Object.entries(SCENARIOS))('refuses a second account: %s', async (_name, make) => {
    const { path, body = {}, by = twin, code = 'same_human' } = await make()
    const audited = `select count(*)::int as lines from audit_entries
      where action = 'team.same_human_refused' and actor_id = $1`
    const before = (await run(audited, by.userId))[0]?.lines
    const answer = await test.call(by, 'POST', path, { ...body })
    expect(answer.body.code).toBe(code)
    const after = (await run(audited, by.userId))[0]?.lines
    expect(after).toBe(before + (code === 'same_human' ? 1 : 0))
  })

  it('refuses acts on a trip by who of the team has, or had, a seat in it', async () => {
    const roles = ['passenger', 'support'] as const
    const seated = await aUser(test.deps, { roles })
    await anApprovedTopUp(test.deps, seated.userId, 900_000)
    const other = await test.newTrip({ seats: 4 })
    const { id } = await test.booked(seated, other)
    const act = async (verb: string, by = seated) => {
      const path = `/admin/desk-actions/trips/${other.tripId}/${verb}`
      return (await test.call(by, 'POST', path, { reason: NOTE })).body.code
    }
    expect(await act('pause')).toBe('forbidden')
    expect(await act('pause', admin)).toBeUndefined()
    expect((await test.act(seated, { id }, 'cancel')).status).toBe(200)
    expect(await act('resume')).toBe('forbidden')
    expect(await act('resume', admin)).toBeUndefined()
  })
})
