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
  const pressed = async <Asked extends { tripId: string }>(
    press: (deps: HttpDeps, actor: ActorId, asked: Asked) => Promise<void>,
    actor: ActorId,
    asked: Asked,
  ) => {
    await press(await datedByDatabase(deps), actor, asked)
    return sheetOf(actor, asked)
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
    start: ({ actor, params, body }) => pressed(startJourney, actor, { ...params, ...body }),
    arrive: ({ actor, params, body }) => pressed(recordArrival, actor, { ...params, ...body }),
    undoArrival: ({ actor, params, body }) => pressed(undoArrival, actor, { ...params, ...body }),
    finish: ({ actor, params, body }) => pressed(finishJourney, actor, { ...params, ...body }),
    undoFinish: ({ actor, params }) => pressed(undoFinish, actor, params),
  })
}
