import { seatKeeps } from '#contract/seat-keeps.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { extendKeep, releaseSeats } from './end-keep.ts'
import { keepSeats } from './keep-seats.ts'
import { findOwnKeep, presentKeep } from './seat-keeps.present.ts'

/** Serves the keeps of seats during a top-up. */
export const seatKeepsRoutes = routesOf(seatKeeps, (deps) => ({
  async keep({ actor, params, body, idempotencyKey }) {
    const { seats, ...stops } = body
    const parts = [{ ...params, ...stops }]
    const kept = await keepSeats(deps, actor, { idempotencyKey, parts, seats })
    return { keep: await presentKeep(deps, kept) }
  },
  async keepBoth({ actor, body, idempotencyKey }) {
    const kept = await keepSeats(deps, actor, { idempotencyKey, ...body })
    return { keep: await presentKeep(deps, kept) }
  },
  mine: async ({ actor }) => ({ keep: await findOwnKeep(deps, actor) }),
  async extend({ actor, params }) {
    return { keep: await presentKeep(deps, await extendKeep(deps, actor, params)) }
  },
  release: async ({ actor, params }) => ({ status: await releaseSeats(deps, actor, params) }),
}))
