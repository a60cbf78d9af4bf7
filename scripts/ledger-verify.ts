import { chainBatches, type LedgerReport, verifyLedger } from '#server/modules/bank/ledger/index.ts'
import { type Finding, findMismatches } from '#server/modules/office/books/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readCommand } from '#server/platform/command.ts'
import { withConnections } from './with-database.ts'

const { values } = readCommand({
  call: 'npm run ledger:verify',
  about:
    'Verifies the ledger, its chain, and what must agree with it: payments, bookings, seats, ' +
    'jobs. Prints ok, mismatch (with what is wrong) or incomplete.',
  options: { new: { type: 'boolean', about: 'only what was written since the last time' } },
  exits: {
    0: 'ok',
    1: 'mismatch',
    2: 'could not finish: no database, rows that no batch covers yet, or wrong arguments',
  },
})
const onlyNew = values.new ?? false

function print(ledger: LedgerReport, found: Finding[]): void {
  const result = found.length > 0 ? 'mismatch' : ledger.result
  const size = `${ledger.transfers} movimientos, ${ledger.batches} lotes`
  const outside = found.flatMap(({ check, subjects }) =>
    subjects.map((subject) => `${check.toUpperCase()}_MISMATCH ${subject}`),
  )
  const lines = [`${result} (${size})`, ...ledger.findings, ...outside]
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = { ok: 0, mismatch: 1, incomplete: 2 }[result]
}

try {
  await withConnections(async (db) => {
    const deps = { db, clock: systemClock }
    await chainBatches(deps, { everything: true })
    const ledger = await verifyLedger(deps, { scope: onlyNew ? 'new' : 'all' })
    print(ledger, await findMismatches(deps, onlyNew ? 'recent' : 'all'))
  })
} catch (error) {
  process.stderr.write(`no se pudo verificar: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 2
}
