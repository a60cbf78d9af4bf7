import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { gatewayWompi, walletId, walletTotals } from '#server/modules/bank/ledger/index.ts'
import { referenceOf } from '#server/modules/money/payments/payment.ts'
import { insertPayment } from '#server/modules/money/payments/payments.queries.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { derivedId, newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from './booking-factories.ts'
import { aFundedWallet, anAttempt, aUser, type TestUser } from './factories.ts'

// Tests what an attacker can do who runs their own SQL as the app's database role.

const MILLION = 1_000_000
const PERMISSION_DENIED = '42501'

let test: BookingsApp
let thief: TestUser
let victim: TestUser

beforeAll(async () => {
  test = await openBookingsApp()
})

beforeEach(async () => {
  thief = await aUser(test.deps)
  victim = await aUser(test.deps)
  await aFundedWallet(test.deps, victim.userId, 50_000)
})

const run = <T>(statement: string, values: unknown[] = []) => {
  const parts = statement.split('?').map((part) => sql.raw(part))
  const pieces = parts.flatMap((part, at) => (at === 0 ? [part] : [sql`${values[at - 1]}`, part]))
  return sql<T>`${sql.join(pieces, sql.raw(''))}`.execute(test.deps.db)
}

async function pesosOf(user: TestUser): Promise<number> {
  return (await walletTotals(test.deps.db, user.userId)).available
}

type Move = {
  id?: string
  kind?: 'transfer' | 'pending'
  from: string
  to: string
  pesos: number
  code: string
  cause: [kind: string, id: string]
}

/** Calls `ledger_move` as the app does; returns its outcome. */
async function move(m: Move): Promise<string> {
  const { rows } = await run<{ outcome: string }>(
    'select ledger_move(?, ?, ?, ?, ?, ?, ?, ?, null, ?) as outcome',
    [m.id ?? newId(), m.kind ?? 'transfer', m.from, m.to, m.pesos, m.code, ...m.cause, new Date()],
  )
  return rows[0]?.outcome ?? ''
}

describe('the app role cannot write these tables directly', () => {
  it.each([
    [
      'write a transfer',
      'insert into ledger_transfers (id) select id from ledger_transfers limit 0',
    ],
    ['write a refusal', 'insert into ledger_refusals select * from ledger_refusals limit 0'],
    ['open an account', 'insert into ledger_accounts select * from ledger_accounts limit 0'],
    ['change a balance', 'update ledger_accounts set credits_posted = 1000000'],
    ['delete an account', 'delete from ledger_accounts'],
    ['give a payment to somebody else', 'update payments set user_id = user_id'],
    ['change what was paid', 'update payments set amount_pesos = 1000000'],
    ['rename a payment', "update payments set reference = 'x'"],
    ['move a payment to another environment', "update payments set environment = 'test'"],
    ['delete a payment', 'delete from payments'],
    ['change what the gateway said it charged', 'update payment_attempts set amount_in_cents = 1'],
    ['delete what the gateway said', 'delete from payment_attempts'],
    ['write through a view', 'delete from ledger_account_lines'],
    ['add a batch', "insert into ledger_batches values (9, 0, '', '', now())"],
    ['change what was verified', 'update ledger_verified set upto_tx = 0'],
    ['call a step of the ledger', 'select ledger_refuse(gen_random_uuid(), null, null, now())'],
  ])("refuses the app role's own statement to %s", async (_name, statement) => {
    await expect(run(statement)).rejects.toMatchObject({ code: PERMISSION_DENIED })
  })
})

