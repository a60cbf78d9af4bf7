import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { z } from 'zod'
import { isOn } from '#server/modules/foundation/switches/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { sha256 } from '#server/platform/crypto.ts'
import type { Deps } from '#server/platform/deps.ts'
import { JobPostponed } from '#server/platform/jobs/lanes.ts'
import { openPayload } from '#server/platform/jobs/sealed-payload.ts'
import { publicLookup } from '#server/platform/public-address.ts'
import { type FcmAnswer, sendToDevice } from './fcm.ts'
import {
  deleteSubscription,
  findDevice,
  findSubscription,
  type SubscriptionRow,
} from './push.queries.ts'
import { isPushEndpoint } from './push-hosts.ts'
import { PUSH_JOB, ShortMessage } from './short-message.ts'
import { vapidPublicKey } from './vapid.ts'

const Queued = ShortMessage.extend({ sessionId: z.uuid() })

const TIMEOUT_MS = 10_000
/** Time that the service keeps a message for a browser that is off: one day. */
const KEPT_SECONDS = 24 * 60 * 60

/**
 * Sends a message to one browser or telephone. Deletes the subscription if the service no longer
 * knows it; counts and drops a permanent refusal; any other failure throws and is retried.
 */
export async function deliverPush(deps: Deps, payload: unknown): Promise<void> {
  const message = Queued.parse(openPayload(deps.secrets, PUSH_JOB, payload))
  const { sessionId } = message
  const now = deps.clock.now()
  const deliver = await deliveryTo(deps, { sessionId, now })
  if (!deliver) return
  if (new Date(message.until) <= now) return deps.metrics.count('push_late')
  // Postponed until the message is too late; the list in the app has the message anyway.
  if (!(await isOn(deps, 'push'))) throw new JobPostponed(addMs(now, MINUTE_MS), 'push')
  const { status, retryAfter } = await deliver(message)
  if (status < 300) return deps.metrics.count('push_sent')
  if (status === 404 || status === 410) {
    deps.metrics.count('push_gone')
    return await deleteSubscription(deps.db, sessionId)
  }
  // Our keys are refused, not the browser: the job is retried, then shown to the team as dead.
  if (status === 401 || status === 403) throw new Error(`the push service refuses us: ${status}`)
  if (status === 429 || status >= 500) {
    if (retryAfter) throw new JobPostponed(new Date(now.getTime() + retryAfter * 1000), 'push')
    throw new Error(`the push service answered ${status}`)
  }
  deps.metrics.count('push_refused')
  deps.log.warn({ status }, 'push message refused')
}

type Deliver = (message: ShortMessage) => Promise<FcmAnswer>

/** Finds the browser or telephone of a session; undefined if the session has neither. */
async function deliveryTo(
  deps: Deps,
  session: { sessionId: string; now: Date },
): Promise<Deliver | undefined> {
  const subscription = await findSubscription(deps.db, session)
  if (subscription) {
    if (!isPushEndpoint(subscription.endpoint, deps.urls.push)) return undefined
    return async (message) => {
      const answer = await send(deps, subscription, message)
      return isOfOtherKey(deps, subscription, answer.status) ? { ...answer, status: 410 } : answer
    }
  }
  const token = await findDevice(deps.db, session)
  if (token === undefined) return undefined
  return (message) => {
    const { about, rings, title, url } = message
    const shown = rings ? { about, title } : { about }
    const until = new Date(message.until)
    return sendToDevice(deps, { ...shown, token, url, tag: tagOf(message), until })
  }
}

/** News of one journey on its day replace each other on the screen: only the last one is true. */
function tagOf({ id, topic, stays, url }: ShortMessage): string {
  return topic ?? (stays ? url : id)
}

/** Whether a browser subscribed with an older key of ours: 403 (Chrome) or 401 (Firefox). */
function isOfOtherKey(
  { secrets }: Pick<Deps, 'secrets'>,
  { vapidHash }: SubscriptionRow,
  status: number,
): boolean {
  if (!secrets.vapid || (status !== 401 && status !== 403) || vapidHash === null) return false
  return !vapidHash.equals(sha256(vapidPublicKey(secrets.vapid)))
}

async function send(
  deps: Deps,
  { endpoint, p256dh, auth }: Pick<SubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>,
  message: ShortMessage,
): Promise<{ status: number; retryAfter: number }> {
  const { vapid: privateKey } = deps.secrets
  if (!privateKey) return { status: 410, retryAfter: 0 }
  const { site } = deps.urls
  const { default: webPush } = await import('web-push')
  const { title, body, url, stays } = message
  const text = JSON.stringify({ title, body, url, tag: tagOf(message), stays })
  const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
    vapidDetails: {
      subject: site.startsWith('https:') ? site : 'mailto:avisos@localhost',
      publicKey: vapidPublicKey(privateKey),
      privateKey,
    },
    TTL: KEPT_SECONDS,
    urgency: 'high',
    contentEncoding: 'aes128gcm',
  })
  return await post(endpoint, details, new URL(endpoint).origin === deps.urls.push)
}

type Outgoing = { headers: Record<string, unknown>; body: Buffer | null }

/** Sends one POST that follows no redirect; only the local service can be on a private network. */
function post(endpoint: string, { headers, body }: Outgoing, isLocal: boolean) {
  return new Promise<{ status: number; retryAfter: number }>((resolve, reject) => {
    const request = endpoint.startsWith('https:') ? httpsRequest : httpRequest
    const call = request(
      endpoint,
      {
        method: 'POST',
        headers: headers as Record<string, string>,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(isLocal ? {} : { lookup: publicLookup }),
      },
      (answer) => {
        answer.resume()
        const retryAfter = Number(answer.headers['retry-after'] ?? 0)
        resolve({ status: answer.statusCode ?? 500, retryAfter: Math.max(0, retryAfter) || 0 })
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}
