// What a run of the journeys in one engine says: who failed, the product or the engine.

export interface EngineRun {
  /** `WebKit` or `Firefox`. */
  name: string
  /** From Vitest's JSON report; the message of a file is of what failed outside its tests. */
  testResults: readonly {
    message?: string
    assertionResults: readonly {
      title: string
      status: string
      failureMessages?: readonly string[] | null
    }[]
  }[]
}

const FAULT = /^EngineFault/

function outcomes({ testResults }: EngineRun) {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = all.filter(({ status }) => status === 'passed')
  const failed = all.filter(({ status }) => status === 'failed')
  const isFault = ({ failureMessages }: (typeof all)[number]) =>
    FAULT.test(failureMessages?.[0] ?? '')
  return {
    passed: passed.length,
    /** Journeys that failed by the product. */
    failed: failed.filter((each) => !isFault(each)).map(({ title }) => title),
    /** Journeys that the engine or its driver broke off. */
    broken: failed.filter(isFault).map(({ title }) => title),
    /** Journeys that were not played to an end. */
    unplayed: all.length - passed.length - failed.length,
  }
}

/** One line about an engine, such as `WebKit: 10 journeys passed`. */
export function lineOf(run: EngineRun): string {
  const { passed, failed, broken, unplayed } = outcomes(run)
  const parts = [
    `${passed} journeys passed`,
    ...(failed.length > 0 ? [`${failed.length} failed (${failed.join('; ')})`] : []),
    ...(broken.length > 0 ? [`the engine failed in ${broken.length} (${broken.join('; ')})`] : []),
    ...(unplayed > 0 || passed + failed.length + broken.length === 0
      ? ['the engine did not start']
      : []),
  ]
  return `${run.name}: ${parts.join(', ')}`
}

/** 0 when all passed, 1 when a journey failed, 3 when only an engine did. */
export function exitCodeOf(runs: readonly EngineRun[]): 0 | 1 | 3 {
  const all = runs.map(outcomes)
  if (all.some(({ failed }) => failed.length > 0)) return 1
  const isWhole = all.every((each) => each.passed > 0 && each.broken.length + each.unplayed === 0)
  return isWhole ? 0 : 3
}
