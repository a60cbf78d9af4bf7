// Every npm script runs by this: it installs what is missing, on the system's Node, and starts the
// program with the project's own. Signals and the exit code pass through. Has no dependencies.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { LINKED_NODE } from './ensure-install.mjs'

const node = existsSync(LINKED_NODE) ? LINKED_NODE : process.execPath
const child = spawn(node, process.argv.slice(2), { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.once('error', ({ message }) => {
  process.stderr.write(`cupo: ${node} does not start: ${message}\n`)
  process.exitCode = 1
})
child.once('exit', (code, signal) => {
  process.exitCode = code ?? 1
  if (!signal) return
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
