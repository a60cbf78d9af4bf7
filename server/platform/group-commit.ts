import { isOutage } from './db/outage.ts'
import { AppError } from './errors.ts'

type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

type Options<Item, Result> = {
  /** Writes all items or none. Returns one result per item in their order, after the commit. */
  write: (items: readonly Item[]) => Promise<Result[]>
  batchMax: number
  /** Number of waiting items that starts a second batch in parallel; if unset, items wait. */
  besideMin?: number
  /** Items with a common key are never written in parallel, neither in one batch nor in two. */
  keysOf?: (item: Item) => readonly string[]
  waitingMax: number
}

/**
 * Group commit: items that arrive while a batch is written share the next batch. One batch runs at
 * a time, or two if `besideMin` is set. A result is returned after its commit. If the database
 * refuses a batch, its items are written one by one and only the invalid ones fail; if it is
 * unreachable, all fail. Errors of a call: `busy` when `waitingMax` items wait, else the errors of
 * `write`.
 */
export function groupCommit<Item, Result>({
  write,
  batchMax,
  besideMin = Number.POSITIVE_INFINITY,
  keysOf = () => [],
  waitingMax,
}: Options<Item, Result>) {
  let waiting: Waiting<Item, Result>[] = []
  /** Keys of the items that are being written. */
  const held = new Set<string>()
  let running = 0

  function add(item: Item): Promise<Result> {
    if (waiting.length >= waitingMax) return Promise.reject(new AppError('busy'))
    return new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (running === 0 || (running === 1 && waiting.length >= besideMin)) {
        running += 1
        // Deferred, so that requests that have already arrived share the first batch.
        setImmediate(() => void drain())
      }
    })
  }

  async function drain(): Promise<void> {
    for (;;) {
      const batch = take(running === 1 ? 1 : besideMin)
      if (batch.length === 0) break
      const keys = batch.flatMap(({ item }) => keysOf(item))
      for (const key of keys) held.add(key)
      await settle(batch)
      for (const key of keys) held.delete(key)
    }
    running -= 1
  }

  /** Takes the first waiting items whose keys are not held; none if there are fewer than `min`. */
  function take(min: number): readonly Waiting<Item, Result>[] {
    const taken = new Set(held)
    const batch: Waiting<Item, Result>[] = []
    const left: Waiting<Item, Result>[] = []
    for (const each of waiting) {
      const keys = keysOf(each.item)
      if (batch.length === batchMax || keys.some((key) => taken.has(key))) left.push(each)
      else {
        batch.push(each)
        for (const key of keys) taken.add(key)
      }
    }
    if (batch.length < min) return []
    waiting = left
    return batch
  }

  async function settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await write(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (batch.length > 1 && !(error instanceof AppError) && !isOutage(error)) {
        for (const one of batch) await settle([one])
      } else {
        for (const { reject } of batch) reject(error)
      }
    }
  }

  return add
}
