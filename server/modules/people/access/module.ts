import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { mailLane, providerLane } from '#server/platform/jobs/lanes.ts'
import type { Module } from '#server/platform/module.ts'
import { RECOVERY_JOB, sendRecovery } from './auth/ask-recovery.ts'
import * as messages from './auth/auth.messages.ts'
import { deleteEndedSessions } from './auth/auth.queries.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { EMAIL_CHANGE_JOB, mailEmailChange } from './auth/change-email.ts'
import { mailConfirmation } from './auth/confirm-address.ts'
import { ENDED_KEPT_MS } from './auth/open-session.ts'
import { SIGNED_UP_JOB } from './auth/sign-up.ts'
import { accessData } from './data.ts'
import { REVOKE_JOB, revokeAppleToken } from './oauth/apple-tokens.ts'
import * as oauthMessages from './oauth/oauth.messages.ts'
import { oauthRoutes } from './oauth/oauth.routes.ts'
import * as phonesMessages from './phones/phones.messages.ts'
import { phonesRoutes } from './phones/phones.routes.ts'
import * as secondFactorMessages from './second-factor/second-factor.messages.ts'
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts'

export const accessModule: Module = {
  name: 'access',
  data: accessData,
  routes: [authRoutes, oauthRoutes, phonesRoutes, secondFactorRoutes],
  jobs: [
    { name: RECOVERY_JOB, lane: mailLane, run: sendRecovery },
    { name: SIGNED_UP_JOB, lane: mailLane, run: mailConfirmation },
    { name: EMAIL_CHANGE_JOB, lane: mailLane, run: mailEmailChange },
    { name: REVOKE_JOB, lane: providerLane, run: revokeAppleToken },
  ],
  recurring: [
    {
      name: 'purge-sessions',
      everyMs: 6 * HOUR_MS,
      onWrongClock: 'waits',
      run: (deps) => deleteEndedSessions(deps.db, addMs(deps.clock.now(), -ENDED_KEPT_MS)),
    },
  ],
  messages: [
    ...Object.values(messages),
    ...Object.values(oauthMessages),
    ...Object.values(phonesMessages),
    ...Object.values(secondFactorMessages),
  ],
}
