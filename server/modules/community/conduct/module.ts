import { z } from 'zod'
import { MISSED_JOB } from '#server/modules/travel/bookings/index.ts'
import { HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { deadlineLane } from '#server/platform/jobs/lanes.ts'
import { job } from '#server/platform/jobs/worker.ts'
import type { Module } from '#server/platform/module.ts'
import { alarmUndecided } from './alarm-undecided.ts'
import { countAppeals } from './appeals.queries.ts'
import { applySanction, returnPausedSeats } from './apply-sanction.ts'
import * as messages from './conduct.messages.ts'
import { conductRoutes } from './conduct.routes.ts'
import { conductData } from './data.ts'
import * as disputesMessages from './disputes/disputes.messages.ts'
import { countDisputes } from './disputes/disputes.queries.ts'
import { disputesRoutes } from './disputes/disputes.routes.ts'
import { openMissedChange } from './disputes/open-dispute.ts'
import { followInherited } from './follow-inherited.ts'
import { APPLY_JOB } from './follow-sanction.ts'
import { countCases } from './hearings.queries.ts'
import { followLifting, LIFT_JOB } from './lift-sanction.ts'
import { noteSignals } from './note-signals.ts'

const SanctionPayload = z.object({ sanctionId: z.uuid() })
const MissedPayload = z.object({ bookingId: z.uuid(), userId: z.uuid() })
const LiftPayload = SanctionPayload.extend({ tells: z.boolean() })

export const conductModule: Module = {
  name: 'conduct',
  data: conductData,
  routes: [conductRoutes, disputesRoutes],
  jobs: [
    job(APPLY_JOB, SanctionPayload, (deps, of) => applySanction(deps, of.sanctionId), deadlineLane),
    job(LIFT_JOB, LiftPayload, followLifting, deadlineLane),
    job(MISSED_JOB, MissedPayload, openMissedChange, deadlineLane),
  ],
  recurring: [
    { name: 'conduct.signals', everyMs: 6 * HOUR_MS, onWrongClock: 'waits', run: noteSignals },
    {
      name: 'conduct.return-seats',
      everyMs: 30 * MINUTE_MS,
      onWrongClock: 'waits',
      run: returnPausedSeats,
    },
    { name: 'conduct.undecided', everyMs: HOUR_MS, onWrongClock: 'runs', run: alarmUndecided },
    {
      name: 'conduct.inherited',
      everyMs: 5 * MINUTE_MS,
      onWrongClock: 'waits',
      run: followInherited,
    },
  ],
  messages: [...Object.values(messages), ...Object.values(disputesMessages)],
  queues: { conduct: countCases, appeals: countAppeals, disputes: countDisputes },
}
