import { HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import type { Module } from '#server/platform/module.ts'
import { backOfficeRoutes } from './back-office/back-office.routes.ts'
import { deskData } from './data.ts'
import * as messages from './desk-actions/desk-actions.messages.ts'
import { deskActionsRoutes } from './desk-actions/desk-actions.routes.ts'
import { proposePays } from './desk-actions/fund-acts.ts'
import { lapseProposals } from './proposals/lapse-proposals.ts'
import { countUnsigned } from './proposals/list-unsigned.ts'
import * as proposalsMessages from './proposals/proposals.messages.ts'
import * as roadMessages from './road/road.messages.ts'
import * as teamMessages from './team/team.messages.ts'
import { teamRoutes } from './team/team.routes.ts'

export const deskModule: Module = {
  name: 'desk',
  data: deskData,
  routes: [backOfficeRoutes, deskActionsRoutes, teamRoutes],
  messages: [
    ...Object.values(messages),
    ...Object.values(roadMessages),
    ...Object.values(teamMessages),
    ...Object.values(proposalsMessages),
  ],
  recurring: [
    { name: 'proposals.lapse', everyMs: 5 * MINUTE_MS, onWrongClock: 'waits', run: lapseProposals },
    { name: 'fund.propose-pays', everyMs: HOUR_MS, onWrongClock: 'waits', run: proposePays },
  ],
  queues: { signatures: countUnsigned },
}
