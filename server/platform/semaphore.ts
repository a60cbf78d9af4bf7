import { AppError } from './errors.ts'

/**
 * At most `width` tasks in flight per key and `queue` waiting; more are refused as busy. Keeps one
 * hot row from filling the connection pool. A brake only: correctness rests on the database.
 */
export function keyedSemaphore(width: number, queue: number) {
  const gates = new Map<string, { running: number; waiting: (() => void)[] }>()

  async function enter(key: string): Promise<void> {
    const gate = gates.get(key) ?? { running: 0, waiting: [] }
    gates.set(key, gate)
    if (gate.running < width) {
      gate.running += 1
      return
    }
    if (gate.waiting.length >= queue) throw new AppError('busy')
    await new Promise<void>((resolve) => gate.waiting.push(resolve))
  }

  function leave(key: string): void {
    const gate = gates.get(key)
    if (!gate) return
    const next = gate.waiting.shift()
    if (next) next()
    else gate.running -= 1
    if (gate.running === 0) gates.delete(key)
  }

  return async function run<T>(key: string, task: () => Promise<T>): Promise<T> {
    await enter(key)
    try {
      return await task()
    } finally {
      leave(key)
    }
  }
}
