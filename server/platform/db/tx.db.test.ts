import { beforeAll, describe, expect, it } from 'vitest'
import { recordAudit } from '#server/platform/audit.queries.ts'
import { AppError } from '#server/platform/errors.ts'
import { type CallKey, claimKey } from '#server/platform/idempotency.queries.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'
import { afterCommit, inTransaction, type Tx } from './tx.ts'

let deps: TestDeps

beforeAll(async () => {
  deps = await testDeps()
})

function note(tx: Tx, subjectId: string) {
  const at = deps.clock.now()
  return recordAudit(tx, { at, actorId: null, action: 'test', subjectKind: 'test', subjectId })
}

async function notes(subjectId: string): Promise<number> {
  const { rows } = await asOwner(
    deps.databaseUrl,
    'select count(*)::int as n from audit_entries where subject_id = $1',
    [subjectId],
  )
  return rows[0].n
}

describe('inTransaction', () => {
  it('rolls the transaction back on an AppError, and runs no after-commit effect', async () => {
    const id = newId()
    let effects = 0
    const attempt = inTransaction(deps.db, async (tx) => {
      await note(tx, id)
      afterCommit(tx, () => {
        effects += 1
      })
      throw new AppError('seats_unavailable')
    })
    await expect(attempt).rejects.toMatchObject({ code: 'seats_unavailable' })
    expect([await notes(id), effects]).toEqual([0, 0])
  })

  it('commits the transaction before it throws an AppError with the commit flag', async () => {
    const id = newId()
    const attempt = inTransaction(deps.db, async (tx) => {
      await note(tx, id)
      throw new AppError('insufficient_funds', { commit: true })
    })
    await expect(attempt).rejects.toMatchObject({ code: 'insufficient_funds' })
    expect(await notes(id)).toBe(1)
  })

  it('retries the transaction on a serialization failure, with one effect', async () => {
    const id = newId()
    let runs = 0
    await inTransaction(deps.db, async (tx) => {
      runs += 1
      await note(tx, id)
      if (runs < 3) throw Object.assign(new Error('deadlock'), { code: '40P01' })
    })
    expect([runs, await notes(id)]).toEqual([3, 1])
  })

  it('throws busy when every retry of a transaction fails by contention', async () => {
    const attempt = inTransaction(deps.db, async () => {
      throw Object.assign(new Error('serialization'), { code: '40001' })
    })
    await expect(attempt).rejects.toMatchObject({ code: 'busy' })
  })

  it('refuses a query after the transaction ended', async () => {
    let leaked: Tx | undefined
    await inTransaction(deps.db, async (tx) => {
      leaked = tx
    })
    await expect(note(leaked as Tx, newId())).rejects.toThrow(/commit/i)
  })
})

describe('claimKey', () => {
  const call = (key: CallKey, request: unknown, actorId: string) => ({
    actorId,
    operation: 'test',
    key,
    request,
    now: deps.clock.now(),
  })
  const claim = (input: ReturnType<typeof call>) =>
    inTransaction(deps.db, (tx) => claimKey(tx, input, async () => undefined))

  it('returns the first resource for a repeated idempotency key', async () => {
    const actor = newId()
    const first = await claim(call('same-key-1', { a: 1 }, actor))
    expect(first.repeated).toBe(false)
    const again = await claim(call('same-key-1', { a: 1 }, actor))
    expect(again).toMatchObject({ resourceId: first.resourceId, repeated: true })
  })

  it('refuses a used idempotency key for another request, except of another person', async () => {
    const actor = newId()
    await claim(call('same-key-2', { a: 1 }, actor))
    await expect(claim(call('same-key-2', { a: 2 }, actor))).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    })
    expect((await claim(call('same-key-2', { a: 2 }, newId()))).repeated).toBe(false)
  })

  it('knows a repeat by what a client sent, and by the request where 0.1.0 stored it', async () => {
    const actor = newId()
    const sent = (text: string, sentHash = 'a') => ({ text, sentHash })
    const first = await claim(call(sent('same-key-6'), { a: 1 }, actor))
    const newer = await claim(call(sent('same-key-6'), { a: 1, pets: false }, actor))
    expect(newer).toMatchObject({ resourceId: first.resourceId, repeated: true })
    const older = await claim(call('same-key-7', { a: 1 }, actor))
    const again = await claim(call(sent('same-key-7'), { a: 1 }, actor))
    expect(again).toMatchObject({ resourceId: older.resourceId, repeated: true })
    for (const other of [
      call(sent('same-key-6', 'b'), { a: 2 }, actor),
      call(sent('same-key-7'), { a: 2 }, actor),
    ]) {
      await expect(claim(other)).rejects.toMatchObject({ code: 'idempotency_mismatch' })
    }
  })

  it('derives the same resource id after its idempotency key was purged', async () => {
    const actor = newId()
    const first = await claim(call('same-key-4', {}, actor))
    await asOwner(deps.databaseUrl, 'delete from idempotency_keys where actor_id = $1', [actor])
    const again = await claim(call('same-key-4', {}, actor))
    expect(again).toMatchObject({ resourceId: first.resourceId, repeated: false })
    const others = [
      await claim(call('same-key-5', {}, actor)),
      await claim(call('same-key-4', {}, newId())),
      await claim({ ...call('same-key-4', {}, actor), operation: 'other' }),
    ]
    const ids = [first, ...others].map((each) => each.resourceId)
    expect(new Set(ids).size).toBe(4)
  })

  it('lets only one of fifty parallel calls claim an idempotency key', async () => {
    const actor = newId()
    const claims = await Promise.all(
      Array.from({ length: 50 }, () => claim(call('same-key-3', {}, actor))),
    )
    expect(claims.filter((one) => !one.repeated)).toHaveLength(1)
    expect(new Set(claims.map((one) => one.resourceId)).size).toBe(1)
  })
})
