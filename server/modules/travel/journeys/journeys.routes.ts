import type { FastifyInstance } from 'fastify'
import { journeys } from '#contract/journeys.ts'
import { datedByDatabase } from '#server/platform/clock-watch.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import {
  finishJourney,
  recordArrival,
  startJourney,
  undoArrival,
  undoFinish,
} from './drive-trip.ts'
import { presentJourney, presentRunSheet } from './journeys.present.ts'
import { followJourney, readRun } from './read-journey.ts'
import { sayArrival } from './say-arrival.ts'

/** Serves the day of travel: the driver's actions, and the journey that passengers follow. */
export function journeysRoutes(app: FastifyInstance, deps: HttpDeps): void {
  const sheetOf = async (actor: ActorId, trip: { tripId: string }) => {
    return { sheet: presentRunSheet(await readRun(deps, actor, trip)) }
  }
  serve(app, deps, journeys, {
    runSheet: ({ actor, params }) => sheetOf(actor, params),
    async show({ actor, params }) {
      const followed = await followJourney(deps, actor, params)
      return { journey: presentJourney(followed) }
    },
    async sayArrival({ actor, params, body }) {
      await sayArrival(deps, actor, { ...params, ...body })
      return { journey: presentJourney(await followJourney(deps, actor, params)) }
    },
    async start({ actor, params, body }) {
      await startJourney(await datedByDatabase(deps), actor, { ...params, ...body })
      return sheetOf(actor, params)
    },
    async arrive({ actor, params, body }) {
      await recordArrival(await datedByDatabase(deps), actor, { ...params, ...body })
      return sheetOf(actor, params)
    },
    async undoArrival({ actor, params, body }) {
      await undoArrival(await datedByDatabase(deps), actor, { ...params, ...body })
      return sheetOf(actor, params)
    },
    async finish({ actor, params, body }) {
      await finishJourney(await datedByDatabase(deps), actor, { ...params, ...body })
      return sheetOf(actor, params)
    },
    async undoFinish({ actor, params }) {
      await undoFinish(await datedByDatabase(deps), actor, params)
      return sheetOf(actor, params)
    },
  })
}
