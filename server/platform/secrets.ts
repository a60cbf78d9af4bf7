import {
  createECDH,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '#server/config.ts'
import { type SealingKeys, sealingKeys } from './crypto.ts'
import { assert } from './errors.ts'

export type WompiKeys = {
  publicKey: string
  privateKey: string
  eventsSecret: string
  integritySecret: string
}

export type PayoutKeys = {
  apiKey: string
  principalId: string
  /** Our account that pays. */
  accountId: string
  eventsSecret: string
}

export type AppleKeys = {
  /** Services ID of Apple. */
  clientId: string
  teamId: string
  keyId: string
  /** Signs the client secret (ES256). */
  privateKey: KeyObject
}

/** Keys of a Firebase service account that can send messages; the private key is PKCS #8 in PEM. */
export type FcmKeys = { projectId: string; clientEmail: string; privateKey: string }

/** `appSecret` verifies delivery reports; `verifyToken` proves the webhook's address to Meta. */
type WhatsAppKeys = { token: string; phoneId: string; appSecret: string; verifyToken: string }

export type Secrets = {
  /** Signs access tokens (HS256), 32 bytes. */
  authKey: Buffer
  /** Older keys that verify tokens signed before a change of `authKey`. */
  previousAuthKeys?: readonly Buffer[]
  /** Encrypts national ids, documents and job payloads (AES-256-GCM). */
  dataKey: SealingKeys
  /** Blind index of national ids (HMAC-SHA-256), 32 bytes. */
  indexKey: Buffer
  /** Signs tickets (Ed25519). */
  ticketKey: KeyObject
  wompi: WompiKeys
  /** Payouts by the gateway; if unset, withdrawals are paid by hand. */
  payouts?: PayoutKeys
  /** Signs push messages (VAPID, P-256, base64url of 32 bytes); if unset, no push is sent. */
  vapid?: string
  /** Sends push messages to the app; if unset, the app gets none. */
  fcm?: FcmKeys
  /** WhatsApp Cloud API: access token, and id of our number. */
  whatsapp?: WhatsAppKeys
  sms?: { accountSid: string; authToken: string; serviceSid: string }
  /** Absent if the sign-in is not offered. */
  google?: { clientId: string; clientSecret: string }
  apple?: AppleKeys
}

type Stored = ReturnType<typeof freshSecrets>

/** Loads the keys; outside production missing ones are created and stored in the data folder. */
export function loadSecrets(config: Config): Secrets {
  const { env } = config
  const stored = config.production ? undefined : developmentSecrets(config.dataDir)
  const pick = (value: string | undefined, name: keyof Stored): string => {
    const found = value ?? stored?.[name]
    assert(found !== undefined, `secret ${name} is missing`)
    return found
  }
  const vapid = env.VAPID_PRIVATE_KEY ?? stored?.vapid
  const textToken = config.sandbox ? stored?.textToken : undefined
  return {
    authKey: key32(pick(env.AUTH_SECRET, 'authKey')),
    previousAuthKeys: env.AUTH_SECRET_PREVIOUS ? [key32(env.AUTH_SECRET_PREVIOUS)] : [],
    dataKey: sealingKeys(
      key32(pick(env.DATA_KEY, 'dataKey')),
      (env.DATA_KEYS_OLD ?? []).map(key32),
    ),
    indexKey: key32(pick(env.INDEX_KEY, 'indexKey')),
    ticketKey: createPrivateKey({
      key: Buffer.from(pick(env.TICKET_PRIVATE_KEY, 'ticketKey'), 'base64'),
      format: 'der',
      type: 'pkcs8',
    }),
    wompi: {
      publicKey: pick(env.WOMPI_PUBLIC_KEY, 'publicKey'),
      privateKey: pick(env.WOMPI_PRIVATE_KEY, 'privateKey'),
      eventsSecret: pick(env.WOMPI_EVENTS_SECRET, 'eventsSecret'),
      integritySecret: pick(env.WOMPI_INTEGRITY_SECRET, 'integritySecret'),
    },
    ...payoutKeys(config, stored),
    ...(vapid === undefined ? {} : { vapid }),
    ...(env.FCM_SERVICE_ACCOUNT ? { fcm: env.FCM_SERVICE_ACCOUNT } : {}),
    ...whatsappKeys(env, textToken),
    ...twilioKeys(env, textToken),
    ...googleKeys(config, stored),
    ...appleKeys(config, stored),
  }
}

function payoutKeys({ env, sandbox }: Config, stored: Stored | undefined) {
  const {
    PAYOUTS_API_KEY: apiKey,
    PAYOUTS_PRINCIPAL_ID: principalId = '',
    PAYOUTS_ACCOUNT_ID: accountId = '',
    PAYOUTS_EVENTS_SECRET: eventsSecret = '',
  } = env
  if (apiKey) return { payouts: { apiKey, principalId, accountId, eventsSecret } }
  if (!sandbox || !stored) return {}
  const played = { principalId: 'sandbox-principal', accountId: 'sandbox-account' }
  const keys = { apiKey: stored.payoutsKey, eventsSecret: stored.payoutsEventsSecret }
  return { payouts: { ...played, ...keys } }
}

function whatsappKeys(env: Config['env'], played: string | undefined): Pick<Secrets, 'whatsapp'> {
  const {
    WHATSAPP_TOKEN: token = played,
    WHATSAPP_PHONE_ID: phoneId = 'sandbox',
    WHATSAPP_APP_SECRET: appSecret = played ?? '',
    WHATSAPP_VERIFY_TOKEN: verifyToken = played ?? '',
  } = env
  return token === undefined ? {} : { whatsapp: { token, phoneId, appSecret, verifyToken } }
}

/** Digits of a simulated Twilio id, which has two letters and 32 digits. */
const PLAYED_SID = '0'.repeat(32)

function twilioKeys(env: Config['env'], played: string | undefined): Pick<Secrets, 'sms'> {
  const {
    TWILIO_AUTH_TOKEN: authToken = played,
    TWILIO_ACCOUNT_SID: accountSid = `AC${PLAYED_SID}`,
    TWILIO_MESSAGING_SERVICE_SID: serviceSid = `MG${PLAYED_SID}`,
  } = env
  return authToken === undefined ? {} : { sms: { accountSid, authToken, serviceSid } }
}

function googleKeys(config: Config, stored: Stored | undefined): Pick<Secrets, 'google'> {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: given } = config.env
  if (clientId && given) return { google: { clientId, clientSecret: given } }
  if (!config.sandbox || !stored) return {}
  return { google: { clientId: 'cupo-sandbox', clientSecret: stored.googleClientSecret } }
}

