import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { AppError } from '#server/platform/errors.ts'

/** Without `hash` makes one of the password, with a salt of its own unless given; else compares. */
export type HashTask = {
  password: string
  hash?: string | undefined
  salt?: Uint8Array | undefined
}
export type HashAnswer = { ok: string | boolean } | { failed: string }

/**
 * For whom a password is hashed. `known`: a known device, a session, a mailed link: before all
 * others. Strangers wait in a shorter line, each `source` with few places of it.
 */
export type Asker = { known: true } | { known: false; source?: string }

type Limits = { workers: number; known: number; strangers: number; perSource: number }

type Waiting = {
  task: HashTask
  asker: Asker
  resolve: (value: string | boolean) => void
  reject: (error: Error) => void
}

/** One processor stays free of hashing, whatever comes. */
const LIMITS: Limits = {
  workers: Math.max(1, Math.min(4, availableParallelism() - 1)),
  // A hash takes about 30 ms: nobody waits much longer than a second or two.
  known: 60,
  strangers: 12,
  perSource: 3,
}

/**
 * Hashes passwords on threads of their own, at low priority, so that neither the event loop nor
 * the file and name look-ups on libuv's threads wait for them. Refused at once when the line is
 * full. Errors of `run`: `busy`.
 */
export function hashPool(limits: Limits = LIMITS) {
  const known: Waiting[] = []
  const strangers: Waiting[] = []
  const idle: Worker[] = []
  let workers = 0

  function run(task: HashTask, asker: Asker): Promise<string | boolean> {
    const line = asker.known ? known : strangers
    if (isFull(asker)) return Promise.reject(new AppError('busy'))
    return new Promise((resolve, reject) => {
      line.push({ task, asker, resolve, reject })
      serveNext()
    })
  }

  function isFull(asker: Asker): boolean {
    if (asker.known) return known.length >= limits.known
    if (strangers.length >= limits.strangers) return true
    const { source } = asker
    return source !== undefined && countOf(strangers, source) >= limits.perSource
  }

  function serveNext(): void {
    if (known.length + strangers.length === 0) return
    const worker = idle.pop() ?? start()
    if (!worker) return
    const next = known.shift() ?? strangers.shift()
    if (next) work(worker, next)
  }

  function start(): Worker | undefined {
    if (workers >= limits.workers) return undefined
    workers += 1
    const worker = new Worker(new URL('./hash-worker.ts', import.meta.url))
    worker.unref()
    return worker
  }

  function work(worker: Worker, { task, resolve, reject }: Waiting): void {
    const onAnswer = (answer: HashAnswer) => {
      worker.off('error', onError)
      worker.unref()
      idle.push(worker)
      if ('ok' in answer) resolve(answer.ok)
      else reject(new Error(`password hashing failed: ${answer.failed}`))
      serveNext()
    }
    const onError = (error: unknown) => {
      worker.off('message', onAnswer)
      workers -= 1
      reject(error as Error)
      serveNext()
    }
    // While it works the process stays for its answer.
    worker.ref()
    worker.once('message', onAnswer)
    worker.once('error', onError)
    worker.postMessage(task)
  }

  return { run, isFull, waiting: () => ({ known: known.length, strangers: strangers.length }) }
}

function countOf(line: readonly Waiting[], source: string): number {
  return line.filter(({ asker }) => !asker.known && asker.source === source).length
}
