import { readFileSync } from 'node:fs'
import { verifyMonth, verifyStoredMonths } from '#server/modules/office/books/index.ts'
import { readCommand } from '#server/platform/command.ts'
import { say } from './project.ts'
import { withConnections } from './with-database.ts'

const { positionals: files, values } = readCommand({
  call: 'npm run month:verify -- [file.json …]',
  about:
    'Verifies the signed reports of all closed months against the ledger, or those of the ' +
    'files: signature, and ledger if a database answers.',
  args: [0, Number.POSITIVE_INFINITY],
  options: {
    key: {
      type: 'string',
      multiple: true,
      about: 'accept reports of that key only; ids are printed with each report',
    },
    offline: { type: 'boolean', about: 'signatures of the files only, without a database' },
  },
  exits: {
    0: 'ok',
    1: 'something is wrong, and printed',
    2: 'could not finish, or called with wrong arguments',
  },
})

const trusted = values.key ? { trusted: values.key } : {}

function print(name: string, findings: readonly string[]): void {
  say(findings.length === 0 ? `${name}: ok` : [`${name}:`, ...findings].join('\n  '))
  if (findings.length > 0) process.exitCode = 1
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

try {
  if (values.offline) {
    for (const file of files) print(file, await verifyMonth(undefined, read(file), trusted))
  } else {
    await withConnections(async (db) => {
      for (const file of files) print(file, await verifyMonth({ db }, read(file), trusted))
      if (files.length > 0) return
      for (const { month, keyId, findings } of await verifyStoredMonths({ db })) {
        const other = values.key && !values.key.includes(keyId) ? ['signed by another key'] : []
        print(`${month} (${keyId})`, [...other, ...findings])
      }
    })
  }
} catch (error) {
  process.stderr.write(`no se pudo verificar: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 2
}
