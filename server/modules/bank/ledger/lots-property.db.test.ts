import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'
import { anApprovedTopUp, anAttempt, aUser, type TestUser } from '#test/factories.ts'
import { payoutsClearing, walletId } from './chart.ts'
import { hold, post, voidHold } from './move-money.ts'
import { reverseTopUp } from './top-ups.ts'
import { ensureWallet, walletTotals } from './wallet-account.ts'
import { withdrawableOf } from './withdrawable.ts'

let deps: TestDeps

beforeAll(async () => {
  deps = await testDeps({ owner: true })
})

/** One credit in the model. The model updates it at each step and never replays the history. */
type Lot = { origin: 'card' | 'transfer' | 'earnings'; at: Date; maturesAt: Date; pesos: number }
type Taken = { lot: Lot; pesos: number }[]
type Cause = { kind: 'operator'; id: string }
/** A hold in the model. `to` is null for a withdrawal. */
type Held = { id: string; cause: Cause; to: number | null; pesos: number; taken: Taken }
type TopUp = { paymentId: string; transactionId: string; who: number; pesos: number; lot: Lot }
type World = { people: TestUser[]; lots: Lot[][]; holds: Held[]; topUps: TopUp[] }

const WAIT_MS = { card: 30 * DAY_MS, transfer: 3 * DAY_MS, earnings: DAY_MS }

function lotOf(origin: Lot['origin'], pesos: number): Lot {
  const at = deps.clock.now()
  return { origin, at, maturesAt: addMs(at, WAIT_MS[origin]), pesos }
}

const isMature = (lot: Lot) => lot.maturesAt <= deps.clock.now()
const sumOf = (lots: readonly Lot[]) => lots.reduce((sum, { pesos }) => sum + pesos, 0)

/**
 * Sorts credits by the order of spending: top-ups before earnings, immature before mature, old
 * before new; `first` before all others.
 */
function spendingOrder(lots: readonly Lot[], first?: Lot): Lot[] {
  const rank = (lot: Lot) =>
    (lot === first ? 0 : 1) * 4 + (lot.origin === 'earnings' ? 2 : 0) + (isMature(lot) ? 1 : 0)
  return lots.toSorted((a, b) => rank(a) - rank(b) || a.at.getTime() - b.at.getTime())
}

function take(order: readonly Lot[], pesos: number): Taken {
  const taken: Taken = []
  let left = pesos
  for (const lot of order) {
    const part = Math.min(left, lot.pesos)
    if (part === 0) continue
    lot.pesos -= part
    left -= part
    taken.push({ lot, pesos: part })
  }
  return taken
}

function giveBack(taken: Taken, pesos: number): void {
  let left = pesos
  for (const each of taken.toReversed()) {
    const part = Math.min(left, each.pesos)
    each.lot.pesos += part
    left -= part
  }
}

