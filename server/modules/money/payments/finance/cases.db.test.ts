import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PaymentCase } from '#contract/finance.ts'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { openPaymentsApp, type PaymentsApp } from '#test/wompi.ts'

let shop: PaymentsApp
let ana: TestUser
let finance: TestUser

beforeAll(async () => {
  shop = await openPaymentsApp()
  finance = await aUser(shop.deps, { firstName: 'Jorge', lastName: 'Salazar', roles: ['finance'] })
})

beforeEach(async () => {
  await shop.deps.db.deleteFrom('payment_cases').execute()
  ana = await aUser(shop.deps, { firstName: 'Ana', lastName: 'Díaz', email: aMailbox() })
})

let mailboxes = 0
function aMailbox(): string {
  mailboxes += 1
  return `ana.${mailboxes}@correo.test`
}

async function list(status = 'open', who = finance) {
  const answer = await shop.get(who, `/payments/cases?status=${status}`)
  return answer as unknown as {
    status: number
    body: { items: PaymentCase[]; total: number; totalPages: number; code: string }
  }
}

const resolve = (id: string, note = 'Devuelto en el tablero de la pasarela.', who = finance) =>
  shop.post(who, `/payments/cases/${id}/resolve`, { note })

/** The gateway charges one payment of Ana twice. */
async function chargedTwice(): Promise<{ reference: string; ids: string[] }> {
  const reference = await shop.topUp(ana, 60_000)
  const ids = [1, 2].map(() => shop.payer(reference, 60_000))
  for (const id of ids) {
    shop.wompi.settle(id, 'APPROVED')
    await shop.settleAll()
  }
  return { reference, ids }
}

async function aCaseOf(kind: string): Promise<string> {
  const id = newId()
  const insert = `insert into payment_cases (id, kind, transaction_id, opened_at)
    values ($1::uuid, $2, $1::text, now())`
  await asOwner(shop.deps.databaseUrl, insert, [id, kind])
  return id
}

async function firstCase(): Promise<PaymentCase> {
  const [found] = (await list()).body.items
  if (!found) throw new Error('there is no case')
  return found
}

describe('GET /payments/cases', () => {
  it('shows finance the facts of a case, with a masked address of the person', async () => {
    const { reference, ids } = await chargedTwice()
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      total: 1,
      totalPages: 1,
      items: [
        {
          kind: 'double_charge',
          reference,
          transactionId: ids[1],
          person: { id: expect.any(String), name: 'Ana D.', email: 'a***@correo.test' },
          amount: 60_000,
          told: { creditedTransactionId: ids[0] },
          debt: null,
          resolvedAt: null,
          resolvedBy: null,
          note: null,
        },
      ],
    })
    expect(JSON.stringify(body)).not.toContain(ana.email)
  })

  it('shows finance a case about money with an unknown reference', async () => {
    const id = shop.payer('OTRA-TIENDA-1', 45_000)
    shop.wompi.settle(id, 'APPROVED')
    await shop.settleAll()
    expect(await firstCase()).toMatchObject({
      kind: 'mismatch_reference',
      reference: 'OTRA-TIENDA-1',
      person: null,
      amount: null,
      told: { status: 'APPROVED', amountInCents: 4_500_000, currency: 'COP' },
    })
  })

  it('shows no resolver for a case that was closed automatically', async () => {
    const { ids } = await chargedTwice()
    shop.wompi.settle(String(ids[1]), 'VOIDED')
    await shop.settleAll()
    expect((await list()).body.items).toEqual([])
    const { items } = (await list('resolved')).body
    expect(items).toMatchObject([{ resolvedAt: expect.any(String), resolvedBy: null, note: null }])
  })
})

