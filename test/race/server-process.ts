import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = path.join(import.meta.dirname, '../..')
const READY_MS = 60_000

export type ServerProcess = {
  url: string
  /** Waits until database and migrations are ready. */
  start(): Promise<void>
  /** Sends SIGKILL: no request is finished, no connection is closed. */
  killHard(): Promise<void>
  /** Sends SIGTERM; throws unless the shutdown was clean. */
  stop(): Promise<void>
}

type Options = {
  port: number
  dataDir: string
  /** Settings in addition to those of every such process. */
  env?: Record<string, string>
}

/**
 * Runs the real `server/main.ts` in a separate process, with an embedded database in `dataDir`
 * unless `env` names another one.
 */
export function serverProcess(options: Options): ServerProcess {
  const url = `http://127.0.0.1:${options.port}`
  let child: ChildProcess | undefined
  let output = ''

  async function start(): Promise<void> {
    output = ''
    child = spawn(process.execPath, [path.join(ROOT, 'server/main.ts')], {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        PORT: String(options.port),
        DATA_DIR: options.dataDir,
        SANDBOX: '1',
        DEMO: '0',
        LOG_LEVEL: 'warn',
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-8_000)
      })
    }
    await untilReady()
  }

  async function untilReady(): Promise<void> {
    const end = performance.now() + READY_MS
    while (performance.now() < end) {
      if (child?.exitCode !== null) throw new Error(`the server ended at once:\n${output}`)
      const ready = await fetch(`${url}/api/ready`).then(
        (answer) => answer.ok,
        () => false,
      )
      if (ready) return
      await sleep(100)
    }
    throw new Error(`the server was not ready in time:\n${output}`)
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  async function stop(): Promise<void> {
    await end('SIGTERM')
    if (child && child.exitCode !== 0) {
      throw new Error(`the server did not stop in order (${child.exitCode}):\n${output}`)
    }
  }

  return { url, start, killHard: () => end('SIGKILL'), stop }
}
