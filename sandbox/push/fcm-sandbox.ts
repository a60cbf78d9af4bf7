// Firebase Cloud Messaging from the view of a server: access tokens of a service account (RFC
// 7523), `messages:send`, and phones that can be forgotten.
import { createPublicKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { jwtVerify } from 'jose'
import { readFormFields } from '../page-layout.ts'

export const FCM_MOUNT = '/sandbox/fcm'
const PROJECT = 'cupo-sandbox'
const CLIENT = 'avisos@cupo-sandbox.iam.gserviceaccount.com'

type Sent = {
  token: string
  notification: { title: string; body: string }
  data: Record<string, string>
  android: { ttl: string; priority: string; notification: { tag: string } }
  apns: { headers: Record<string, string> }
}

/** For tests: phones, and the behaviour of the service. */
type FcmControl = {
  /** Content of `FCM_SERVICE_ACCOUNT`. */
  account: { projectId: string; clientEmail: string; privateKey: string }
  /** Adds a phone with the app; returns its token. */
  install(): string
  /** Removes the app: its token is unknown from now on. */
  remove(token: string): void
  messages(token?: string): Sent[]
  /** Number of access tokens issued so far. */
  granted(): number
  /** Invalidates all access tokens issued so far. */
  revoke(): void
  /** Answers every message with this failure from now on; null: answers normally again. */
  answer(failure: { status: number; errorCode?: string; retryAfter?: number } | null): void
}

export type FcmSandbox = {
  /** Mounts the service at `FCM_MOUNT`. */
  plugin(app: FastifyInstance): Promise<void>
  control: FcmControl
}

type State = {
  publicKey: KeyObject
  telephones: Set<string>
  access: Set<string>
  sent: Sent[]
  granted: number
  forced: Parameters<FcmControl['answer']>[0]
}

export function createFcmSandbox(): FcmSandbox {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const state: State = {
    publicKey: createPublicKey(privateKey),
    telephones: new Set(),
    access: new Set(),
    sent: [],
    granted: 0,
    forced: null,
  }
  const { telephones, access, sent } = state
  return {
    async plugin(app) {
      await app.register(async (scope) => routes(scope, state), { prefix: FCM_MOUNT })
    },
    control: {
      account: {
        projectId: PROJECT,
        clientEmail: CLIENT,
        privateKey: String(privateKey.export({ format: 'pem', type: 'pkcs8' })),
      },
      install() {
        const token = `${randomUUID()}:APA91b-${randomUUID()}`
        telephones.add(token)
        return token
      },
      remove: (token) => void telephones.delete(token),
      messages: (token) => sent.filter((each) => token === undefined || each.token === token),
      granted: () => state.granted,
      revoke: () => access.clear(),
      answer(failure) {
        state.forced = failure
      },
    },
  }
}

function routes(app: FastifyInstance, state: State): void {
  readFormFields(app)
  app.post('/token', async (request, reply) => {
    const { assertion = '' } = (request.body ?? {}) as Record<string, string>
    if (!(await isAssertion(assertion, state.publicKey))) {
      return await reply.code(400).send({ error: 'invalid_grant' })
    }
    const token = randomUUID()
    state.access.add(token)
    state.granted += 1
    return { access_token: token, expires_in: 3599, token_type: 'Bearer' }
  })
  app.post(`/v1/projects/${PROJECT}/messages:send`, async (request, reply) => {
    const { access, forced, telephones, sent } = state
    const bearer = String(request.headers.authorization ?? '').replace('Bearer ', '')
    if (!access.has(bearer)) return await refuse(reply, 401)
    if (forced) {
      if (forced.retryAfter) reply.header('retry-after', forced.retryAfter)
      return await refuse(reply, forced.status, forced.errorCode)
    }
    const { message } = request.body as { message: Sent }
    if (!telephones.has(message.token)) return await refuse(reply, 404, 'UNREGISTERED')
    sent.unshift(message)
    return { name: `projects/${PROJECT}/messages/${randomUUID()}` }
  })
}

const ERROR_TYPE = 'type.googleapis.com/google.firebase.fcm.v1.FcmError'

async function refuse(reply: FastifyReply, code: number, errorCode?: string) {
  const details = [{ '@type': ERROR_TYPE, ...(errorCode ? { errorCode } : {}) }]
  return await reply.code(code).send({ error: { code, status: 'REFUSED', details } })
}

/**
 * Whether the assertion is signed by the account for this purpose. Its time is not checked, because
 * tests have their own clocks.
 */
async function isAssertion(assertion: string, key: KeyObject): Promise<boolean> {
  try {
    const { payload } = await jwtVerify(assertion, key, {
      issuer: CLIENT,
      audience: 'https://oauth2.googleapis.com/token',
      algorithms: ['RS256'],
      currentDate: new Date(0),
    })
    return payload.scope === 'https://www.googleapis.com/auth/firebase.messaging'
  } catch {
    return false
  }
}
