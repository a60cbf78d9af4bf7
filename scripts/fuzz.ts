// `npm run fuzz [requests] [seed]`: sends requests generated from the contract, as every role, to
// the real app with a real database. Prints figures, and each finding with the data that reproduces
// it.
import { join } from 'node:path'
import { runNode } from './project.ts'

const [requests = '100000', seed = String(Date.now() % 1_000_000_000)] = process.argv.slice(2)
if (!/^\d{1,9}$/.test(requests) || !/^\d{1,9}$/.test(seed)) {
  throw new Error('npm run fuzz [requests] [seed]: two whole numbers')
}
const program = join('node_modules', 'vitest/vitest.mjs')
process.exitCode = await runNode([program, 'run', '--project', 'db', 'test/fuzz.db.test.ts'], {
  FUZZ_REQUESTS: requests,
  FUZZ_SEED: seed,
})
