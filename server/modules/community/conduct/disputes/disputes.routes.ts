import { disputes } from '#contract/disputes.ts'
import { presentBooking } from '#server/modules/travel/bookings/index.ts'
import { sendImage } from '#server/platform/http/send-file.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { pageOf, partOf } from '#server/platform/paging.ts'
import { presentDisputes } from './disputes.present.ts'
import { listDisputes } from './disputes.queries.ts'
import {
  addDisputePhoto,
  addToDispute,
  answerDispute,
  showDispute,
  viewDisputePhoto,
} from './hear-driver.ts'
import { openDispute } from './open-dispute.ts'
import { resolveDispute } from './resolve-dispute.ts'
import { viewDisputeEvidence } from './view-evidence.ts'

const PAGE = 20

export const disputesRoutes = routesOf(disputes, (deps) => ({
  async open({ actor, params, body }) {
    const disputed = await openDispute(deps, actor, { ...params, ...body })
    return presentBooking(deps, actor, disputed)
  },
  mine: async ({ actor, params }) => ({ dispute: await showDispute(deps, actor, params) }),
  answer: ({ actor, params, body }) => answerDispute(deps, actor, { ...params, ...body }),
  add: ({ actor, params, body }) => addToDispute(deps, actor, { ...params, ...body }),
  addPhoto: async ({ actor, body, file }) => ({
    photos: await addDisputePhoto(deps, actor, { ...body, ...file }),
  }),
  photo: async ({ actor, params, reply }) =>
    sendImage(reply, await viewDisputePhoto(deps, actor, params)),
  async queue({ actor, query: { status, page, only } }) {
    const part = { status, only, viewer: actor, ...partOf(page, PAGE) }
    const { found, total } = await listDisputes(deps.db, part)
    return pageOf(await presentDisputes(deps, actor, found), total, PAGE)
  },
  evidence: async ({ actor, params }) => ({
    evidence: await viewDisputeEvidence(deps, actor, params),
  }),
  async resolve({ actor, params, body }) {
    return { outcome: await resolveDispute(deps, actor, { ...params, ...body }) }
  },
}))
