import { deskActions } from '#contract/desk-actions.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import {
  cancelBookingByTeam,
  cancelTripByTeam,
  pauseTripByTeam,
  resumeTripByTeam,
} from './change-journeys.ts'
import { resend, unlock } from './help-people.ts'
import { proposeCredit, proposeRefund, refuseMoney, signMoney } from './money-acts.ts'
import { showActions } from './show-actions.ts'
import { sayUnpaid } from './unpaid-refunds.ts'
import { sendMessage, writeNote } from './write-people.ts'

export const deskActionsRoutes = routesOf(deskActions, (deps) => ({
  show: ({ actor, params }) => showActions(deps, actor, params),
  writeNote: ({ actor, params, body }) => writeNote(deps, actor, { ...params, ...body }),
  sendMessage: ({ actor, params, body }) => sendMessage(deps, actor, { ...params, ...body }),
  cancelBooking: ({ actor, params, body }) =>
    cancelBookingByTeam(deps, actor, { ...params, ...body }),
  cancelTrip: ({ actor, params, body }) => cancelTripByTeam(deps, actor, { ...params, ...body }),
  pauseTrip: ({ actor, params, body }) => pauseTripByTeam(deps, actor, { ...params, ...body }),
  resumeTrip: ({ actor, params, body }) => resumeTripByTeam(deps, actor, { ...params, ...body }),
  resend: ({ actor, params, body }) => resend(deps, actor, { ...params, ...body }),
  unlock: ({ actor, params, body }) => unlock(deps, actor, { ...params, ...body }),
  proposeCredit: ({ actor, params, body }) => proposeCredit(deps, actor, { ...params, ...body }),
  proposeRefund: ({ actor, params, body }) => proposeRefund(deps, actor, { ...params, ...body }),
  signMoney: ({ actor, params, body }) => signMoney(deps, actor, { ...params, ...body }),
  sayUnpaid: ({ actor, params, body }) => sayUnpaid(deps, actor, { ...params, ...body }),
  refuseMoney: ({ actor, params, body }) => refuseMoney(deps, actor, { ...params, ...body }),
}))
