import type { FastifyInstance } from 'fastify'
import { auth } from '#contract/auth.ts'
import { ensureWallet } from '#server/domains/ledger/ledger.public.ts'
import { findUser, presentOwnUser } from '#server/domains/users/users.public.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { sourceLimit } from '#server/platform/http/rate-limit.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { presentSession } from './auth.present.ts'
import { liveSessionsOf } from './auth.queries.ts'
import { closeSession, endSession } from './end-session.ts'
import { logIn } from './log-in.ts'
import { renewSession } from './renew-session.ts'
import {
  clearSession,
  handOver,
  presentedToken,
  readDevice,
  rememberDevice,
} from './session-cookie.ts'
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
      const { issued, user, emailKey } = await logIn(deps, {
        email: body.email,
        password: body.password,
        ip,
        userAgent: request.headers['user-agent'] ?? null,
        device: readDevice(deps, request),
        source: sourceLimit(deps, auth.login, ip),
      })
      // Anybody may sign up with the address: only who proved it has room of their own for guesses.
      if (user.email_confirmed_at) rememberDevice(deps, reply, emailKey)
      const tokens = handOver(deps, reply, issued, body.mobile)
      return { ...tokens, user: presentOwnUser(deps, user) }
    },
    refresh: async ({ body, request, reply }) => {
      const issued = await renewSession(deps, presentedToken(deps, request, body))
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
      user: presentOwnUser(deps, await findUser(deps.db, actor.userId)),
    }),
    bootstrap: async ({ actor }) => {
      const now = deps.clock.now()
      const wallet_id = await inTransaction(deps.db, (tx) => ensureWallet(tx, actor.userId, now))
      return { user: presentOwnUser(deps, await findUser(deps.db, actor.userId)), wallet_id }
    },
    sessions: async ({ actor }) => {
      const own = await liveSessionsOf(deps.db, { userId: actor.userId, now: deps.clock.now() })
      return { sessions: own.map((session) => presentSession(session, actor)) }
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
      await closeSession(deps, actor, params.sessionId)
      return { message: 'Cerramos esa sesión.' }
    },
  })
}
