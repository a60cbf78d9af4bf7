import { AppError } from './errors.ts'

type Gate = { running: number; waiting: (() => void)[] }

/** Default wait, longer than a full queue takes while the database responds. */
const QUEUE_TIMEOUT_MS = 20_000

/**
 * Limits tasks in flight to `width` per key and waiting ones to `queue`; further tasks, and tasks
 * that waited for `timeoutMs`, are refused as `busy`. It only limits load, not correctness.
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
    /** Tells whether the next task of this key must wait. */
    isFull: (key: string) => (gates.get(key)?.running ?? 0) >= width,
    /** Number of keys with tasks in flight, for tests. */
    openKeys: () => gates.size,
  })
}

/** Waits until another task ends. Errors: `busy` after `timeoutMs`. */
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
