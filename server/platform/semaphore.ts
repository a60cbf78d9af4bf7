import { AppError } from './errors.ts'

type Gate = { running: number; waiting: (() => void)[] }

/** Longer than a full queue takes while the database answers. */
const PATIENCE_MS = 20_000

/**
 * At most `width` tasks in flight per key and `queue` waiting; more, and those that waited for
 * `patienceMs`, are refused as busy. Keeps one hot row from filling the connection pool. A brake
 * only: correctness rests on the database.
 */
export function keyedSemaphore(width: number, queue: number, patienceMs = PATIENCE_MS) {
  const gates = new Map<string, Gate>()

  async function enter(key: string): Promise<void> {
    const gate = gates.get(key) ?? { running: 0, waiting: [] }
    gates.set(key, gate)
    if (gate.running < width) {
      gate.running += 1
      return
    }
    if (gate.waiting.length >= queue) throw new AppError('busy')
    await turn(gate, patienceMs)
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

  /** Keys with something in flight; for tests. */
  return Object.assign(run, { openKeys: () => gates.size })
}

/** Waits for a place that another task gives up. Errors: `busy` after `patienceMs`. */
function turn(gate: Gate, patienceMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      gate.waiting.splice(gate.waiting.indexOf(go), 1)
      reject(new AppError('busy'))
    }, patienceMs)
    gate.waiting.push(go)
  })
}
