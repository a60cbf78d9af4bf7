import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { AppError } from './errors.ts'
import type { ImageJob, ImageQuality, ImageResult } from './image-process.ts'
import { keyedSemaphore } from './semaphore.ts'

const PROGRAM = path.join(import.meta.dirname, 'image-process.ts')
const ROOT = path.join(import.meta.dirname, '../..')
/** Time in which a process must start; a slower one means an overloaded machine. */
const START_MS = 15_000

/** `quality`: only if the job requested it. */
export type Redrawn = { image: Buffer; quality: ImageQuality | null }

type Options = { processes: number; waiting: number; timeLimitMs: number }

/**
 * Decodes images in separate processes. An image that takes longer than `timeLimitMs` counts as
 * unreadable and its process is killed. Errors: `image_too_large`, `file_unreadable`, `busy`.
 */
export function imagePool(options: Options) {
  const gate = keyedSemaphore(options.processes, options.waiting)
  const idle: ChildProcess[] = []

  async function run(job: ImageJob): Promise<Redrawn> {
    const child = takeIdle(idle) ?? (await startProcess())
    const result = await answerOf(child, job, options.timeLimitMs)
    if (child.connected) idle.push(child)
    if ('refused' in result) throw new AppError(result.refused)
    return { image: Buffer.from(result.image), quality: result.quality }
  }

  return (job: ImageJob): Promise<Redrawn> => gate('image', () => run(job))
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
    execArgv: ['--permission', `--allow-fs-read=${ROOT}/*`, '--allow-addons'],
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

function answerOf(child: ChildProcess, job: ImageJob, limitMs: number): Promise<ImageResult> {
  return new Promise((resolve) => {
    const end = (result: ImageResult) => {
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
      lost()
    }, limitMs)
    child.on('message', end)
    child.on('exit', lost)
    child.on('error', lost)
    child.send(job)
  })
}
