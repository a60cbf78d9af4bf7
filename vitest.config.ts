import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const DATABASE = ['./test/global-setup.ts']

/**
 * One more than the cores of the machine on which CI runs: a test, its database and its browser
 * wait for each other a third of the time. Projects of one run need the same number.
 */
const WORKERS = 3

/**
 * More room for young objects, and compiled functions that stay. V8's collector and compiler take
 * 14 % of a worker's CPU time with these, 15.5 % without.
 */
const MEMORY = ['--max-semi-space-size=64', '--no-flush-bytecode']

/** Test files of 40 s and more: started late, one worker would end long after the others. */
const LONGEST = [
  ...['routes.e2e', 'back-office.e2e', 'request.e2e', 'day-of-travel.e2e', 'publishing.e2e'],
  ...['fault-points.race.test', 'demo-cases.db.test', 'hostile-images.db.test'],
  ...['growth-plans.db.test', 'command-help.test'],
]

/** Vitest starts with the largest files; here the longest-running files come first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) =>
      LONGEST.some((name) => moduleId.endsWith(`/${name}.ts`))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/**
 * The suffix of a test file tells what it needs: nothing, a database, parallel connections, or a
 * browser.
 */
export default defineConfig({
  test: {
    setupFiles: ['./test/setup.ts'],
    restoreMocks: true,
    // The message of a failure names values of up to 400 characters: `flaky` prints only that.
    chaiConfig: { truncateThreshold: 400 },
    passWithNoTests: false,
    // Test files of one worker share the modules they import: importing the program again in each
    // of 230 files took as long as a third of their tests. State in a module (caches, pools) must
    // therefore be kept per database, per app, or by another own key.
    isolate: false,
    execArgv: MEMORY,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,server,web,sandbox,scripts,ops,test}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', '**/*.race.test.ts'],
          maxWorkers: 2,
          // The first test of a screen imports its code, which takes long on a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'db',
          include: ['{server,sandbox,test}/**/*.db.test.ts'],
          globalSetup: DATABASE,
          maxWorkers: WORKERS,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'race',
          include: ['test/race/**/*.race.test.ts'],
          globalSetup: DATABASE,
          env: { TEST_POOL_SIZE: '10' },
          maxWorkers: WORKERS,
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.e2e.ts'],
          setupFiles: ['./test/e2e/setup.ts'],
          globalSetup: DATABASE,
          maxWorkers: WORKERS,
          testTimeout: 180_000,
          hookTimeout: 120_000,
          // The default of 1 s is too short for a response of a busy machine.
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        extends: true,
        test: {
          // Not a step of `npm test`: `npm run e2e:engines`.
          name: 'engines',
          include: ['test/engines/*.engine.ts'],
          globalSetup: DATABASE,
          maxWorkers: WORKERS,
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
