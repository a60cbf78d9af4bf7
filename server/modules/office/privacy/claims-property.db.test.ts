import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { findDebt } from '#server/modules/bank/ledger/index.ts'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { DAY_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type ClaimsApp, openClaimsApp, type Paid } from '#test/claim-factories.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aUser } from '#test/factories.ts'
import type { Saver } from '#test/withdrawal-factories.ts'

let shop: ClaimsApp

beforeAll(async () => {
  shop = await openClaimsApp()
})

/** All that may happen; frequent steps several times. Their order is random. */
const STEPS = [
  { op: 'topUp', method: 'CARD', pesos: 30_000 },
  { op: 'topUp', method: 'PSE', pesos: 410_000 },
  { op: 'checkout', method: 'CARD', pesos: 45_000 },
  { op: 'checkout', method: 'PSE', pesos: 25_000 },
  { op: 'late' },
  { op: 'late' },
  { op: 'void' },
  { op: 'void' },
  { op: 'proposeRefund', pesos: 20_000 },
  { op: 'signRefund' },
  { op: 'credit', pesos: 50_000 },
  { op: 'earn', pesos: 80_000 },
  { op: 'fare', pesos: 35_000 },
  { op: 'close' },
  { op: 'close' },
  { op: 'wait', days: 2 },
  { op: 'wait', days: 5 },
  { op: 'wait', days: 31 },
  { op: 'pay' },
  { op: 'pay' },
] as const
type Step = (typeof STEPS)[number]

/** A credit in the model, which reads no ledger. `maturesAt`: null for travelling only. */
type Credit = { pesos: number; maturesAt: Date | null }
type Sums = Record<'in' | 'fares' | 'commission' | 'voids' | 'refunds' | 'handed', number>
type World = {
  person: Saver
  paid: Map<Paid, Credit>
  checkouts: { paid: Paid; until: Date }[]
  others: Credit[]
  refunds: { id: string; paid: Paid; pesos: number }[]
  refunded: Map<Paid, number>
  closed: boolean
  sums: Sums
}

const WAIT_DAYS: Record<string, number> = { CARD: 30, PSE: 3 }
const isMature = ({ maturesAt }: Credit) => maturesAt !== null && maturesAt <= shop.clock.now()
const inDays = (days: number) => new Date(shop.clock.now().getTime() + days * DAY_MS)

async function approve(world: World, paid: Paid): Promise<void> {
  const { outcome } = await shop.report(paid, 'APPROVED')
  expect(outcome).toBe('credited')
  world.paid.set(paid, { pesos: paid.pesos, maturesAt: inDays(WAIT_DAYS[paid.method] ?? 30) })
  world.sums.in += paid.pesos
}

async function reverse(world: World): Promise<void> {
  const [paid] = [...world.paid.keys()].filter(
    (each) => !world.refunds.some((refund) => refund.paid === each),
  )
  if (!paid) return
  const credit = world.paid.get(paid)
  await shop.report(paid, 'VOIDED')
  // It may have been handed over before, if it was mature.
  if (credit && isMature(credit)) world.others.push(credit)
  world.paid.delete(paid)
  world.sums.voids += paid.pesos - (world.refunded.get(paid) ?? 0)
}

async function proposeRefund(world: World, pesos: number): Promise<void> {
  const [paid] = world.paid.keys()
  if (!paid || world.closed || world.refunds.length > 0) return
  const id = await shop.proposeRefund(paid, pesos)
  if (id) world.refunds.push({ id, paid, pesos })
}

async function signRefund(world: World): Promise<void> {
  const refund = world.refunds.pop()
  if (!refund) return
  expect(await shop.sign(refund.id)).toBe(200)
  world.refunded.set(refund.paid, (world.refunded.get(refund.paid) ?? 0) + refund.pesos)
  world.sums.refunds += refund.pesos
}

/** A fare between the person and somebody else, with commission when the person earns it. */
async function fare(from: string, to: string, pesos: number): Promise<boolean> {
  const [hold, end, cause] = [newId(), newId(), newId()]
  const now = shop.clock.now()
  const wallet = (userId: string) => `derived_id('ledger.wallet.COP', '${userId}')`
  const [held] = await shop.query(
    `select ledger_move($1, 'pending', ${wallet(from)}, ${wallet(to)}, $2, 'fare', 'operator', $3,
       null, $4) as outcome`,
    [hold, pesos, cause, now],
  )
  if (held?.outcome !== 'created') return false
  await shop.query(`select ledger_resolve($1, 'post', $2, null, 'fare', 'operator', $3, $4)`, [
    ...[end, hold, cause, now],
  ])
  return true
}

async function earn({ person: { userId }, others, sums }: World, pesos: number): Promise<void> {
  const passenger = await aUser(shop.deps)
  await aFundedWallet(shop.deps, passenger.userId, pesos, { method: 'PSE' })
  await shop.query('select ledger_open_wallet($1, $2)', [userId, shop.clock.now()])
  if (!(await fare(passenger.userId, userId, pesos))) return
  const commission = pesos / 10
  await shop.query(
    `select ledger_move($1::uuid, 'transfer', derived_id('ledger.wallet.COP', $2),
       '00000000-0000-7000-8000-000000000002', $3, 'commission', 'operator', $1::uuid::text,
       null, $4)`,
    [newId(), userId, commission, shop.clock.now()],
  )
  others.push({ pesos, maturesAt: inDays(1) })
  sums.in += pesos
  sums.commission += commission
}

