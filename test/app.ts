import type { FastifyInstance } from 'fastify'
import { buildApp, type Extension } from '#server/app.ts'
import type { Urls } from '#server/platform/deps.ts'
import { callerTurns } from '#server/platform/http/caller-turns.ts'
import { atEnd } from './at-end.ts'
import { type TestDeps, testDeps } from './deps.ts'
import type { FixedClock } from './fixed-clock.ts'
import { jobsOf, type RunsJobs } from './run-jobs.ts'

export type TestApp = RunsJobs & {
  app: FastifyInstance
  deps: TestDeps
  clock: FixedClock
}

type Options = {
  poolSize?: number
  urls?: Partial<Urls>
  extensions?: Extension[]
  /** Number of calls per person that run in parallel, as with several processes. */
  callsOfOnePerson?: number
  /** Serves the description of the API, which costs a fifth of the time that an app takes. */
  apiDocs?: boolean
  /** Hook that runs before the app is built, for extensions that need the secrets. */
  before?: (deps: TestDeps) => void
}

/** Opens the real app with real SQL; only the addresses of external providers differ. */
export async function openTestApp(options: Options = {}): Promise<TestApp> {
  const deps = await testDeps(options)
  deps.config.apiDocs = options.apiDocs ?? false
  options.before?.(deps)
  const app = await buildApp(deps, options.extensions, callerTurns(options.callsOfOnePerson))
  await app.ready()
  atEnd(() => app.close())
  return {
    app,
    deps,
    clock: deps.clock,
    ...jobsOf(deps),
  }
}