function appleKeys(config: Config, stored: Stored | undefined): Pick<Secrets, 'apple'> {
  const { APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID, APPLE_PRIVATE_KEY } = config.env
  if (APPLE_CLIENT_ID && APPLE_TEAM_ID && APPLE_KEY_ID && APPLE_PRIVATE_KEY) {
    const ids = { clientId: APPLE_CLIENT_ID, teamId: APPLE_TEAM_ID, keyId: APPLE_KEY_ID }
    // In environment variables the line breaks of the .p8 file are often written as `
    // `.
    const pem = APPLE_PRIVATE_KEY.replaceAll('\\n', '\n')
    return { apple: { ...ids, privateKey: createPrivateKey(pem) } }
  }
  if (!config.sandbox || !stored) return {}
  const ids = { clientId: 'co.cupo.sandbox', teamId: 'SANDBOX000', keyId: 'SANDBOXKEY' }
  return { apple: { ...ids, privateKey: createPrivateKey(stored.applePrivateKey) } }
}

function key32(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64')
  assert(bytes.length === 32, 'a secret key must be 32 bytes in base64')
  return bytes
}

function developmentSecrets(dataDir: string): Stored {
  const file = path.join(dataDir, 'secrets.json')
  const earlier = readStored(file)
  const complete = { ...freshSecrets(), ...earlier }
  if (earlier && Object.keys(complete).every((name) => name in earlier)) return complete
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // Written beside, so that a full disk leaves the keys in use as they are. A later version can
  // require more of them; a new file never replaces that of another process.
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, JSON.stringify(complete, null, 2), { mode: 0o600 })
    if (earlier) renameSync(draft, file)
    else linkSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Stored
}

function readStored(file: string): Partial<Stored> | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Stored>
  } catch {
    return undefined
  }
}

function freshSecrets() {
  const random = () => randomBytes(32).toString('base64')
  const word = () => randomBytes(16).toString('hex')
  const { privateKey } = generateKeyPairSync('ed25519')
  const apple = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const vapidKeyPair = createECDH('prime256v1')
  vapidKeyPair.generateKeys()
  return {
    authKey: random(),
    dataKey: random(),
    indexKey: random(),
    ticketKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    googleClientSecret: word(),
    applePrivateKey: String(apple.privateKey.export({ format: 'pem', type: 'pkcs8' })),
    // Padded to the length of the curve, since the number can begin with zeros.
    vapid: Buffer.from(vapidKeyPair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString(
      'base64url',
    ),
    textToken: word(),
    payoutsKey: word(),
    payoutsEventsSecret: `test_events_${word()}`,
    publicKey: `pub_test_${word()}`,
    privateKey: `prv_test_${word()}`,
    eventsSecret: `test_events_${word()}`,
    integritySecret: `test_integrity_${word()}`,
  }
}
