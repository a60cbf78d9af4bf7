// Verifies the ledger of DATABASE_URL in a separate process, so that its memory can be measured.
// Sends the report, the time and the peak memory to the parent process.
import { type LedgerReport, verifyLedger } from '#server/modules/bank/ledger/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/db/open.ts'

export type Verified = { report: LedgerReport; ms: number; megabytes: number }

const url = process.env.DATABASE_URL ?? ''
const scope = process.argv[2] === 'new' ? 'new' : 'all'
const db = openDatabase(url, { restricted: true, poolSize: 2 })
const startedAt = performance.now()
const report = await verifyLedger({ db, clock: systemClock }, { scope })
const ms = performance.now() - startedAt
const megabytes = (process.resourceUsage().maxRSS * 1_024) / 1e6
process.send?.({ report, ms, megabytes } satisfies Verified)
await db.destroy()
process.disconnect?.()
