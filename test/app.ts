import type { FastifyInstance } from 'fastify'
import { buildApp, type Extension } from '#server/app.ts'
import { jobHandlers, recurringJobs } from '#server/modules.ts'
import type { Urls } from '#server/platform/deps.ts'
import { callerTurns } from '#server/platform/http/caller-turns.ts'
import { jobRunner } from '#server/platform/jobs/worker.ts'
import { atEnd } from './at-end.ts'
import { type TestDeps, testDeps } from './deps.ts'
import type { FixedClock } from './fixed-clock.ts'

export type TestApp = {
  app: FastifyInstance
  deps: TestDeps
  clock: FixedClock
  /** Runs the queue and the recurring jobs until no job is due. */
  runJobs(): Promise<void>
}

type Options = {
  poolSize?: number
  urls?: Partial<Urls>
  extensions?: Extension[]
  /** Number of calls per person that run in parallel, as with several processes. */
  callsOfOnePerson?: number
  /** Hook that runs before the app is built, for extensions that need the secrets. */
  before?: (deps: TestDeps) => void
}

/** Opens the real app with real SQL; only the addresses of external providers differ. */
export async function openTestApp(options: Options = {}): Promise<TestApp> {
  const deps = await testDeps(options)
  options.before?.(deps)
  const app = await buildApp(deps, options.extensions, callerTurns(options.callsOfOnePerson))
  await app.ready()
  atEnd(() => app.close())
  const runDue = jobRunner(deps, jobHandlers)
  return {
    app,
    deps,
    clock: deps.clock,
    async runJobs() {
      for (const job of recurringJobs) await job.run(deps)
      for (let round = 0; round < 200 && (await runDue()) > 0; round += 1);
    },
  }
}
