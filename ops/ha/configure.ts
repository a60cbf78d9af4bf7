// `ops/ha/configure cluster.env FOLDER` writes the files of one machine below FOLDER, as they
// belong below the root folder. It installs and starts nothing.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { machineFile, machineFiles, planOf } from './machine-files.ts'

const [variablesFile, folder] = process.argv.slice(2)
if (!variablesFile || !folder) throw new Error('ops/ha/configure cluster.env FOLDER')
const plan = planOf(parseEnv(readFileSync(variablesFile, 'utf8')))
for (const [name, target] of Object.entries(machineFiles)) {
  const file = path.join(folder, target)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, machineFile(name as keyof typeof machineFiles, plan))
  chmodSync(file, 0o600)
  process.stdout.write(`${file}\n`)
}
