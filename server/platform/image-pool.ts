import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { AppError } from './errors.ts'
import type { ImageJob, ImageQuality, ImageResult } from './image-process.ts'
import { needsWasm } from './picture-types.ts'
import { senderTurns } from './sender-turns.ts'

const PROGRAM = path.join(import.meta.dirname, 'image-process.ts')
const ROOT = path.join(import.meta.dirname, '../..')
/** Time in which a process must start; a slower one means an overloaded machine. */
const START_MS = 15_000

/**
 * Memory of the programs for HEIC and PDF in pages of 64 KiB: 320 MB. A HEIC of 26 megapixels needs
 * 240 MB; a hostile file that wants more is unreadable.
 */
const WASM_PAGES_MAX = 5_120

/** `quality`: only if the job requested it. `text`: of a PDF's first page. */
export type Redrawn = { image: Buffer; quality: ImageQuality | null; text: string }

/** Limits of one sender: three files wait; after one of more than a second they wait last. */
const EACH = { waitingEach: 3, slowMs: 1_000, timeoutMs: 20_000 }

/**
 * Decodes images in separate processes. A process whose file takes longer than `timeLimitMs` is
 * killed. Senders share the processes fairly. Errors: `file_too_slow`, `busy`, and the refusals of
 * `picture.ts`.
 */
export function imagePool(options: { processes: number; waiting: number; timeLimitMs: number }) {
  const turns = senderTurns({ width: options.processes, waiting: options.waiting, ...EACH })
  const idle: ChildProcess[] = []

  async function run(sender: string, job: ImageJob): Promise<Redrawn> {
    const result = await inTurn(sender, job)
    if ('refused' in result) throw new AppError(result.refused)
    return { ...result, image: Buffer.from(result.image) }
  }

  async function inTurn(sender: string, job: ImageJob): Promise<Answer> {
    await turns.enter(sender)
    let startedAt = performance.now()
    try {
      const child = takeIdle(idle) ?? (await startProcess())
      startedAt = performance.now() // The start of a process is not the file's fault.
      const result = await answerOf(child, job, options.timeLimitMs)
      if (needsWasm(job.mime)) endProcess(child)
      else if (child.connected) idle.push(child)
      return result
    } finally {
      turns.leave(sender, performance.now() - startedAt)
    }
  }

  return run
}

/**
 * Ends a process whose WebAssembly memory could still have parts of a person's file, or was left
 * damaged by a hostile one. It would not shrink either.
 */
function endProcess(child: ChildProcess): void {
  if (child.connected) child.disconnect()
}

/** Takes an idle process, skipping those that the system has ended. */
function takeIdle(idle: ChildProcess[]): ChildProcess | undefined {
  let child = idle.pop()
  while (child && !child.connected) child = idle.pop()
  return child
}

/** Starts a process without environment (so without secrets) that can only read our files. */
async function startProcess(): Promise<ChildProcess> {
  const child = fork(PROGRAM, [], {
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [
      ...['--permission', `--allow-fs-read=${ROOT}/*`, '--allow-addons'],
      `--wasm-max-mem-pages=${WASM_PAGES_MAX}`,
    ],
  })
  try {
    await once(child, 'message', { signal: AbortSignal.timeout(START_MS) })
  } catch {
    child.kill('SIGKILL')
    throw new AppError('busy')
  }
  // An idle process does not keep the server alive.
  child.unref()
  child.channel?.unref()
  child.on('error', () => {}) // A failed process is replaced.
  return child
}

type Answer = ImageResult | { refused: 'file_too_slow' }

function answerOf(child: ChildProcess, job: ImageJob, limitMs: number): Promise<Answer> {
  return new Promise((resolve) => {
    const end = (result: Answer) => {
      clearTimeout(timer)
      child.off('message', end)
      child.off('exit', lost)
      child.off('error', lost)
      resolve(result)
    }
    const lost = () => end({ refused: 'file_unreadable' })
    const timer = setTimeout(() => {
      child.disconnect()
      child.kill('SIGKILL')
      end({ refused: 'file_too_slow' })
    }, limitMs)
    child.on('message', end)
    child.on('exit', lost)
    child.on('error', lost)
    child.send(job)
  })
}