async function spend({ person: { userId }, sums }: World, pesos: number): Promise<void> {
  const driver = await aUser(shop.deps)
  await shop.query('select ledger_open_wallet($1, $2)', [driver.userId, shop.clock.now()])
  if (await fare(userId, driver.userId, pesos)) sums.fares += pesos
}

/** (a) What is handed over is covered by mature credits, and the person owes nothing. */
async function pay(world: World): Promise<void> {
  const { person, sums } = world
  if (!world.closed) return
  const pesos = await shop.payClaims(person.userId)
  if (pesos === 0) return
  expect(await findDebt(shop.deps.db, person.userId)).toBe(0)
  sums.handed += pesos
  const mature = [...world.paid.values(), ...world.others].filter(isMature)
  const covered = mature.reduce((sum, credit) => sum + credit.pesos, 0)
  expect(sums.handed).toBeLessThanOrEqual(covered)
  const taken = await shop.query(
    `select l.origin, l.disputed, l.held, l.matures_at > h.created_at as young
     from withdrawals w join ledger_transfers h on h.id = derived_id('withdrawal.hold', w.id::text)
     cross join lateral ledger_hold_lots(w.user_id, h.id, h.amount) l where w.user_id = $1`,
    [person.userId],
  )
  expect(taken.filter(({ disputed, held, young }) => disputed || held || young)).toEqual([])
}

async function close(world: World): Promise<void> {
  if (world.closed) return
  const isHeld = world.refunds.length > 0
  const owes = (await findDebt(shop.deps.db, world.person.userId)) > 0
  world.closed = await shop.close(world.person.userId)
  expect(world.closed).toBe(!isHeld && !owes)
}

async function perform(world: World, step: Step): Promise<void> {
  const { person, others, sums, closed, checkouts } = world
  const { userId } = person
  if (step.op === 'wait') shop.clock.advance(step.days * DAY_MS)
  else if (step.op === 'topUp' && !closed) {
    await approve(world, await shop.aCheckout(userId, step.pesos, step.method))
  } else if (step.op === 'checkout' && !closed) {
    const paid = await shop.aCheckout(userId, step.pesos, step.method)
    checkouts.push({ paid, until: inDays(30) })
  } else if (step.op === 'late') {
    // Whose a claim is, is kept for 30 days after the last checkout.
    const late = checkouts.pop()
    if (late && late.until > shop.clock.now()) await approve(world, late.paid)
  } else if (step.op === 'void') await reverse(world)
  else if (step.op === 'proposeRefund') await proposeRefund(world, step.pesos)
  else if (step.op === 'signRefund') await signRefund(world)
  else if (step.op === 'credit' && !closed) {
    await shop.aCredit(userId, step.pesos)
    others.push({ pesos: step.pesos, maturesAt: null })
    sums.in += step.pesos
  } else if (step.op === 'earn' && !closed) await earn(world, step.pesos)
  else if (step.op === 'fare' && !closed) await spend(world, step.pesos)
  else if (step.op === 'close') await close(world)
  else if (step.op === 'pay') await pay(world)
}

/** (b) Every peso that came in is somewhere, and the claim is open exactly while some are left. */
async function expectWhole({ person: { userId }, sums, closed }: World): Promise<void> {
  const left = (await shop.left(userId)) - (await findDebt(shop.deps.db, userId))
  const [row] = await shop.query(
    `select coalesce(sum(t.amount), 0)::int as pesos from ledger_transfers t
     join ledger_accounts w on w.id = t.debit_account
     where w.owner_id = $1 and t.code = 'credit_lapsed'`,
    [userId],
  )
  const { fares, commission, voids, refunds, handed } = sums
  expect(fares + commission + voids + refunds + (row?.pesos ?? 0) + handed + left).toBe(sums.in)
  const claim = await shop.claimOf(userId)
  expect(claim?.open ?? false).toBe(closed && (await shop.left(userId)) > 0)
}

it('pays a closed account its mature pesos and nothing else, in random step orders', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...STEPS], { minLength: STEPS.length - 4 }),
      async (steps) => {
        // Sessions of the team would end if the runs followed each other.
        shop.clock.set(TEST_NOW)
        const sums = { in: 0, fares: 0, commission: 0, voids: 0, refunds: 0, handed: 0 }
        const world: World = {
          ...{ person: await shop.aSaver(0), paid: new Map(), checkouts: [], others: [] },
          ...{ refunds: [], refunded: new Map(), closed: false, sums },
        }
        for (const step of steps) {
          await perform(world, step)
          await expectWhole(world)
        }
        await signRefund(world)
        await close(world)
        if (!world.closed) return
        // (c) 60 days later nothing is left, not even whose it was.
        for (const days of [0, 20, 20, 20, 0]) {
          shop.clock.advance(days * DAY_MS)
          await pay(world)
          await expectWhole(world)
        }
        expect(await shop.left(world.person.userId)).toBe(0)
        expect(await shop.claimOf(world.person.userId)).toMatchObject({ open: false, sealed: null })
      },
    ),
    { numRuns: 12, interruptAfterTimeLimit: 9_000 },
  )
  const found = await findMismatches(shop.deps)
  expect(found.filter(({ check }) => ['claims', 'withdrawals', 'payouts'].includes(check))).toEqual(
    [],
  )
}, 120_000)
