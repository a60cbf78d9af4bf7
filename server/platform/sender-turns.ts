import { AppError } from './errors.ts'

type Limits = {
  /** Files processed in parallel, of different senders. */
  width: number
  /** Waiting files of one sender, and of all. */
  waitingEach: number
  waiting: number
  /** Work in ms after which a sender waits behind all others. */
  slowMs: number
  timeoutMs: number
}

/** Time after a slow file in which its sender waits last. */
const SLOW_FOR_MS = 10 * 60_000

/**
 * Shares a few places among senders, so that the files of one never delay another's by more than
 * the one that runs: one file of a sender runs, `waitingEach` wait, and places go round by sender.
 */
export function senderTurns(limits: Limits) {
  const running = new Set<string>()
  /** Waiting files; the sender served longest ago is first. */
  const queues = new Map<string, (() => void)[]>()
  const slowAt = new Map<string, number>()

  const isSlow = (sender: string) =>
    performance.now() - (slowAt.get(sender) ?? Number.NEGATIVE_INFINITY) < SLOW_FOR_MS

  /** Removes a waiting file, and moves its sender behind the others. */
  function take(sender: string, go?: () => void): (() => void) | undefined {
    const queue = queues.get(sender) ?? []
    const [taken] = queue.splice(go ? queue.indexOf(go) : 0, 1)
    queues.delete(sender)
    if (queue.length > 0) queues.set(sender, queue)
    return taken
  }

  return {
    /** Waits for a place. Errors: `busy` when too many wait, or after `timeoutMs`. */
    async enter(sender: string): Promise<void> {
      if (running.size < limits.width && !running.has(sender)) {
        running.add(sender)
        return
      }
      const own = queues.get(sender) ?? []
      const all = [...queues.values()].reduce((sum, { length }) => sum + length, 0)
      if (own.length >= limits.waitingEach || all >= limits.waiting) throw new AppError('busy')
      queues.set(sender, own)
      await new Promise<void>((resolve, reject) => {
        const go = () => {
          clearTimeout(timer)
          resolve()
        }
        const timer = setTimeout(() => {
          take(sender, go)
          reject(new AppError('busy'))
        }, limits.timeoutMs)
        own.push(go)
      })
    },

    /** Frees the place of a sender whose file took `workMs`, and gives it to the next. */
    leave(sender: string, workMs: number): void {
      running.delete(sender)
      if (workMs > limits.slowMs) slowAt.set(sender, performance.now())
      const ready = [...queues.keys()].filter((each) => !running.has(each))
      const next = ready.find((each) => !isSlow(each)) ?? ready[0]
      if (next !== undefined) {
        running.add(next)
        take(next)?.()
      } else if (running.size === 0) slowAt.clear()
    },
  }
}
