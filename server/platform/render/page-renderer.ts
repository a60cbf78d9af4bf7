import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Brand } from '#contract/brand.ts'
import type { Clock } from '../clock.ts'
import type { Logger } from '../log.ts'
import type { ApiAnswer, FromWorker, RenderedPage, ToWorker } from './render-messages.ts'

const PROGRAM = path.join(import.meta.dirname, 'render-worker.ts')
/** After this time the visitor gets the static page instead. */
const RENDER_TIMEOUT_MS = 3_000
/** Wait before an ended thread is restarted, since it can fail immediately each time. */
const RESTART_MS = 5_000
const HEAP_MB = 192

/** Reads the API on behalf of the visitor of the page. */
type ReadApi = (address: string) => Promise<ApiAnswer>

export type PageRenderer = {
  /**
   * Renders the page at this address, with the result of a posted form if given. Returns the page
   * and the processor time that the thread used.
   * @throws when it cannot be rendered, or not within three seconds
   */
  render(
    address: string,
    read: ReadApi,
    form?: unknown,
  ): Promise<{ page: RenderedPage; cpuMs: number }>
  close(): Promise<void>
}

type Outcome = Extract<FromWorker, { kind: 'page' | 'failed' }>
type Open = { read: ReadApi; calls: number; end: (outcome: Outcome | Error) => void }
type Options = {
  bundleFile: string
  /** Origin of the site, as people see it. */
  origin: string
  brand: Brand
  log: Pick<Logger, 'error'>
  clock: Clock
  timeoutMs?: number
  restartMs?: number
}

/** Renders in one worker thread. The first page starts the thread; an ended thread is restarted. */
export function openPageRenderer({
  bundleFile,
  origin,
  brand,
  log,
  clock,
  timeoutMs = RENDER_TIMEOUT_MS,
  restartMs = RESTART_MS,
}: Options): PageRenderer {
  const open = new Map<number, Open>()
  let worker: Worker | null = null
  let endedAt = Number.NEGATIVE_INFINITY
  let ids = 0

  function thread(): Worker {
    if (worker) return worker
    if (performance.now() - endedAt < restartMs)
      throw new Error('the rendering thread has just ended')
    const started = startThread({ bundleFile, origin, brand })
    started.on('message', (message: FromWorker) => void take(started, message, open))
    started.on('error', (error) => log.error({ err: error }, 'the rendering thread failed'))
    started.once('exit', () => {
      if (worker !== started) return
      worker = null
      endedAt = performance.now()
      for (const { end } of open.values()) end(new Error('the rendering thread ended'))
    })
    worker = started
    return started
  }

  function render(address: string, read: ReadApi, form?: unknown) {
    const target = thread()
    ids += 1
    const id = ids
    return new Promise<{ page: RenderedPage; cpuMs: number }>((resolve, reject) => {
      const late = () => {
        const asked = open.get(id)
        asked?.end(new Error('rendering took too long'))
        // The page waits for no API call, so the thread itself is stuck.
        if (asked?.calls === 0) void target.terminate()
      }
      const timer = setTimeout(late, timeoutMs)
      const end = (outcome: Outcome | Error) => {
        clearTimeout(timer)
        open.delete(id)
        if (outcome instanceof Error) reject(outcome)
        else if (outcome.kind === 'failed') reject(new Error(outcome.reason))
        else resolve({ page: outcome.page, cpuMs: outcome.cpuMs })
      }
      open.set(id, { read, calls: 0, end })
      const asked = { id, address, now: clock.now().toISOString(), form }
      target.postMessage({ kind: 'render', ...asked } satisfies ToWorker)
    })
  }

  return {
    render: async (address, read, form) => render(address, read, form),
    async close() {
      await worker?.terminate()
    },
  }
}

/** Handles a message of the thread: a rendered page, or an API call of a page in progress. */
async function take(from: Worker, message: FromWorker, open: Map<number, Open>): Promise<void> {
  const asked = open.get(message.id)
  if (!asked) return
  if (message.kind !== 'call') return asked.end(message)
  asked.calls += 1
  const answer = await asked.read(message.address).catch(unreadable)
  asked.calls -= 1
  from.postMessage({ kind: 'answer', call: message.call, answer } satisfies ToWorker)
}

/**
 * Starts a thread without environment, so without secrets. It has its own heap limit, which ends
 * the thread instead of the server.
 */
function startThread(workerData: Pick<Options, 'bundleFile' | 'origin' | 'brand'>): Worker {
  const worker = new Worker(PROGRAM, {
    workerData,
    env: { NODE_ENV: 'production' },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  // An idle thread does not keep the process alive.
  worker.unref()
  return worker
}

function unreadable(): ApiAnswer {
  return { status: 500, body: '{}' }
}
