import { auth, type recoveryCalls, type sessionCalls } from '#contract/auth.ts'
import type { accountCalls } from '#contract/auth-account.ts'
import { presentOwnUser, showOwnUser } from '#server/modules/people/users/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { deviceOf } from '#server/platform/http/device.ts'
import { sourceLimit } from '#server/platform/http/rate-limit.ts'
import { type Handlers, type HttpDeps, routesOf } from '#server/platform/http/serve.ts'
import { askRecovery } from './ask-recovery.ts'
import {
  askEmailChange,
  confirmEmailChange,
  undoEmailChange,
  useChangeLink,
} from './change-email.ts'
import { changePassword } from './change-password.ts'
import { askConfirmation, confirmAddress, useAddressLink } from './confirm-address.ts'
import { closeSession, endSession } from './end-session.ts'
import { listSessions } from './list-sessions.ts'
import { logIn } from './log-in.ts'
import { linkOfCode } from './mail-code.ts'
import { keepDevice } from './note-device.ts'
import { confirmRecovery } from './recover-account.ts'
import { forgetRecoverySecret, keepRecoverySecret, readRecoverySecret } from './recovery-cookie.ts'
import { renewSession } from './renew-session.ts'
import { clearSession, handOver, presentedToken, readDevice } from './session-cookie.ts'
import { openOwnWallet, signUp } from './sign-up.ts'
import { mailStepUpCode, proveByCode, proveByPassword } from './step-up.ts'

export const authRoutes = routesOf(auth, (deps) => ({
  ...sessionHandlers(deps),
  ...accountHandlers(deps),
  ...recoveryHandlers(deps),
}))

function sessionHandlers(deps: HttpDeps): Handlers<typeof sessionCalls> {
  return {
    signup: async ({ body, ip }) => {
      await signUp(deps, {
        ip,
        email: body.email,
        password: body.password,
        username: body.username,
        firstName: body.first_name,
        lastName: body.last_name,
        identificationType: body.identification_type,
        identificationNumber: body.identification_number,
        newsletter: body.suscriptions === 'aceptado',
      })
      return { message: 'Cuenta creada. Ya puedes iniciar sesión.' }
    },
    login: async ({ body, ip, request, reply }) => {
      const device = readDevice(deps, request)
      const { issued, user, emailKey } = await logIn(deps, {
        email: body.email,
        password: body.password,
        ip,
        userAgent: request.headers['user-agent'] ?? null,
        device,
        source: sourceLimit(deps, auth.login, ip),
        mobile: body.mobile ?? false,
      })
      await keepDevice(deps, reply, { user, emailKey, device })
      const tokens = handOver(deps, reply, issued, body.mobile)
      return { ...tokens, user: await presentOwnUser(deps, user) }
    },
    refresh: async ({ body, request, reply }) => {
      const presented = presentedToken(deps, request, body)
      const mobile = body.mobile ?? false
      const device = mobile ? undefined : readDevice(deps, request)
      const issued = await renewSession(deps, { presented, mobile, device })
      return handOver(deps, reply, issued, body.mobile)
    },
    logout: async ({ body, actor, request, reply }) => {
      const mobile = body.refresh_token !== undefined
      const refreshToken = presentedToken(deps, request, { ...body, mobile })
      await endSession(deps, { actor, refreshToken })
      clearSession(deps, reply)
      return { message: 'Cerraste sesión.' }
    },
    me: async ({ actor }) => ({ user: await showOwnUser(deps, actor) }),
    bootstrap: async ({ actor }) => {
      const wallet_id = await openOwnWallet(deps, actor)
      return { user: await showOwnUser(deps, actor), wallet_id }
    },
    sessions: async ({ actor }) => ({ sessions: await listSessions(deps, actor) }),
    stepUp: async ({ actor, body, ip }) => {
      if ('code' in body) await proveByCode(deps, actor, body.code)
      else await proveByPassword(deps, actor, { password: body.password, ip })
      return { message: 'Listo, confirmamos que eres tú.' }
    },
    stepUpCode: async ({ actor }) => {
      await mailStepUpCode(deps, actor)
      return { message: 'Te enviamos un código a tu correo. Vence en 10 minutos.' }
    },
    closeSession: async ({ actor, params }) => {
      await closeSession(deps, actor, params)
      return { message: 'Cerramos esa sesión.' }
    },
  }
}

