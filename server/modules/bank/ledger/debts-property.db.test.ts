import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { inTransaction } from '#server/platform/db/tx.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'
import { anApprovedTopUp, anAttempt, aUser, type TestUser } from '#test/factories.ts'
import { walletId } from './chart.ts'
import { findDebt } from './ledger.queries.ts'
import { hold, post, voidHold } from './move-money.ts'
import { reverseTopUp } from './top-ups.ts'
import { verifyLedger } from './verify-ledger.ts'
import { walletTotals } from './wallet-account.ts'

let deps: TestDeps

beforeAll(async () => {
  deps = await testDeps({ owner: true })
})

const who = fc.integer({ min: 0, max: 1 })
const pesos = fc.integer({ min: 1, max: 50 })
const which = fc.nat({ max: 9 })
const operation = fc.oneof(
  fc.record({ op: fc.constant('topUp' as const), who, pesos }),
  fc.record({ op: fc.constant('hold' as const), who, pesos }),
  fc.record({ op: fc.constant('post' as const), which, pesos }),
  fc.record({ op: fc.constant('void' as const), which }),
  fc.record({ op: fc.constant('reverse' as const), which }),
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

type TopUp = { paymentId: string; transactionId: string; who: number; pesos: number }
type Hold = { id: string; who: number; pesos: number }

/** Two people. `worth`: expected balance of each, less the expected debt. */
type World = { people: TestUser[]; worth: [number, number]; topUps: TopUp[]; holds: Hold[] }

const money = () => ({
  cause: { kind: 'operator', id: 'property' } as const,
  code: 'fare' as const,
  now: deps.clock.now(),
})

function taken<T>(items: T[], at: number): T | undefined {
  return items.splice(at % (items.length || 1), 1)[0]
}

async function perform(world: World, step: Operation): Promise<void> {
  const account = (index: number) => walletId(world.people[index]?.userId ?? '')
  if (step.op === 'topUp') {
    const names = await anApprovedTopUp(deps, world.people[step.who]?.userId ?? '', step.pesos)
    world.topUps.push({ ...names, who: step.who, pesos: step.pesos })
    world.worth[step.who as 0 | 1] += step.pesos
  } else if (step.op === 'hold') {
    const id = newId()
    const between = { from: account(step.who), to: account(1 - step.who) }
    const asked = { id, ...between, pesos: step.pesos, ...money() }
    const held = await accepted(inTransaction(deps.db, (tx) => hold(tx, asked)))
    if (held) world.holds.push({ id, who: step.who, pesos: step.pesos })
  } else if (step.op === 'reverse') {
    const topUp = taken(world.topUps, step.which)
    if (topUp) await reverse(world, topUp)
  } else {
    const held = taken(world.holds, step.which)
    if (held) await end(world, held, step.op === 'post' ? Math.min(step.pesos, held.pesos) : 0)
  }
}

async function reverse(world: World, topUp: TopUp): Promise<void> {
  const now = deps.clock.now()
  const { who: owner, pesos: amount, ...names } = topUp
  const told = await inTransaction(deps.db, async (tx) => {
    await anAttempt(tx, { ...names, pesos: amount, status: 'VOIDED', now })
    return await reverseTopUp(tx, { ...names, now })
  })
  expect(told.takenPesos + told.owedPesos).toBe(amount)
  world.worth[owner as 0 | 1] -= amount
}

async function end(world: World, held: Hold, amount: number): Promise<void> {
  const ending = { id: newId(), holdId: held.id, ...money() }
  await inTransaction(deps.db, (tx) =>
    amount > 0 ? post(tx, { ...ending, pesos: amount }) : voidHold(tx, ending),
  )
  world.worth[held.who as 0 | 1] -= amount
  world.worth[(1 - held.who) as 0 | 1] += amount
}

/** Returns false for a refusal for lack of money, which the model does not predict. */
async function accepted(effect: Promise<void>): Promise<boolean> {
  try {
    await effect
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'insufficient_funds') return false
    throw error
  }
}

async function expectSound(world: World): Promise<void> {
  for (const [index, person] of world.people.entries()) {
    const { available, held } = await walletTotals(deps.db, person.userId)
    const debt = await findDebt(deps.db, person.userId)
    expect(available + held - debt).toBe(world.worth[index as 0 | 1])
    if (debt > 0) expect(available).toBe(0)
    expect(Math.min(available, held, debt)).toBeGreaterThanOrEqual(0)
  }
}

it('never leaves free money beside a debt, for any order of top-ups and holds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 4, maxLength: 25 }), async (steps) => {
      const people = [await aUser(deps), await aUser(deps)]
      const world: World = { people, worth: [0, 0], topUps: [], holds: [] }
      for (const step of steps) {
        await perform(world, step)
        await expectSound(world)
      }
    }),
    { numRuns: 40 },
  )
  const { findings } = await verifyLedger(deps)
  expect(findings.filter((line) => !line.startsWith('UNCHAINED'))).toEqual([])
}, 60_000)