const who = fc.integer({ min: 0, max: 1 })
const pesos = fc.integer({ min: 1, max: 60 })
const which = fc.nat({ max: 9 })
const operation = fc.oneof(
  fc.record({ op: fc.constant('topUp' as const), who, pesos, card: fc.boolean() }),
  fc.record({ op: fc.constant('spend' as const), who, pesos }),
  fc.record({ op: fc.constant('withdraw' as const), who, pesos }),
  fc.record({ op: fc.constant('end' as const), which, part: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ op: fc.constant('reverse' as const), which }),
  fc.record({ op: fc.constant('wait' as const), hours: fc.constantFrom(1, 23, 25, 80, 400) }),
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

const account = (world: World, index: number) => walletId(world.people[index]?.userId ?? '')

async function topUp(world: World, step: Extract<Operation, { op: 'topUp' }>): Promise<void> {
  const paid = { method: step.card ? 'CARD' : 'PSE' }
  const userId = world.people[step.who]?.userId ?? ''
  const names = await anApprovedTopUp(deps, userId, step.pesos, paid)
  const lot = lotOf(step.card ? 'card' : 'transfer', step.pesos)
  world.lots[step.who]?.push(lot)
  world.topUps.push({ ...names, who: step.who, pesos: step.pesos, lot })
}

/** Holds money of one person for the other person, or for a withdrawal if `to` is null. */
async function holdFrom(world: World, from: number, to: number | null, sum: number): Promise<void> {
  const lots = world.lots[from] ?? []
  const mature = lots.filter(isMature)
  const taken = take(to === null ? withdrawalOrder(mature) : spendingOrder(lots), sum)
  const id = newId()
  const cause: Cause = { kind: 'operator', id: newId() }
  await inTransaction(deps.db, (tx) =>
    hold(tx, {
      id,
      from: account(world, from),
      to: to === null ? payoutsClearing : account(world, to),
      pesos: sum,
      code: to === null ? 'withdrawal' : 'fare',
      cause,
      now: deps.clock.now(),
    }),
  )
  world.holds.push({ id, cause, to, pesos: sum, taken })
}

const withdrawalOrder = (mature: readonly Lot[]) =>
  mature.toSorted(
    (a, b) =>
      Number(a.origin !== 'earnings') - Number(b.origin !== 'earnings') ||
      a.at.getTime() - b.at.getTime(),
  )

/**
 * Posts some quarters of a hold; 0 quarters return it. A withdrawal is always paid or returned
 * whole.
 */
async function end(world: World, held: Held, quarters: number): Promise<void> {
  const part = Math.floor((held.pesos * quarters) / 4)
  const kept = held.to === null && part > 0 ? held.pesos : part
  const code = held.to === null ? ('withdrawal' as const) : ('fare' as const)
  const { id: holdId, cause } = held
  const ending = { id: newId(), holdId, code, cause, now: deps.clock.now() }
  await inTransaction(deps.db, (tx) =>
    kept > 0 ? post(tx, { ...ending, pesos: kept }) : voidHold(tx, ending),
  )
  giveBack(held.taken, held.pesos - kept)
  if (held.to !== null && kept > 0) world.lots[held.to]?.push(lotOf('earnings', kept))
}

/** Reverses a top-up only if the wallet can return it: debts have their own property test. */
async function reverse(world: World, paid: TopUp): Promise<void> {
  const lots = world.lots[paid.who] ?? []
  if (sumOf(lots) < paid.pesos) return
  take(spendingOrder(lots, paid.lot), paid.pesos)
  const now = deps.clock.now()
  const { paymentId, transactionId, pesos, lot } = paid
  const method = lot.origin === 'card' ? 'CARD' : 'PSE'
  await inTransaction(deps.db, async (tx) => {
    await anAttempt(tx, { paymentId, transactionId, pesos, method, status: 'VOIDED', now })
    await reverseTopUp(tx, { paymentId, transactionId, now })
  })
}

async function perform(world: World, step: Operation): Promise<void> {
  // The clock stays still in the other steps: rows of the same millisecond differ only by their
  // order.
  if (step.op === 'wait') deps.clock.advance(step.hours * HOUR_MS)
  else if (step.op === 'topUp') await topUp(world, step)
  else if (step.op === 'spend') {
    const sum = Math.min(step.pesos, sumOf(world.lots[step.who] ?? []))
    if (sum > 0) await holdFrom(world, step.who, 1 - step.who, sum)
  } else if (step.op === 'withdraw') {
    const sum = Math.min(step.pesos, sumOf((world.lots[step.who] ?? []).filter(isMature)))
    if (sum > 0) await holdFrom(world, step.who, null, sum)
  } else if (step.op === 'end') {
    const [held] = world.holds.splice(step.which % (world.holds.length || 1), 1)
    if (held) await end(world, held, step.part)
  } else {
    const [paid] = world.topUps.splice(step.which % (world.topUps.length || 1), 1)
    if (paid) await reverse(world, paid)
  }
}

async function expectSame(world: World, begun: Date): Promise<void> {
  const now = deps.clock.now()
  const isWhole = now.getTime() - begun.getTime() < 90 * DAY_MS
  for (const [index, { userId }] of world.people.entries()) {
    const lots = world.lots[index] ?? []
    const shown = await withdrawableOf(deps.db, { userId, now })
    const mature = sumOf(lots.filter(isMature))
    expect((await walletTotals(deps.db, userId)).available).toBe(sumOf(lots))
    expect(shown.pesos + shown.young).toBe(sumOf(lots))
    // After 90 days the oldest credits leave the replayed window, which can only hold back more.
    if (isWhole) expect(shown.pesos).toBe(mature)
    else expect(shown.pesos).toBeLessThanOrEqual(mature)
    const next = lots.filter((lot) => !isMature(lot) && lot.pesos > 0)
    const soonest = Math.min(...next.map((lot) => lot.maturesAt.getTime()))
    if (isWhole) expect(shown.next?.at.getTime() ?? Number.POSITIVE_INFINITY).toBe(soonest)
  }
}

it('never allows withdrawing an immature peso, for any order of movements', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 4, maxLength: 30 }), async (steps) => {
      const people = [await aUser(deps), await aUser(deps)]
      const begun = deps.clock.now()
      await inTransaction(deps.db, async (tx) => {
        for (const { userId } of people) await ensureWallet(tx, userId, begun)
      })
      const world: World = { people, lots: [[], []], holds: [], topUps: [] }
      for (const step of steps) {
        await perform(world, step)
        await expectSame(world, begun)
      }
    }),
    { numRuns: 100 },
  )
}, 120_000)
