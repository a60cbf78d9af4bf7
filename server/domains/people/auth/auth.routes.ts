import type { FastifyInstance } from 'fastify'
import { auth } from '#contract/auth.ts'
import { presentOwnUser, showOwnUser } from '#server/domains/people/users/users.public.ts'
import { sourceLimit } from '#server/platform/http/rate-limit.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { closeSession, endSession } from './end-session.ts'
import { listSessions } from './list-sessions.ts'
import { logIn } from './log-in.ts'
import { keepDevice } from './note-device.ts'
import { openOwnWallet } from './open-own-wallet.ts'
import { renewSession } from './renew-session.ts'
import { clearSession, handOver, presentedToken, readDevice } from './session-cookie.ts'
import { signUp } from './sign-up.ts'
import { mailStepUpCode, proveByCode, proveByPassword } from './step-up.ts'

export function authRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, auth, {
    signup: async ({ body }) => {
      await signUp(deps, {
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
    me: async ({ actor }) => ({
      user: await showOwnUser(deps, actor),
    }),
    bootstrap: async ({ actor }) => {
      const wallet_id = await openOwnWallet(deps, actor)
      return { user: await showOwnUser(deps, actor), wallet_id }
    },
    sessions: async ({ actor }) => {
      return { sessions: await listSessions(deps, actor) }
    },
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
  })
}
