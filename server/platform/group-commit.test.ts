import { expect, it } from 'vitest'
import { AppError } from './errors.ts'
import { groupCommit } from './group-commit.ts'

const few = { batchMax: 10, waitingMax: 20 }

/** A store that records written batches, and refuses every batch with a `bad` item. */
function store(
  limits: {
    batchMax: number
    waitingMax: number
    besideMin?: number
    keysOf?: (item: number) => readonly string[]
  } = few,
) {
  const batches: number[][] = []
  const control: { away: Error | null; until?: Promise<void> } = { away: null }
  const add = groupCommit<number, string>({
    ...limits,
    write: async (items) => {
      batches.push([...items])
      await new Promise(setImmediate)
      await control.until
      if (control.away) throw control.away
      if (items.includes(13)) throw Object.assign(new Error('refused'), { code: '23514' })
      return items.map((item) => `kept ${item}`)
    },
  })
  return { add, batches, control }
}

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, n) => from + n)

it('writes items that arrive together in one batch, and later items in the next', async () => {
  const { add, batches } = store()
  const first = numbers(3).map(add)
  await new Promise(setImmediate)
  const second = numbers(12, 20).map(add)
  expect(await Promise.all(first)).toEqual(['kept 0', 'kept 1', 'kept 2'])
  expect((await Promise.all(second)).at(-1)).toBe('kept 31')
  expect(batches).toEqual([numbers(3), numbers(10, 20), [30, 31]])
  expect(await add(40)).toBe('kept 40')
})

it('writes items singly after a refused batch, so that only invalid items fail', async () => {
  const { add, batches } = store()
  const settled = await Promise.allSettled([11, 12, 13, 14].map(add))
  expect(settled.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(batches).toEqual([[11, 12, 13, 14], [11], [12], [13], [14]])
})

it('fails the whole batch when the database is unreachable or busy', async () => {
  const { add, batches, control } = store()
  const outages = [Object.assign(new Error('gone'), { code: '57P01' }), new AppError('busy')]
  for (const away of outages) {
    control.away = away
    const settled = await Promise.allSettled([1, 2].map(add))
    expect(settled).toEqual([1, 2].map(() => ({ status: 'rejected', reason: away })))
  }
  expect(batches).toEqual([
    [1, 2],
    [1, 2],
  ])
  control.away = null
  expect(await add(3)).toBe('kept 3')
})

it('throws busy immediately when the queue of a group commit is full', async () => {
  const { add } = store({ batchMax: 2, waitingMax: 3 })
  const kept = numbers(3).map(add)
  await expect(add(9)).rejects.toMatchObject({ code: 'busy' })
  expect(await Promise.all(kept)).toHaveLength(3)
})

it('writes a second batch in parallel when enough items wait, but no third', async () => {
  const { add, batches, control } = store({ batchMax: 4, waitingMax: 20, besideMin: 2 })
  const { promise, resolve } = Promise.withResolvers<void>()
  control.until = promise
  const arrive = async (count: number, from: number) => {
    const added = numbers(count, from).map(add)
    await new Promise(setImmediate)
    return added
  }
  const first = await arrive(1, 0)
  const alone = await arrive(1, 10)
  expect(batches).toEqual([[0]])
  const beside = await arrive(1, 20)
  expect(batches).toEqual([[0], [10, 20]])
  const later = await arrive(6, 30)
  expect(batches).toHaveLength(2)
  resolve()
  const all = await Promise.all([...first, ...alone, ...beside, ...later])
  expect(all).toHaveLength(9)
  expect(batches.slice(2).flat().sort()).toEqual(numbers(6, 30))
})

it('never writes items with the same key in parallel, nor delays other items', async () => {
  const keysOf = (item: number) => [`tens ${Math.floor(item / 10)}`]
  const limits = { batchMax: 4, waitingMax: 20, besideMin: 2, keysOf }
  const { add, batches, control } = store(limits)
  const { promise, resolve } = Promise.withResolvers<void>()
  control.until = promise
  const first = [add(1), add(2), add(21)]
  await new Promise(setImmediate)
  expect(batches).toEqual([[1, 21]])
  // Only one of these items has a free key, too few for a second batch.
  const second = [add(3), add(22), add(31)]
  await new Promise(setImmediate)
  expect(batches).toHaveLength(1)
  const third = [add(41), add(42)]
  await new Promise(setImmediate)
  expect(batches).toEqual([
    [1, 21],
    [31, 41],
  ])
  resolve()
  expect(await Promise.all([...first, ...second, ...third])).toHaveLength(8)
  expect(batches.slice(2).flat().sort()).toEqual([2, 22, 3, 42])
  for (const batch of batches) expect(new Set(batch.flatMap(keysOf)).size).toBe(batch.length)
})
