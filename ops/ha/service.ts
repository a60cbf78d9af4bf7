// One program of the cluster: started in the background with its output in a file, and stopped.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const STOP_MS = 20_000

export type User = { uid?: number; gid?: number }

export type Service = {
  readonly pid: number
  isRunning(): boolean
  /** Sends SIGTERM, and SIGKILL after 20 s; resolves when the process has ended. */
  stop(): Promise<void>
}

/** Starts `command` without our environment variables; its output is appended to `logFile`. */
export function startService(
  [program = '', ...args]: string[],
  options: { logFile: string; cwd: string; user?: User; env?: Record<string, string> },
): Service {
  const output = openSync(options.logFile, 'a')
  const child = spawn(program, args, {
    ...options.user,
    cwd: options.cwd,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', ...options.env },
    stdio: ['ignore', output, output],
  })
  child.on('error', (error) => process.stderr.write(`${program}: ${error.message}\n`))
  return { pid: child.pid ?? 0, isRunning: () => isRunning(child), stop: () => stop(child) }
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

async function stop(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(late)
}

/** Polls until `isTrue` returns true; throws with `what` after `limitMs`. */
export async function until(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  limitMs: number,
): Promise<void> {
  const end = performance.now() + limitMs
  while (performance.now() < end) {
    if (await isTrue()) return
    await sleep(100)
  }
  throw new Error(`not in ${limitMs / 1000} s: ${what}`)
}
