import { readFileSync, readlinkSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { readCommand } from '#server/platform/command.ts'
import { newKeys } from './new-keys.ts'
import { say } from './project.ts'

readCommand({
  call: 'npm run --silent keys:new >> /etc/cupo/cupo.env',
  about:
    'Prints a new value for each secret that Cupo makes itself, in the form that the server ' +
    'asks for. Those of providers come from their panels. Refuses a file that has one of them.',
  exits: { 0: 'printed', 1: 'the file has keys already; nothing was written' },
})

const made = Object.entries(newKeys())
const present = namesInOutput().filter((name) => made.some(([each]) => each === name))
if (present.length > 0) {
  process.stderr.write(`El archivo ya tiene ${present.join(', ')}: no se escribió nada.\n`)
  process.exit(1)
}
say(made.map(([name, value]) => `${name}=${value}`).join('\n'))

/** Names in the file to which the output is redirected; none for a terminal or a pipe. */
function namesInOutput(): string[] {
  try {
    return Object.keys(parseEnv(readFileSync(readlinkSync('/proc/self/fd/1'), 'utf8')))
  } catch {
    return []
  }
}
