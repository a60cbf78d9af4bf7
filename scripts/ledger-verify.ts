import {
  chainBatches,
  type LedgerReport,
  verifyLedger,
} from '#server/domains/bank/ledger/ledger.public.ts'
import { type Finding, findMismatches } from '#server/domains/office/integrity/integrity.public.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { withDatabase } from './with-database.ts'

// `npm run ledger:verify`: verifies the ledger, its chain, and the tables that must agree with it:
// payments, bookings, seats, jobs. With `-- --new` it verifies only the transfers since the last
// time. Prints ok, mismatch (with the findings) or incomplete. Exit codes: 0 ok, 1 mismatch, 2
// could not finish (no database, or rows that no batch covers yet).

const onlyNew = process.argv.includes('--new')

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
  await withDatabase(async (url) => {
    const db = openDatabase(url, { restricted: true, poolSize: 2 })
    try {
      const deps = { db, clock: systemClock }
      await chainBatches(deps, { everything: true })
      const ledger = await verifyLedger(deps, { scope: onlyNew ? 'new' : 'all' })
      print(ledger, await findMismatches(deps, onlyNew ? 'recent' : 'all'))
    } finally {
      await db.destroy()
    }
  })
} catch (error) {
  process.stderr.write(`no se pudo verificar: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 2
}
