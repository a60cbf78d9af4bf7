import { z } from 'zod'
import { DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { job } from '#server/platform/jobs/worker.ts'
import type { Module } from '#server/platform/module.ts'
import { announceTerms } from './announce-terms.ts'
import { remindClosings } from './ask-closing.ts'
import { EXPORT_JOB, makeExport } from './ask-export.ts'
import { countClaims } from './claims.queries.ts'
import { closeDueAccounts, eraseDigests } from './close-account.ts'
import { privacyData } from './data.ts'
import { payClaims } from './pay-claims.ts'
import * as messages from './privacy.messages.ts'
import { privacyRoutes } from './privacy.routes.ts'
import { purgeOldData } from './retention.ts'

const Asked = z.object({ exportId: z.uuid() })

export const privacyModule: Module = {
  name: 'privacy',
  data: privacyData,
  routes: [privacyRoutes],
  jobs: [job(EXPORT_JOB, Asked, makeExport)],
  recurring: [
    { name: 'remind-closings', everyMs: HOUR_MS, onWrongClock: 'waits', run: remindClosings },
    { name: 'close-accounts', everyMs: HOUR_MS, onWrongClock: 'waits', run: closeDueAccounts },
    { name: 'pay-claims', everyMs: HOUR_MS, onWrongClock: 'waits', run: payClaims },
    { name: 'erase-digests', everyMs: DAY_MS, onWrongClock: 'waits', run: eraseDigests },
    { name: 'purge-old-data', everyMs: HOUR_MS, onWrongClock: 'waits', run: purgeOldData },
    { name: 'announce-terms', everyMs: HOUR_MS, onWrongClock: 'waits', run: announceTerms },
  ],
  messages: Object.values(messages),
  queues: { claims: countClaims },
}
