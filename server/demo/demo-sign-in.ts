import type { FastifyReply, FastifyRequest } from 'fastify'
import { emailKey } from '#contract/email-address.ts'
import { isStaff } from '#contract/permissions.ts'
import {
  browserOf,
  deviceDigest,
  handOver,
  issue,
  markSecondFactor,
  networkDigest,
  noteDevice,
  openSession,
  readDevice,
  rememberDevice,
} from '#server/modules/people/access/index.ts'
import { findUser } from '#server/modules/people/users/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Extension } from '../app.ts'
import { enterPage, isOwnForm, readForms } from '../form-pages.ts'
import { askedTogether, demoAsk } from './demo-ask.ts'
import { findDemoId } from './demo-people.ts'
import { demoToday } from './demo-today.ts'
import type { DemoAccount } from './seed-demo.ts'

/** Cookie that tells the login page to ask for the demonstration's accounts. */
const OFFERED = 'cupo_demo=1; Path=/; SameSite=Strict'
const ADDRESS = '/sandbox/demo'

/**
 * Lists the demonstration's accounts, and signs in as one of them without a password and with the
 * second factor proved. Registered by main.ts only where the demonstration was seeded, which
 * production refuses; the pages of any other site do not ask (docs/decisions/0052).
 */
export function demoSignIn(deps: Deps, accounts: readonly DemoAccount[]): Extension {
  return (scope, app) => {
    if (!deps.config.demo || deps.config.production) return
    app.addHook('onRequest', async (request, reply) => {
      if (request.method === 'GET' && request.headers.accept?.includes('text/html')) {
        reply.header('set-cookie', OFFERED)
      }
    })
    readForms(scope)
    scope.get(ADDRESS, async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return accounts.map(({ email, role, name, note }) => ({ email, role, name, note }))
    })
    scope.post(ADDRESS, { config: { visited: '/login' } }, async (request, reply) => {
      if (!isOwnForm(request)) throw new AppError('bad_origin')
      const email = new URLSearchParams(String(request.body)).get('email')
      const known = accounts.find((account) => account.email === email)
      const userId = known && (await findDemoId(deps, known))
      if (!userId) throw new AppError('not_found')
      await demoToday(deps)
      if (askedTogether.includes(known.email)) await demoAsk(deps)
      const { roles } = await signIn(deps, userId, { request, reply })
      return enterPage(reply, request, isStaff(roles))
    })
  }
}

/** Bre-B keys of the demonstration: everybody's address, with the name as a directory masks it. */
export function demoKeys(accounts: readonly DemoAccount[]): [key: string, masked: string][] {
  const masked = (name: string) => name.toUpperCase().replace(/(\p{L}{3})\p{L}*/gu, '$1***')
  return accounts.map(({ email, name }) => [email, masked(name)])
}

type Call = { request: FastifyRequest; reply: FastifyReply }

/** Opens a session in this browser, whose second factor counts as proved here. */
async function signIn(deps: Deps, userId: string, { request, reply }: Call) {
  const user = await findUser(deps.db, userId)
  const device = rememberDevice(deps, reply, emailKey(user.email), readDevice(deps, request))
  const userAgent = request.headers['user-agent'] ?? null
  const session = await inTransaction(deps.db, async (tx) => {
    const opened = await openSession(tx, deps, { userId, userAgent, mobile: false })
    const { sessionId } = opened
    await markSecondFactor(tx, {
      sessionId,
      now: deps.clock.now(),
      network: networkDigest(deps, { sessionId, ip: request.ip }),
      device: deviceDigest(deps, { sessionId, browser: browserOf(device) }),
    })
    return opened
  })
  await noteDevice(deps, userId, device)
  handOver(deps, reply, await issue(deps, session, user.roles), false)
  return user
}
