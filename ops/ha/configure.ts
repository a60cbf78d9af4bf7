import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { readCommand } from '#server/platform/command.ts'
import { machineFile, machineFiles, planOf } from './machine-files.ts'

const {
  positionals: [variablesFile = '', folder = ''],
} = readCommand({
  call: 'ops/ha/configure cluster.env FOLDER',
  about:
    'Writes the files of one of three machines, below FOLDER as they belong below the root ' +
    'folder. Nothing is installed or started.',
  args: [2, 2],
})

const plan = planOf(parseEnv(readFileSync(variablesFile, 'utf8')))
for (const [name, target] of Object.entries(machineFiles)) {
  const file = path.join(folder, target)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, machineFile(name as keyof typeof machineFiles, plan))
  chmodSync(file, 0o600)
  process.stdout.write(`${file}\n`)
}
