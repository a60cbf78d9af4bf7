import { AppError } from './errors.ts'

type Gate = { running: number; waiting: (() => void)[] }

/** Longer than a full queue takes while the database answers. */
const QUEUE_TIMEOUT_MS = 20_000

/**
 * At most `width` tasks in flight per key and `queue` waiting; more, and those that waited for
 * `timeoutMs`, are refused as busy. Keeps one hot row from filling the connection pool. A limit
 * of load only: correctness rests on the database.
 */
export function keyedSemaphore(width: number, queue: number, timeoutMs = QUEUE_TIMEOUT_MS) {
  const gates = new Map<string, Gate>()

  async function enter(key: string): Promise<void> {
    const gate = gates.get(key) ?? { running: 0, waiting: [] }
    gates.set(key, gate)
    if (gate.running < width) {
      gate.running += 1
      return
    }
    if (gate.waiting.length >= queue) throw new AppError('busy')
    await waitTurn(gate, timeoutMs)
  }

  function leave(key: string): void {
    const gate = gates.get(key)
    if (!gate) return
    const next = gate.waiting.shift()
    if (next) next()
    else gate.running -= 1
    if (gate.running === 0) gates.delete(key)
  }

  async function run<T>(key: string, task: () => Promise<T>): Promise<T> {
    await enter(key)
    try {
      return await task()
    } finally {
      leave(key)
    }
  }

  return Object.assign(run, {
    /** Whether the next task of this key has to wait. */
    isFull: (key: string) => (gates.get(key)?.running ?? 0) >= width,
    /** Keys with something in flight; for tests. */
    openKeys: () => gates.size,
  })
}

/** Waits until another task is done. Errors: `busy` after `timeoutMs`. */
function waitTurn(gate: Gate, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      gate.waiting.splice(gate.waiting.indexOf(go), 1)
      reject(new AppError('busy'))
    }, timeoutMs)
    gate.waiting.push(go)
  })
}
