import type { FastifyInstance } from 'fastify'
import { account } from '#contract/account.ts'
import { readDevice, rememberDevice } from '#server/domains/people/auth/auth.public.ts'
import { deviceOf } from '#server/platform/http/device.ts'
import { sourceLimit } from '#server/platform/http/rate-limit.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { askRecovery } from './ask-recovery.ts'
import { askEmailChange, confirmEmailChange, undoEmailChange } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { askConfirmation, confirmAddress } from './confirm-address.ts'
import { confirmRecovery } from './recover-account.ts'
import { forgetRecoverySecret, keepRecoverySecret, readRecoverySecret } from './recovery-cookie.ts'

export function accountRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, account, {
    // No lookup here: the response reveals nothing about accounts.
    debugUser: async () => ({
      message: 'Si no puedes iniciar sesión, intenta recuperar tu cuenta.',
    }),
    recover: async ({ body, actor, ip, request, reply }) => {
      const from = { actor, ip, device: deviceOf(request), deviceProof: readDevice(deps, request) }
      const source = sourceLimit(deps, account.recover, ip)
      const browserSecret = keepRecoverySecret(deps, request, reply)
      await askRecovery(deps, { ...body, ...from, browserSecret, source })
      return {
        message: [
          'Revisa tu correo: si tiene una cuenta en Cupo, te enviamos un enlace',
          'para confirmar la contraseña nueva. Vence en 30 minutos.',
        ].join(' '),
      }
    },
    confirmRecovery: async ({ body, ip, request, reply }) => {
      const browserSecret = readRecoverySecret(deps, request)
      const input = { ...body, browserSecret, device: deviceOf(request), ip }
      const source = sourceLimit(deps, account.confirmRecovery, ip)
      const { emailKey } = await confirmRecovery(deps, { ...input, source })
      forgetRecoverySecret(deps, reply)
      rememberDevice(deps, reply, emailKey)
      return { message: 'Tu contraseña cambió. Ya puedes iniciar sesión.' }
    },
    changePassword: async ({ actor, body, ip, request }) => {
      const change = { current: body.current_password, next: body.new_password }
      await changePassword(deps, actor, { ...change, ip, device: deviceOf(request) })
      return { message: 'Tu contraseña cambió. Cerramos tus otras sesiones.' }
    },
    changeEmail: async ({ actor, body, ip }) => {
      await askEmailChange(deps, actor, { email: body.email, password: body.password, ip })
      return { message: `Te enviamos un enlace a ${body.email}. Ábrelo para confirmar el cambio.` }
    },
    confirmEmail: async ({ body, ip }) => {
      const source = sourceLimit(deps, account.confirmEmail, ip)
      await confirmEmailChange(deps, body.token, source)
      return { message: 'Tu correo cambió.' }
    },
    confirmAddress: async ({ actor, body, ip }) => {
      const source = sourceLimit(deps, account.confirmAddress, ip)
      const { token, password } = body
      await confirmAddress(deps, { token, password, actor, source })
      return { message: 'Tu correo quedó confirmado.' }
    },
    resendConfirmation: async ({ actor }) => {
      await askConfirmation(deps, actor)
      return { message: 'Te enviamos otro mensaje. Revisa también el correo no deseado.' }
    },
    undoEmail: async ({ body, ip }) => {
      const source = sourceLimit(deps, account.undoEmail, ip)
      await undoEmailChange(deps, body.token, source)
      return { message: 'Tu cuenta volvió a tu correo anterior. Recupérala para entrar.' }
    },
  })
}
