import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  expireHolds,
  gatewayWompi,
  hold,
  post,
  transfer,
  verifyLedger,
  voidHold,
  walletTotals,
} from '#server/modules/bank/ledger/index.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'
import { aFundedWallet, aUser, type TestUser } from '#test/factories.ts'

let deps: TestDeps
let ana: TestUser
let leo: TestUser
let [from, to] = ['', '']

beforeAll(async () => {
  deps = await testDeps({ poolSize: 20, owner: true })
})

beforeEach(async () => {
  ana = await aUser(deps)
  leo = await aUser(deps)
  from = await aFundedWallet(deps, ana.userId, 1_000)
  to = await aFundedWallet(deps, leo.userId, 1_000)
})

const money = () => ({
  cause: { kind: 'operator' as const, id: newId() },
  code: 'adjustment' as const,
  now: deps.clock.now(),
})

async function outcome(work: (tx: Tx) => Promise<void>): Promise<string> {
  try {
    await inTransaction(deps.db, work)
    return 'ok'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

async function aHold(pesos: number, expiresAt: Date | null = null): Promise<string> {
  const id = newId()
  expect(await outcome((tx) => hold(tx, { id, from, to, pesos, expiresAt, ...money() }))).toBe('ok')
  return id
}

type Ending = 'post' | 'void' | 'expire'

function end(holdId: string, how: Ending, pesos?: number): Promise<string> {
  if (how === 'expire') return expireHolds(deps).then((ended) => (ended > 0 ? 'ok' : 'none'))
  const resolution = { id: newId(), holdId, ...money() }
  return outcome((tx) =>
    how === 'post'
      ? post(tx, { ...resolution, ...(pesos ? { pesos } : {}) })
      : voidHold(tx, resolution),
  )
}

async function totals() {
  const [a, l] = [await walletTotals(deps.db, ana.userId), await walletTotals(deps.db, leo.userId)]
  return { ana: [a.available, a.held], leo: [l.available, l.incoming] }
}

async function expectSound(): Promise<void> {
  const { findings } = await verifyLedger(deps)
  expect(findings.filter((line) => !line.startsWith('UNCHAINED'))).toEqual([])
}

describe('a hold that has ended', () => {
  it.each<[Ending, Ending, string]>([
    ['void', 'post', 'hold_resolved'],
    ['post', 'void', 'hold_resolved'],
    ['post', 'post', 'hold_resolved'],
    ['void', 'void', 'hold_resolved'],
    ['expire', 'post', 'hold_resolved'],
    ['expire', 'void', 'hold_resolved'],
    ['post', 'expire', 'none'],
    ['void', 'expire', 'none'],
  ])('refuses to end a hold ended by %s again by %s', async (first, second, refusal) => {
    const id = await aHold(100, addMs(deps.clock.now(), HOUR_MS))
    if (first === 'expire') deps.clock.advance(HOUR_MS)
    expect(await end(id, first)).toBe('ok')
    const before = await totals()
    if (second === 'expire') deps.clock.advance(HOUR_MS)
    expect(await end(id, second)).toBe(refusal)
    expect(await totals()).toEqual(before)
    await expectSound()
  })

  it('posts a part of a hold, returns the rest, and refuses a second posting', async () => {
    const id = await aHold(100)
    const parts = await Promise.all(Array.from({ length: 20 }, () => end(id, 'post', 60)))
    expect(parts.filter((each) => each === 'ok')).toHaveLength(1)
    expect(await end(id, 'post', 40)).toBe('hold_resolved')
    expect(await totals()).toEqual({ ana: [940, 0], leo: [1_060, 0] })
    await expectSound()
  })

  it('refuses to post a hold above its amount or a millisecond late', async () => {
    const id = await aHold(100, addMs(deps.clock.now(), HOUR_MS))
    expect(await end(id, 'post', 101)).toBe('amount_exceeds_hold')
    deps.clock.advance(HOUR_MS - 1)
    expect(await end(id, 'expire')).toBe('none')
    deps.clock.advance(1)
    expect(await end(id, 'post')).toBe('hold_expired')
    expect(await end(id, 'expire')).toBe('ok')
    expect(await totals()).toEqual({ ana: [1_000, 0], leo: [1_000, 0] })
  })
})

describe('expiry of holds', () => {
  it('ends each hold once when three processes expire, post and void in parallel', async () => {
    const due = addMs(deps.clock.now(), HOUR_MS)
    const ids = await Promise.all(Array.from({ length: 30 }, () => aHold(10, due)))
    deps.clock.set(addMs(due, -1))
    const posts = ids.slice(0, 10).map((id) => end(id, 'post'))
    deps.clock.set(due)
    await Promise.all([
      ...posts,
      ...ids.slice(5, 20).map((id) => end(id, 'void')),
      expireHolds(deps),
      expireHolds(deps),
      expireHolds(deps),
    ])
    const { rows } = await asOwner(
      deps.databaseUrl,
      `select count(*)::int as ended, count(distinct pending_id)::int as holds
       from ledger_transfers where pending_id = any($1)`,
      [ids],
    )
    expect(rows).toEqual([{ ended: 30, holds: 30 }])
    const { held } = await walletTotals(deps.db, ana.userId)
    expect(held).toBe(0)
    await expectSound()
  })

  it('expires other holds when one hold fails', async () => {
    const due = addMs(deps.clock.now(), HOUR_MS)
    const [broken, sound] = [await aHold(20, due), await aHold(10, addMs(due, 1))]
    // Returning the first hold would make the pending sum negative; the second hold still fits.
    await setPending(-20)
    deps.clock.set(addMs(due, HOUR_MS))
    await expect(expireHolds(deps)).rejects.toThrow(AggregateError)
    const ended = await asOwner(
      deps.databaseUrl,
      'select pending_id from ledger_transfers where pending_id = any($1)',
      [[broken, sound]],
    )
    expect(ended.rows).toEqual([{ pending_id: sound }])
    await setPending(20)
    await expireHolds(deps)
    expect(await totals()).toEqual({ ana: [1_000, 0], leo: [1_000, 0] })
  })
})

/** Corrupts the payer's total directly, which the app cannot do. */
async function setPending(change: number): Promise<void> {
  await asOwner(
    deps.databaseUrl,
    'update ledger_accounts set debits_pending = debits_pending + $2 where id = $1',
    [from, change],
  )
}

describe('limits of amounts and currencies', () => {
  it('refuses a sum beyond 64 bits and moves nothing', async () => {
    const huge = '9223372036854775000'
    await asOwner(
      deps.databaseUrl,
      'update ledger_accounts set credits_posted = $2 where id = $1',
      [to, huge],
    )
    const attempt = inTransaction(deps.db, (tx) =>
      transfer(tx, { id: newId(), from: gatewayWompi, to, pesos: 1_000, ...money() }),
    )
    await expect(attempt).rejects.toMatchObject({ code: '22003' })
    const { rows } = await asOwner(
      deps.databaseUrl,
      'select credits_posted::text as sum from ledger_accounts where id = $1',
      [to],
    )
    expect(rows).toEqual([{ sum: huge }])
    await asOwner(
      deps.databaseUrl,
      'update ledger_accounts set credits_posted = 1000 where id = $1',
      [to],
    )
    await expectSound()
  })

  it('refuses transfers between currencies', async () => {
    const points = newId()
    await asOwner(
      deps.databaseUrl,
      `insert into ledger_accounts (id, kind, owner_id, currency, balanced, created_at)
       values ($1, 'points', $2, 'PTS', true, now())`,
      [points, ana.userId],
    )
    const move = (a: string, b: string) =>
      outcome((tx) => transfer(tx, { id: newId(), from: a, to: b, pesos: 1, ...money() }))
    expect(await move(from, points)).toBe('account_unsuitable')
    expect(await move(from, from)).toBe('account_unsuitable')
    expect(await move(from, newId())).toBe('account_unsuitable')
    expect(await totals()).toEqual({ ana: [1_000, 0], leo: [1_000, 0] })
  })
})
