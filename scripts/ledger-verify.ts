import { chainBatches, verifyLedger } from '#server/domains/ledger/ledger.public.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { withDatabase } from './with-database.ts'

// `npm run ledger:verify`: replays every transfer, checks the sums and the chain.
// Prints ok, mismatch (with the account named) or incomplete; exit code 0, 1 or 2.
await withDatabase(async (url) => {
  const db = openDatabase(url, { restricted: true, poolSize: 2 })
  try {
    await chainBatches({ db, clock: systemClock })
    const report = await verifyLedger({ db, clock: systemClock })
    const size = `${report.transfers} movimientos, ${report.batches} lotes`
    process.stdout.write(`${[`${report.result} (${size})`, ...report.findings].join('\n')}\n`)
    process.exitCode = { ok: 0, mismatch: 1, incomplete: 2 }[report.result]
  } finally {
    await db.destroy()
  }
})