const CODED = {
  address: ['email_confirm', useAddressLink, 'Tu correo quedó confirmado.'],
  change: ['email_change', useChangeLink, 'Tu correo cambió.'],
} as const

function accountHandlers(deps: HttpDeps): Handlers<typeof accountCalls> {
  return {
    // No lookup, so that the response reveals nothing about accounts.
    debugUser: async () => ({
      message: 'Si no puedes iniciar sesión, intenta recuperar tu cuenta.',
    }),
    recover: async ({ body, actor, ip, request, reply }) => {
      const from = { actor, ip, device: deviceOf(request), deviceProof: readDevice(deps, request) }
      const source = sourceLimit(deps, auth.recover, ip)
      const browserSecret = keepRecoverySecret(deps, request, reply)
      await askRecovery(deps, { ...body, ...from, browserSecret, source })
      return {
        message: [
          'Queda lista cuando abras el enlace que te enviamos y confirmes la contraseña nueva.',
          'Solo llega si ese correo tiene una cuenta, y vence en 30 minutos.',
        ].join(' '),
      }
    },
    changePassword: async ({ actor, body, ip, request }) => {
      const change = { current: body.current_password, next: body.new_password }
      await changePassword(deps, actor, { ...change, ip, device: deviceOf(request) })
      return { message: 'Tu contraseña cambió. Cerramos tus otras sesiones.' }
    },
    changeEmail: async ({ actor, body, ip }) => {
      await askEmailChange(deps, actor, { email: body.email, password: body.password, ip })
      return {
        message: `Te escribimos a ${body.email}. Pon aquí el código del mensaje, o abre su enlace.`,
      }
    },
    confirmEmail: async ({ body, ip }) => {
      const source = sourceLimit(deps, auth.confirmEmail, ip)
      await confirmEmailChange(deps, body.token, source)
      return { message: 'Tu correo cambió.' }
    },
    confirmAddress: async ({ actor, body, ip }) => {
      const source = sourceLimit(deps, auth.confirmAddress, ip)
      const { token, password } = body
      await confirmAddress(deps, { token, password, actor, source })
      return { message: 'Tu correo quedó confirmado.' }
    },
    resendConfirmation: async ({ actor }) => {
      await askConfirmation(deps, actor)
      return { message: 'Te enviamos otro mensaje. Revisa también el correo no deseado.' }
    },
    confirmCode: async ({ actor, body: { which, code } }) => {
      const [purpose, use, message] = CODED[which]
      const link = await linkOfCode(deps, actor, { purpose, code })
      await inTransaction(deps.db, (tx) => use(tx, deps, link))
      return { message }
    },
    undoEmail: async ({ body, ip }) => {
      const source = sourceLimit(deps, auth.undoEmail, ip)
      await undoEmailChange(deps, body.token, source)
      return { message: 'Tu cuenta volvió a tu correo anterior. Recupérala para entrar.' }
    },
  }
}

function recoveryHandlers(deps: HttpDeps): Handlers<typeof recoveryCalls> {
  return {
    confirmRecovery: async ({ body, ip, request, reply }) => {
      const device = readDevice(deps, request)
      const { issued, user, emailKey } = await confirmRecovery(deps, {
        token: body.token,
        password: body.password,
        mobile: body.mobile ?? false,
        browserSecret: readRecoverySecret(deps, request),
        device: deviceOf(request),
        userAgent: request.headers['user-agent'] ?? null,
        source: sourceLimit(deps, auth.confirmRecovery, ip),
      })
      forgetRecoverySecret(deps, reply)
      await keepDevice(deps, reply, { user, emailKey, device })
      return handOver(deps, reply, issued, body.mobile)
    },
  }
}
