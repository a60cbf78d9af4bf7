import type { FastifyInstance } from 'fastify'
import { secondFactor } from '#contract/second-factor.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { proveHere } from './here.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { showSecondFactor } from './show-second-factor.ts'
import { addPasskey, passkeyOptions, proveByPasskey, removePasskey } from './use-passkeys.ts'
import {
  beginTotp,
  confirmTotp,
  newRecoveryCodes,
  proveByRecoveryCode,
  proveByTotp,
  removeTotp,
} from './use-totp.ts'

/** Routes for the second factor of team members. */
export function secondFactorRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, secondFactor, {
    show: ({ actor, ip }) => showSecondFactor(deps, { ...actor, ip }),
    prove: async ({ body, ...call }) => {
      await proveHere(deps, call, (here) =>
        'code' in body
          ? proveByTotp(deps, here, body.code)
          : proveByRecoveryCode(deps, here, body.recoveryCode),
      )
      return await showSecondFactor(deps, { ...call.actor, ip: call.ip })
    },
    beginTotp: ({ actor, ip }) => beginTotp(deps, { ...actor, ip }),
    confirmTotp: async ({ body, ...call }) => ({
      recoveryCodes: await proveHere(deps, call, (here) => confirmTotp(deps, here, body.code)),
    }),
    removeTotp: async ({ actor, ip }) => {
      await removeTotp(deps, { ...actor, ip })
      return await showSecondFactor(deps, { ...actor, ip })
    },
    passkeyOptions: async ({ actor, ip, body }) => ({
      options: await passkeyOptions(deps, { ...actor, ip }, body.purpose),
    }),
    addPasskey: async ({ body, ...call }) => ({
      recoveryCodes: await proveHere(deps, call, (here) => addPasskey(deps, here, body)),
    }),
    provePasskey: async ({ body, ...call }) => {
      await proveHere(deps, call, (here) => proveByPasskey(deps, here, body.credential))
      return await showSecondFactor(deps, { ...call.actor, ip: call.ip })
    },
    removePasskey: async ({ actor, ip, params }) => {
      await removePasskey(deps, { ...actor, ip }, params)
      return await showSecondFactor(deps, { ...actor, ip })
    },
    newRecoveryCodes: async ({ actor, ip }) => ({
      recoveryCodes: await newRecoveryCodes(deps, { ...actor, ip }),
    }),
    reset: async ({ actor, params, body }) => {
      await resetSecondFactor(deps, actor, { ...params, ...body })
      return { reset: true as const }
    },
  })
}