describe("the app role cannot misuse the ledger's functions", () => {
  it('refuses to credit a top-up of a payment that does not exist', async () => {
    const forged: Move = {
      from: gatewayWompi,
      to: walletId(thief.userId),
      pesos: MILLION,
      code: 'topup',
      cause: ['payment', newId()],
    }
    expect(await move(forged)).toBe('refused:cause_unsuitable')
    expect(await pesosOf(thief)).toBe(0)
  })

  it('refuses to credit a payment to another person, too much, too early or twice', async () => {
    const payment = await anOpenPayment(victim, 20_000)
    const cause: Move['cause'] = ['payment', payment.id]
    const own = { from: gatewayWompi, to: walletId(victim.userId), code: 'topup', cause }
    const approved = { ...own, id: derivedId('payment.credit', payment.transactionId) }
    expect(await move({ ...approved, pesos: 20_000 })).toBe('refused:cause_unsuitable')
    await payment.says('APPROVED')
    const stolen = { ...approved, to: walletId(thief.userId) }
    expect(await move({ ...stolen, pesos: 20_000 })).toBe('refused:cause_unsuitable')
    expect(await move({ ...approved, pesos: MILLION })).toBe('refused:cause_unsuitable')
    expect(await move({ ...approved, pesos: 20_000 })).toBe('created')
    expect(await move({ ...own, pesos: 20_000 })).toBe('refused:cause_unsuitable')
    expect([await pesosOf(victim), await pesosOf(thief)]).toEqual([70_000, 0])
  })

  it('refuses to take or adjust money without the gateway or a person', async () => {
    const taken = { from: walletId(victim.userId), to: walletId(thief.userId), pesos: 50_000 }
    const cause: Move['cause'] = ['operator', 'me']
    expect(await move({ ...taken, code: 'adjustment', cause })).toBe('refused:cause_unsuitable')
    expect(await move({ ...taken, code: 'withdrawal', cause: ['withdrawal', newId()] })).toBe(
      'refused:cause_unsuitable',
    )
    expect([await pesosOf(victim), await pesosOf(thief)]).toEqual([50_000, 0])
  })
})

describe('the app role cannot misuse the hold of a booking', () => {
  it('refuses a hold without a booking, and a hold from or for another person', async () => {
    const trip = await test.newTrip()
    const [mine, other] = [newId(), newId()]
    const held: Move = {
      id: derivedId('booking.hold', mine),
      kind: 'pending',
      from: walletId(victim.userId),
      to: walletId(thief.userId),
      pesos: 10_000,
      code: 'fare',
      cause: ['booking', mine],
    }
    expect(await move(held)).toBe('refused:cause_unsuitable')
    const booking = await test.booked(await test.aPassenger(), trip)
    const named: Move = { ...held, cause: ['booking', booking.id] }
    expect(await move(named)).toBe('refused:cause_unsuitable')
    const again = { ...named, id: derivedId('booking.hold', other) }
    expect(await move(again)).toBe('refused:cause_unsuitable')
    const commission = { ...named, kind: 'transfer', code: 'commission' } as const
    expect(await move(commission)).toBe('refused:cause_unsuitable')
    expect(await pesosOf(victim)).toBe(50_000)
  })

  it.each(['post', 'void'])('refuses to %s the hold of a booking too early', async (how) => {
    const booking = await test.booked(await test.aPassenger(), await test.newTrip())
    const [id, hold] = [how, 'hold'].map((part) => derivedId(`booking.${part}`, booking.id))
    const { rows } = await run<{ outcome: string }>(
      "select ledger_resolve(?, ?, ?, null, 'fare', 'booking', ?, ?) as outcome",
      [id, how, hold, booking.id, new Date()],
    )
    expect(rows).toEqual([{ outcome: 'refused:cause_unsuitable' }])
  })
})

it("resolves names on the app's connections as in functions with owner rights", async () => {
  const { rows } = await run<{ path: string }>(`select current_setting('search_path') as path`)
  expect(rows).toEqual([{ path: 'pg_catalog,public,pg_temp' }])
})

it('searches temporary tables last in functions with owner rights', async () => {
  const { rows } = await run<{ name: string }>(
    `select p.proname as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prosecdef
       and not coalesce(p.proconfig @> array['search_path=pg_catalog, public, pg_temp'], false)`,
  )
  expect(rows).toEqual([])
})

/** Creates an unpaid payment, and lets the gateway answer about it. */
async function anOpenPayment(user: TestUser, pesos: number) {
  const id = newId()
  const transactionId = `attack-${id}`
  const now = test.clock.now()
  await inTransaction(test.deps.db, (tx) =>
    insertPayment(tx, {
      id,
      reference: referenceOf(id),
      userId: user.userId,
      pesos,
      environment: 'test',
      now,
      nextCheckAt: now,
    }),
  )
  const says = (status: 'APPROVED') =>
    inTransaction(test.deps.db, (tx) =>
      anAttempt(tx, { paymentId: id, transactionId, pesos, status, now }),
    )
  return { id, transactionId, says }
}
