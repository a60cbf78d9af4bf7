import { readCommand } from '#server/platform/command.ts'
import { runVitest } from './project.ts'

const { positionals, refuse } = readCommand({
  call: 'npm run fuzz -- [requests] [seed]',
  about:
    'Makes requests from the contract, as every role, against the real app and a real database: ' +
    '100000 unless said. Prints figures, and each finding with what makes it happen again.',
  args: [0, 2],
  exits: { 1: 'something was found' },
})

const [requests = '100000', seed = String(Date.now() % 1_000_000_000)] = positionals
if (!/^\d{1,9}$/.test(requests) || !/^\d{1,9}$/.test(seed)) {
  refuse('Both are whole numbers.')
}
process.exitCode = await runVitest(['--project', 'db', 'test/fuzz.db.test.ts'], {
  FUZZ_REQUESTS: requests,
  FUZZ_SEED: seed,
})
