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
 * others. Strangers wait in a shorter line, each `source` with few places of it; a source that was
 * refused and comes back after a while, as the login page does, goes before the other strangers.
 */
export type Asker = { known: true } | Stranger
type Stranger = { known: false; source?: string }

type Limits = {
  workers: number
  known: number
  returning: number
  strangers: number
  perSource: number
  /** From when until when after a refusal a source counts as coming back, in milliseconds. */
  back: { fromMs: number; untilMs: number }
}

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
  returning: 24,
  strangers: 12,
  perSource: 3,
  // The answer `busy` says one second; a browser's clock may be a little fast.
  back: { fromMs: 700, untilMs: 60_000 },
}

/** Refused sources that are remembered; the oldest are forgotten first. */
const REFUSED_MAX = 20_000

/**
 * Hashes passwords on threads of their own, at low priority, so that neither the event loop nor
 * the file and name look-ups on libuv's threads wait for them. Refused at once when the line is
 * full. Errors of `run`: `busy`.
 */
export function hashPool(limits: Limits = LIMITS) {
  const known: Waiting[] = []
  const returning: Waiting[] = []
  const strangers: Waiting[] = []
  const refused = refusedSources(limits.back)
  const idle: Worker[] = []
  let workers = 0

  function run(task: HashTask, asker: Asker): Promise<string | boolean> {
    if (isFull(asker)) return Promise.reject(new AppError('busy'))
    const line = lineOf(asker)
    if (line === returning) refused.forget(asker)
    return new Promise((resolve, reject) => {
      line.push({ task, asker, resolve, reject })
      serveNext()
    })
  }

  function lineOf(asker: Asker): Waiting[] {
    if (asker.known) return known
    return refused.isBack(asker) ? returning : strangers
  }

  /** Is there no place for this one? If so they are remembered as refused. */
  function isFull(asker: Asker): boolean {
    if (asker.known) return known.length >= limits.known
    const line = lineOf(asker)
    const full =
      line.length >= (line === returning ? limits.returning : limits.strangers) ||
      (asker.source !== undefined && countOf(line, asker.source) >= limits.perSource)
    if (full) refused.note(asker)
    return full
  }

  function serveNext(): void {
    if (known.length + returning.length + strangers.length === 0) return
    const worker = idle.pop() ?? start()
    if (!worker) return
    const next = known.shift() ?? returning.shift() ?? strangers.shift()
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

  const waiting = () => ({
    known: known.length,
    returning: returning.length,
    strangers: strangers.length,
  })
  return { run, isFull, waiting }
}

/** When strangers were refused first, by source, so that who comes back can be told from the new. */
function refusedSources({ fromMs, untilMs }: Limits['back']) {
  const since = new Map<string, number>()
  const ageOf = ({ source }: Stranger) => {
    const at = source === undefined ? undefined : since.get(source)
    return at === undefined ? undefined : performance.now() - at
  }
  return {
    note(asker: Stranger): void {
      const age = ageOf(asker)
      if (asker.source === undefined || (age !== undefined && age < untilMs)) return
      since.delete(asker.source)
      since.set(asker.source, performance.now())
      if (since.size > REFUSED_MAX) since.delete(since.keys().next().value ?? '')
    },
    isBack(asker: Stranger): boolean {
      const age = ageOf(asker)
      return age !== undefined && age >= fromMs && age < untilMs
    },
    forget(asker: Asker): void {
      if (!asker.known && asker.source !== undefined) since.delete(asker.source)
    },
  }
}

function countOf(line: readonly Waiting[], source: string): number {
  return line.filter(({ asker }) => !asker.known && asker.source === source).length
}
