// The real server with temporary demonstration data, for viewing screens.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#test/free-port.ts'
import { ensureWebBuilt } from './build-web.ts'
import { ROOT } from './project.ts'

const ATTEMPTS = 300
const PAUSE_MS = 200
/** Nice value (-20 to 19) of the server process. */
const LOW_PRIORITY = 10

/** Builds the web if needed, starts the server, calls `work` with its address, and cleans up. */
export async function withDemoServer(work: (url: string) => Promise<void>): Promise<void> {
  await ensureWebBuilt()
  const dataDir = mkdtempSync(join(tmpdir(), 'cupo-demo-'))
  const port = await freePort()
  const server = spawn(process.execPath, [join(ROOT, 'server/main.ts')], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', DEMO: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // The server must not take processor time from the measured page: a phone does not run a server.
  if (server.pid) setPriority(server.pid, LOW_PRIORITY)
  const ended = once(server, 'exit')
  const url = `http://localhost:${port}`
  try {
    await untilReady(url)
    await work(url)
  } finally {
    server.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const ready = await fetch(`${url}/api/ready`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await sleep(PAUSE_MS)
  }
  throw new Error('the server was not ready in a minute')
}
