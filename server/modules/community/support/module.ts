import { z } from 'zod'
import { LATE_REPORT_JOB } from '#server/modules/community/safety/index.ts'
import { DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { mailLane } from '#server/platform/jobs/lanes.ts'
import { job } from '#server/platform/jobs/worker.ts'
import type { Module } from '#server/platform/module.ts'
import { supportData } from './data.ts'
import { forgetUnconfirmed } from './guest-ticket.ts'
import {
  ANSWER_LEAVES_JOB,
  alarmOverdueTickets,
  LATE_TICKET_JOB,
  resolveSilent,
} from './handle-ticket.ts'
import { leaveAnswer } from './held-answer.ts'
import { countTickets } from './rank-tickets.ts'
import * as messages from './support.messages.ts'
import { supportRoutes } from './support.routes.ts'
import { tellOfLateReport, tellOfLateTicket } from './tell-desk-late.ts'

const Report = z.object({ incidentId: z.uuid() })
const Held = z.object({ messageId: z.uuid(), resolve: z.boolean() })
const Late = z.object({ ticketId: z.uuid() })

export const supportModule: Module = {
  name: 'support',
  data: supportData,
  routes: [supportRoutes],
  jobs: [
    job(ANSWER_LEAVES_JOB, Held, leaveAnswer, mailLane),
    job(LATE_REPORT_JOB, Report, tellOfLateReport, mailLane),
    job(LATE_TICKET_JOB, Late, tellOfLateTicket, mailLane),
  ],
  recurring: [
    {
      name: 'support.overdue-tickets',
      everyMs: MINUTE_MS,
      onWrongClock: 'runs',
      run: alarmOverdueTickets,
    },
    {
      name: 'support.forget-unconfirmed',
      everyMs: DAY_MS,
      onWrongClock: 'waits',
      run: forgetUnconfirmed,
    },
    { name: 'support.resolve-silent', everyMs: DAY_MS, onWrongClock: 'waits', run: resolveSilent },
  ],
  messages: Object.values(messages),
  queues: { tickets: countTickets },
}
