// `node test/stored-names/add-names.ts --add`: lists new stored names. Never takes one away.
import { readFileSync, writeFileSync } from 'node:fs'
import { readCommand } from '#server/platform/command.ts'
import { ROOT, readStoredNames, type StoredNames } from './stored-names.ts'

const LIST = `${ROOT}/test/stored-names/names.json`

const { add } = readCommand({
  call: 'node test/stored-names/add-names.ts',
  about: 'Shows stored names that test/stored-names/names.json does not list.',
  options: { add: { type: 'boolean', about: 'add them to the list' } },
}).values

const listed = JSON.parse(readFileSync(LIST, 'utf8')) as StoredNames
for (const [of, names] of Object.entries(await readStoredNames(ROOT))) {
  const fresh = names.filter((name) => !listed[of]?.includes(name))
  for (const name of fresh) process.stdout.write(`${of}: ${name}\n`)
  listed[of] = [...(listed[of] ?? []), ...fresh].sort((a, b) => (a < b ? -1 : 1))
}
if (add) writeFileSync(LIST, `${JSON.stringify(listed, null, 2)}\n`)
process.exit()
