// Loaded by the setup of every test file: bounds the time of each property of fast-check.
import fc from 'fast-check'

/** Set by `npm run properties`: every property has all the runs that its test asks for. */
export const ALL_RUNS = process.env.PROPERTIES === 'all'

/**
 * Random histories of each test of journeys, as far as their time goes, and killed processes of
 * each act. `npm run properties -- --histories 10000` makes all of them, with 200 kills.
 */
export const HISTORIES = Number(process.env.HISTORIES ?? 300)
export const KILLS = Number(process.env.HISTORIES ? 200 : 20)

/** Limit of a test with histories or kills, in ms; none where it makes all runs. */
export const LONG_MS = ALL_RUNS ? 0 : 120_000

/**
 * Time of one property in `npm test`, in ms. The run that is under way at its end is finished.
 * `npm run properties -- --once` makes the first run only: a test must also pass so.
 */
const BUDGET_MS = process.env.PROPERTIES === 'once' ? 0 : 4_000

type Outcome = fc.PreconditionFailure | fc.PropertyFailure | null

/**
 * Plugin that lets the runs after `ms` pass without their predicate. fast-check's own limit leaves
 * the predicate running, which would go on in the database of the next test. The first run is
 * always made; after a failure all are, because they look for a smaller example. `now` in ms.
 */
export function budget(ms: number, now = () => performance.now()): fc.Plugin<unknown> {
  return () => {
    const end = now() + ms
    let isAsync = false
    let [runs, hasFailed] = [0, false]
    const note = (outcome: Outcome) => {
      if (outcome !== null && !fc.PreconditionFailure.isFailure(outcome)) hasFailed = true
      return outcome
    }
    return {
      decorateRun: (run) => (value) => {
        if (runs > 0 && !hasFailed && now() >= end) return isAsync ? Promise.resolve(null) : null
        runs += 1
        const outcome = run(value)
        isAsync = outcome !== null && 'then' in outcome
        return outcome !== null && 'then' in outcome ? outcome.then(note) : note(outcome)
      },
    }
  }
}

// Files of one worker share this module, so the plugin is installed once.
if (!ALL_RUNS) fc.installGlobalPlugin(budget(BUDGET_MS))
