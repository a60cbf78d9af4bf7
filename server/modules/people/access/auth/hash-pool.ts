import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { AppError } from '#server/platform/errors.ts'

/** Without `hash`: hashes the password, with the given or a random salt. With `hash`: compares. */
export type HashTask = {
  password: string
  hash?: string | undefined
  salt?: Uint8Array | undefined
}
export type HashAnswer = { ok: string | boolean } | { failed: string }

/**
 * Caller for whom a password is hashed. A `known` caller (known device, session, mailed link) goes
 * first. Strangers have a queue with few places per `source`, and sources take turns. A source that
 * was refused and retries after a while, as the login page does, goes before other strangers.
 */
export type Asker = { known: true } | Stranger
type Stranger = { known: false; source?: string }

type Limits = {
  workers: number
  known: number
  returning: number
  strangers: number
  perSource: number
  /** Window after a refusal in which a request of the source counts as a retry, in milliseconds. */
  back: { fromMs: number; untilMs: number }
}

type Waiting = {
  task: HashTask
  asker: Asker
  resolve: (value: string | boolean) => void
  reject: (error: Error) => void
}

/** Limits of the pool that hashes passwords; one processor stays free of hashing. */
const LIMITS: Limits = {
  workers: Math.max(1, Math.min(4, availableParallelism() - 1)),
  // A hash takes about 30 ms, so the longest wait is one or two seconds.
  known: 60,
  returning: 24,
  strangers: 48,
  // People of an office or a school behind one IP address can sign in in the same minute.
  perSource: 16,
  // The answer `busy` asks to retry after one second; a browser's clock can be a little fast.
  back: { fromMs: 700, untilMs: 60_000 },
}

/**
 * Hashes passwords on separate threads with low priority, so that the event loop and libuv's
 * threads do not wait for them. Errors of `run`: `busy`, at once when the queue is full.
 */
export function hashPool(limits: Limits = LIMITS) {
  const known: Waiting[] = []
  const returning = fairLine(sourceOf)
  const strangers = fairLine(sourceOf)
  const refused = refusedSources(limits.back)
  const workers = hashWorkers(limits.workers, serveNext)

  function run(task: HashTask, asker: Asker): Promise<string | boolean> {
    if (isFull(asker)) return Promise.reject(new AppError('busy'))
    const line = asker.known ? known : lineOf(asker)
    if (!asker.known && line === returning) refused.forget(asker)
    return new Promise((resolve, reject) => {
      line.push({ task, asker, resolve, reject })
      serveNext()
    })
  }

  function lineOf(asker: Stranger) {
    return refused.isBack(asker) ? returning : strangers
  }

  /** Whether the hash queue has no place for this caller; records the refusal. */
  function isFull(asker: Asker): boolean {
    if (asker.known) return known.length >= limits.known
    const line = lineOf(asker)
    const full =
      line.length >= (line === returning ? limits.returning : limits.strangers) ||
      (asker.source !== undefined && line.countOf(asker.source) >= limits.perSource)
    if (full) refused.note(asker)
    return full
  }

  function serveNext(): void {
    if (known.length + returning.length + strangers.length === 0) return
    const worker = workers.take()
    if (!worker) return
    const next = known.shift() ?? returning.shift() ?? strangers.shift()
    if (next) workers.work(worker, next)
  }

  const waiting = () => ({
    known: known.length,
    returning: returning.length,
    strangers: strangers.length,
  })
  return { run, isFull, waiting }
}

/** Manages at most `max` hash threads; calls `onFree` whenever a thread is free. */
function hashWorkers(max: number, onFree: () => void) {
  const idle: Worker[] = []
  let count = 0

  function start(): Worker | undefined {
    if (count >= max) return undefined
    count += 1
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
      onFree()
    }
    const onError = (error: unknown) => {
      worker.off('message', onAnswer)
      count -= 1
      reject(error as Error)
      onFree()
    }
    // Keeps the process alive until the thread answers.
    worker.ref()
    worker.once('message', onAnswer)
    worker.once('error', onError)
    worker.postMessage(task)
  }

  return { take: () => idle.pop() ?? start(), work }
}

function sourceOf({ asker }: Waiting): string {
  return asker.known ? '' : (asker.source ?? '')
}

/** A queue in which sources take turns, so that one with many items delays others by one each. */
function fairLine<T>(sourceOf: (item: T) => string) {
  /** Items by source; the source whose turn is next comes first. */
  const lines = new Map<string, T[]>()
  let length = 0
  return {
    get length() {
      return length
    },
    countOf: (source: string): number => lines.get(source)?.length ?? 0,
    push(item: T): void {
      const source = sourceOf(item)
      const line = lines.get(source) ?? []
      lines.set(source, line)
      line.push(item)
      length += 1
    },
    shift(): T | undefined {
      const [turn] = lines
      if (!turn) return undefined
      const [source, line] = turn
      lines.delete(source)
      const item = line.shift()
      if (line.length > 0) lines.set(source, line)
      length -= 1
      return item
    },
  }
}

/** Maximum number of refused sources in memory; the oldest are dropped first. */
const REFUSED_MAX = 20_000

/** Remembers when each source was first refused by the full queue, to recognise retries. */
function refusedSources({ fromMs, untilMs }: { fromMs: number; untilMs: number }) {
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
    forget(asker: Stranger): void {
      if (asker.source !== undefined) since.delete(asker.source)
    },
  }
}