describe('POST /payments/cases/:caseId/resolve', () => {
  it('closes a case with note, person and time, and writes an audit entry', async () => {
    const id = await aCaseOf('event_failed')
    expect((await resolve(id)).body).toEqual({ resolved: true })
    // A repeat with the same note has no effect; a repeat with another note is refused.
    expect((await resolve(id)).status).toBe(200)
    expect((await resolve(id, 'Otra explicación distinta.')).body.code).toBe(
      'payment_case_resolved',
    )
    expect((await list()).body.items).toEqual([])
    expect((await list('resolved')).body.items).toMatchObject([
      {
        id,
        resolvedAt: shop.clock.now().toISOString(),
        resolvedBy: 'Jorge S.',
        note: 'Devuelto en el tablero de la pasarela.',
      },
    ])
    const entries = await shop.deps.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'action', 'details'])
      .where('subject_id', '=', id)
      .execute()
    expect(entries).toMatchObject([
      {
        actor_id: finance.userId,
        action: 'payment_case.resolved',
        details: { kind: 'event_failed', note: 'Devuelto en el tablero de la pasarela.' },
      },
    ])
  })

  it.each(['double_charge', 'shared_fare', 'mismatch_amount', 'payout_changed', 'a_new_kind'])(
    'closes a case of %s, after which somebody pays, only by two people',
    async (kind) => {
      const id = await aCaseOf(kind)
      const note = 'Devuelto en el tablero de la pasarela.'
      expect((await resolve(id, note)).body.code).toBe('payment_case_two_people')
      const step = (who: TestUser, verb: string) =>
        shop.post(who, `/admin/reconciliations/${id}/${verb}`, { note })
      expect((await step(finance, 'propose')).status).toBe(200)
      expect((await step(finance, 'confirm')).body.code).toBe('payment_case_same_person')
      const second = await aUser(shop.deps, { roles: ['finance'] })
      expect((await step(second, 'confirm')).status).toBe(200)
      expect((await list('resolved')).body.items).toMatchObject([{ id, kind }])
    },
  )

  it('books a second charge as returned, and tells it once, when two people say so', async () => {
    const { ids } = await chargedTwice()
    const { id } = await firstCase()
    const second = await aUser(shop.deps, { roles: ['finance'] })
    const note = 'Wompi devolvió el PSE: caso 4411.'
    const step = (who: TestUser, verb: string) =>
      shop.post(who, `/admin/reconciliations/${id}/${verb}`, { note })
    await step(finance, 'propose')
    expect((await step(second, 'confirm')).status).toBe(200)
    const { transactions } = (await shop.get(ana, '/wallet/transactions')).body
    expect(transactions.map(({ description }) => description)).toContainEqual(
      expect.stringContaining('Segundo cobro, devuelto a tu medio de pago'),
    )
    // A card is voided, too, and the gateway tells it later.
    shop.wompi.settle(String(ids[1]), 'VOIDED')
    await shop.settleAll()
    const told = shop.mail.control.messages(ana.email).map(({ subject }) => subject)
    expect(told.filter((subject) => /^Devolvimos el segundo cobro/.test(subject))).toHaveLength(1)
    expect(await shop.balance(ana)).toBe(60_000)
    const { rows } = await asOwner(
      shop.deps.databaseUrl,
      `select count(*)::int as returned from ledger_transfers
       where id = derived_id('payment.suspense_return', $1::text)`,
      [ids[1]],
    )
    expect(rows).toEqual([{ returned: 1 }])
    const wrong = (await findMismatches(shop.deps)).filter(({ check }) => check === 'suspense')
    expect(wrong).toEqual([])
  })

  it('refuses to close a case by other roles, the payment owner, or without a note', async () => {
    const owner = await aUser(shop.deps, { roles: ['finance'] })
    ana = owner
    await chargedTwice()
    const { id } = await firstCase()
    const support = await aUser(shop.deps, { roles: ['support'] })
    expect((await list('open', support)).status).toBe(403)
    expect((await resolve(id, undefined, support)).status).toBe(403)
    expect((await resolve(id, undefined, owner)).body.code).toBe('forbidden')
    expect((await resolve(id, 'corta')).body.code).toBe('invalid_request')
    expect((await resolve('01890000-0000-7000-8000-00000000dead')).body.code).toBe(
      'payment_case_not_found',
    )
    expect((await firstCase()).resolvedAt).toBeNull()
  })
})
