import type { FastifyInstance } from 'fastify'
import { secondFactor } from '#contract/second-factor.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
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

/** The second step of people of the team. */
export function secondFactorRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, secondFactor, {
    show: ({ actor }) => showSecondFactor(deps, actor),
    prove: async ({ actor, body }) => {
      if ('code' in body) await proveByTotp(deps, actor, body.code)
      else await proveByRecoveryCode(deps, actor, body.recoveryCode)
      return await showSecondFactor(deps, actor)
    },
    beginTotp: ({ actor }) => beginTotp(deps, actor),
    confirmTotp: async ({ actor, body }) => ({
      recoveryCodes: await confirmTotp(deps, actor, body.code),
    }),
    removeTotp: async ({ actor }) => {
      await removeTotp(deps, actor)
      return await showSecondFactor(deps, actor)
    },
    passkeyOptions: async ({ actor, body }) => ({
      options: await passkeyOptions(deps, actor, body.purpose),
    }),
    addPasskey: async ({ actor, body }) => ({ recoveryCodes: await addPasskey(deps, actor, body) }),
    provePasskey: async ({ actor, body }) => {
      await proveByPasskey(deps, actor, body.credential)
      return await showSecondFactor(deps, actor)
    },
    removePasskey: async ({ actor, params }) => {
      await removePasskey(deps, actor, params)
      return await showSecondFactor(deps, actor)
    },
    newRecoveryCodes: async ({ actor }) => ({ recoveryCodes: await newRecoveryCodes(deps, actor) }),
    reset: async ({ actor, params, body }) => {
      await resetSecondFactor(deps, actor, { ...params, ...body })
      return { reset: true as const }
    },
  })
}
