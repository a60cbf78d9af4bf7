import type { FastifyInstance } from 'fastify'
import { journeys } from '#contract/journeys.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { finishJourney, recordArrival, startJourney, undoArrival } from './drive-trip.ts'
import { presentJourney, presentRunSheet } from './journeys.present.ts'
import { followJourney, readRun } from './read-journey.ts'

/** The day of travel: what the driver does, and what everybody aboard may follow. */
export function journeysRoutes(app: FastifyInstance, deps: HttpDeps): void {
  const sheetOf = async (asked: { driverId: string; tripId: string }) => {
    return { sheet: presentRunSheet(await readRun(deps, asked)) }
  }
  serve(app, deps, journeys, {
    runSheet: ({ actor, params }) => sheetOf({ driverId: actor.userId, ...params }),
    async show({ actor, params }) {
      const followed = await followJourney(deps, { userId: actor.userId, ...params })
      return { journey: presentJourney(followed) }
    },
    async start({ actor, params }) {
      const asked = { driverId: actor.userId, ...params }
      await startJourney(deps, asked)
      return sheetOf(asked)
    },
    async arrive({ actor, params, body }) {
      const asked = { driverId: actor.userId, ...params }
      await recordArrival(deps, { ...asked, ...body })
      return sheetOf(asked)
    },
    async undoArrival({ actor, params, body }) {
      const asked = { driverId: actor.userId, ...params }
      await undoArrival(deps, { ...asked, ...body })
      return sheetOf(asked)
    },
    async finish({ actor, params }) {
      const asked = { driverId: actor.userId, ...params }
      await finishJourney(deps, asked)
      return sheetOf(asked)
    },
  })
}
