// WebKit by WebDriver (W3C): one `WebKitWebDriver` for each window, because it has one session.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { type Engine, EngineFault, type EngineWindow, orFault } from './engine.ts'

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const START_TRIES = 100
const ANSWER_MS = 60_000

type Command = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>

/** Commands of one driver. @throws EngineFault without a proper answer */
function commands(port: number): Command {
  return async (method, path, body) => {
    const answer = await orFault(`${method} ${path}`, () =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        body: body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(ANSWER_MS),
      }).then(async (response) => ({
        ok: response.ok,
        value: ((await response.json()) as { value: unknown }).value,
      })),
    )
    if (answer.ok) return answer.value
    const { error, message } = answer.value as { error: string; message: string }
    const isOfPage = /javascript error|stale element|not interactable|intercepted/.test(error)
    throw new (isOfPage ? Error : EngineFault)(`${error}: ${message}`)
  }
}

function windowOf(command: Command, session: string, stop: () => Promise<void>): EngineWindow {
  const call = (path: string, body: object) => command('POST', `/session/${session}${path}`, body)
  const run = (script: string, args: unknown[]) => call('/execute/sync', { script, args })
  return {
    goto: async (url) => void (await call('/url', { url })),
    run: async <T>(body: string, ...values: unknown[]) => (await run(body, values)) as T,
    async click(body, ...values) {
      const found = (await run(body, values)) as Record<string, string>
      await call(`/element/${found[ELEMENT]}/click`, {})
    },
    async keys(text) {
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await call('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    async close() {
      await command('DELETE', `/session/${session}`).catch(() => undefined)
      await stop()
    },
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}

/** Starts a display without a screen. */
async function openDisplay() {
  const screen = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']
  const child = spawn('Xvfb', screen, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const output = child.stdio[3]
  if (!output) throw new EngineFault('Xvfb has no output')
  const [number] = await orFault('Xvfb', () =>
    once(output, 'data', { signal: AbortSignal.timeout(ANSWER_MS) }),
  )
  return { name: `:${String(number).trim()}`, close: () => ended(child) }
}

/** @param binary the small browser that the driver controls */
export async function openWebKit(binary: string): Promise<Engine> {
  const display = await openDisplay()
  const env = {
    ...process.env,
    DISPLAY: display.name,
    TZ: 'America/Bogota',
    // The sandbox of WebKit cannot be made by root.
    ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
  }
  const open = async (): Promise<EngineWindow> => {
    const port = await freePort()
    const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
      env,
      stdio: 'ignore',
    })
    const command = commands(port)
    for (let tries = 0; ; tries += 1) {
      const isUp = await command('GET', '/status').catch(() => null)
      if (isUp) break
      if (tries > START_TRIES) throw new EngineFault('WebKitWebDriver did not start')
      await sleep(100)
    }
    const options = { binary, args: ['--automation'] }
    const made = await command('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    })
    const { sessionId } = made as { sessionId: string }
    return windowOf(command, sessionId, () => ended(driver))
  }
  return { open, close: display.close }
}
