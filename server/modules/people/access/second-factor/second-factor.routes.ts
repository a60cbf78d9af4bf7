import type { FastifyInstance } from 'fastify'
import { secondFactor } from '#contract/second-factor.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import type { Actor } from '#server/platform/http/session.ts'
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

export function secondFactorRoutes(app: FastifyInstance, deps: HttpDeps): void {
  const show = ({ actor, ip }: { actor: Actor; ip: string }) =>
    showSecondFactor(deps, { ...actor, ip })
  serve(app, deps, secondFactor, {
    show,
    prove: async ({ body, ...call }) => {
      await proveHere(deps, call, (here) =>
        'code' in body
          ? proveByTotp(deps, here, body.code)
          : proveByRecoveryCode(deps, here, body.recoveryCode),
      )
      return await show(call)
    },
    beginTotp: ({ actor, ip }) => beginTotp(deps, { ...actor, ip }),
    confirmTotp: async ({ body, ...call }) => ({
      recoveryCodes: await proveHere(deps, call, (here) => confirmTotp(deps, here, body.code)),
    }),
    removeTotp: async ({ actor, ip }) => {
      await removeTotp(deps, { ...actor, ip })
      return await show({ actor, ip })
    },
    passkeyOptions: async ({ actor, ip, body }) => ({
      options: await passkeyOptions(deps, { ...actor, ip }, body.purpose),
    }),
    addPasskey: async ({ body, ...call }) => ({
      recoveryCodes: await proveHere(deps, call, (here) => addPasskey(deps, here, body)),
    }),
    provePasskey: async ({ body, ...call }) => {
      await proveHere(deps, call, (here) => proveByPasskey(deps, here, body.credential))
      return await show(call)
    },
    removePasskey: async ({ actor, ip, params }) => {
      await removePasskey(deps, { ...actor, ip }, params)
      return await show({ actor, ip })
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
