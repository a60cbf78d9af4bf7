// Firebase Cloud Messaging, HTTP v1: https://firebase.google.com/docs/cloud-messaging/send/v1-api
// Google and Apple can read its messages, so the messages name nobody (docs/decisions/0010).
import { importPKCS8, SignJWT } from 'jose'
import { z } from 'zod'
import type { Topic } from '#contract/notification-topics.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import type { FcmKeys } from '#server/platform/secrets.ts'

type FcmDeps = Pick<Deps, 'clock'> & {
  secrets: Pick<Deps['secrets'], 'fcm'>
  urls: Pick<Deps['urls'], 'fcm'>
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const TIMEOUT_MS = 10_000
/** Lifetime of the assertion, and maximum lifetime of the access token. */
const HOUR_SECONDS = 3600
/** Time before its end in which a token is no longer used. */
const MARGIN_MS = MINUTE_MS

/** Title on the lock screen, by topic of the news. */
const TITLES: Record<Topic, string> = {
  travel: 'Tu viaje cambió o ya salió',
  trips: 'Novedades de tu viaje',
  money: 'Novedades de tu dinero',
  documents: 'Novedades de tus documentos',
  messages: 'Tienes un mensaje',
  alerts: 'Hay un viaje para ti',
  news: 'Novedades en Cupo',
  account: 'Novedades de tu cuenta',
}
const BODY = 'Toca para verlo en Cupo.'

export type ForDevice = {
  token: string
  about: Topic
  /** Title that replaces the title of the topic; must name nobody. */
  title?: string
  /** Path on this site. */
  url: string
  /** A later message with the same tag replaces this one on the screen. */
  tag: string
  /** Time after which the message is useless. */
  until: Date
}

/** HTTP status of the service; 410 if it no longer knows the telephone. */
export type FcmAnswer = { status: number; retryAfter: number }

/** Access tokens by token endpoint and service account. */
const tokens = new Map<string, { token: string; until: Date }>()

function addressesOf({ urls }: FcmDeps, { projectId }: FcmKeys) {
  const signIn = urls.fcm ?? 'https://oauth2.googleapis.com'
  const messaging = urls.fcm ?? 'https://fcm.googleapis.com'
  return { token: `${signIn}/token`, send: `${messaging}/v1/projects/${projectId}/messages:send` }
}

/** Sends a message to one telephone. Throws when the account is refused or nobody answers. */
export async function sendToDevice(deps: FcmDeps, message: ForDevice): Promise<FcmAnswer> {
  const keys = deps.secrets.fcm
  if (!keys) return { status: 410, retryAfter: 0 }
  const answer = await post(deps, keys, { message: bodyOf(message, deps.clock.now()) })
  const retryAfter = Math.max(0, Number(answer.headers.get('retry-after') ?? 0)) || 0
  if (answer.ok) {
    await answer.body?.cancel()
    return { status: answer.status, retryAfter }
  }
  return { status: statusOf(answer.status, await reasonOf(answer), deps, keys), retryAfter }
}

/**
 * Tells whether the service account may send, by validating a message to an invalid token: an
 * allowed account gets 400 or 404, others 401 or 403. Throws without access token or answer.
 */
export async function maySendToDevices(deps: FcmDeps): Promise<boolean> {
  const keys = deps.secrets.fcm
  if (!keys) return false
  const probe = { validate_only: true, message: { token: 'cupo-doctor' } }
  const answer = await post(deps, keys, probe)
  await answer.body?.cancel()
  return [200, 400, 404].includes(answer.status)
}

async function post(deps: FcmDeps, keys: FcmKeys, body: object): Promise<Response> {
  const access = await accessToken(deps, keys)
  return await fetch(addressesOf(deps, keys).send, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

function bodyOf({ token, about, title, url, tag, until }: ForDevice, now: Date) {
  const seconds = Math.max(0, Math.floor((until.getTime() - now.getTime()) / 1000))
  return {
    token,
    notification: { title: title ?? TITLES[about], body: BODY },
    data: { url },
    android: { priority: 'HIGH', ttl: `${seconds}s`, notification: { tag } },
    apns: {
      headers: {
        'apns-priority': '10',
        'apns-expiration': String(Math.floor(until.getTime() / 1000)),
        // Apple accepts at most 64 bytes.
        'apns-collapse-id': tag.slice(0, 64),
      },
      payload: { aps: { sound: 'default' } },
    },
  }
}

const Failure = z.object({
  error: z.object({ details: z.array(z.object({ errorCode: z.string().optional() })).optional() }),
})

/** Returns the error code of Firebase, such as `UNREGISTERED`; empty if the answer has none. */
async function reasonOf(answer: Response): Promise<string> {
  const { data } = Failure.safeParse(await answer.json().catch(() => null))
  return data?.error.details?.find(({ errorCode }) => errorCode)?.errorCode ?? ''
}

/** Maps an error to a status: https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode */
function statusOf(status: number, reason: string, deps: FcmDeps, keys: FcmKeys): number {
  if (reason === 'UNREGISTERED' || reason === 'SENDER_ID_MISMATCH') return 410
  if (status === 401) tokens.delete(placeOf(deps, keys))
  // Our account is refused, not the telephone: the job is retried, then shown to the team as dead.
  if (status === 401 || status === 403 || status === 404) {
    throw new Error(`Firebase refuses this service account: ${status}`)
  }
  return status
}

const placeOf = (deps: FcmDeps, keys: FcmKeys) =>
  `${addressesOf(deps, keys).token} ${keys.clientEmail}`

const Granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

/** Returns an access token (OAuth 2.0 for service accounts, RFC 7523), cached until it expires. */
async function accessToken(deps: FcmDeps, keys: FcmKeys): Promise<string> {
  const now = deps.clock.now()
  const place = placeOf(deps, keys)
  const kept = tokens.get(place)
  if (kept && kept.until > now) return kept.token
  const { token: address } = addressesOf(deps, keys)
  const issuedAt = Math.floor(now.getTime() / 1000)
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(keys.clientEmail)
    .setAudience('https://oauth2.googleapis.com/token')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + HOUR_SECONDS)
    .sign(await importPKCS8(keys.privateKey, 'RS256'))
  const answer = await fetch(address, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion,
    }),
  })
  if (!answer.ok) throw new Error(`no access token for Firebase: ${answer.status}`)
  const granted = Granted.safeParse(await answer.json())
  assert(granted.success, 'an access token for Firebase')
  const { access_token: token, expires_in: seconds } = granted.data
  tokens.set(place, { token, until: addMs(now, seconds * 1000 - MARGIN_MS) })
  return token
}
