import { connections } from '#contract/connections.ts'
import {
  type Booking,
  cancelParts,
  giveBackBoth,
  presentBookings,
  sayMissed,
} from '#server/modules/travel/bookings/index.ts'
import { datedByDatabase as dated } from '#server/platform/clock-watch.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { bookConnection } from './book-connection.ts'
import { findConnections } from './find-connections.ts'
import { answerAsk, showAsk } from './rescues/ask-drivers.ts'
import { showRescue } from './rescues/show-rescue.ts'
import { declineRescue, limitRescue, takeRescue } from './rescues/take-rescue.ts'

/** Serves the search and the booking of trips with one change of car. */
export const connectionsRoutes = routesOf(connections, (deps) => ({
  find: ({ actor, query }) => findConnections(deps, actor, query),
  book: ({ actor, body, idempotencyKey }) =>
    presentBoth(deps, actor, bookConnection(deps, actor, { ...body, idempotencyKey })),
  cancel: ({ actor, params, body }) =>
    presentBoth(deps, actor, cancelParts(deps, actor, { ...params, ...body })),
  async giveBack({ actor, params, body, idempotencyKey }) {
    const asked = { idempotencyKey, ...params, ...body }
    const { bookings, refunded } = await giveBackBoth(deps, actor, asked)
    return { ...(await presentBoth(deps, actor, bookings)), refunded }
  },
  missed: async ({ actor, params, body }) =>
    presentBoth(deps, actor, sayMissed(await dated(deps), actor, { ...params, ...body })),
  rescue: ({ actor, params }) => showRescue(deps, actor, params),
  async takeRescue({ actor, params, body, idempotencyKey }) {
    const taken = await takeRescue(deps, actor, { ...params, ...body, idempotencyKey })
    return { bookings: await presentBookings(deps, actor, taken) }
  },
  async declineRescue({ actor, params }) {
    await declineRescue(deps, actor, params)
    return await showRescue(deps, actor, params)
  },
  async limitRescue({ actor, params, body }) {
    await limitRescue(deps, actor, { ...params, ...body })
    return await showRescue(deps, actor, params)
  },
  ask: ({ actor, params }) => showAsk(deps, actor, params),
  answerAsk: ({ actor, params, body }) => answerAsk(deps, actor, { ...params, ...body }),
}))

async function presentBoth(
  deps: ReadDeps,
  actor: ActorId,
  made: readonly Booking[] | Promise<Booking[]>,
) {
  const [first, second] = await presentBookings(deps, actor, await made)
  assert(first?.connection && second, 'a trip with one change has two parts')
  const { id: connectionId } = first.connection
  return { connectionId, bookings: [first, second] satisfies [unknown, unknown] }
}
