// The receiving side of web push: VAPID (RFC 8292) and message encryption (RFC 8291).
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'

/** Keys that a browser stores for a subscription. */
export type BrowserKeys = { privateKey: string; p256dh: string; auth: string }

const CURVE = 'prime256v1'
const SALT_BYTES = 16
const TAG_BYTES = 16
const DAY_SECONDS = 24 * 60 * 60

export function newBrowserKeys(): BrowserKeys {
  const ecdh = createECDH(CURVE)
  ecdh.generateKeys()
  return {
    privateKey: ecdh.getPrivateKey('base64url'),
    p256dh: ecdh.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
}

/** Decrypts the text of one `aes128gcm` record; throws for any other content. */
export function decrypt(keys: BrowserKeys, record: Buffer): string {
  const salt = record.subarray(0, SALT_BYTES)
  const keyLength = record.readUInt8(SALT_BYTES + 4)
  const start = SALT_BYTES + 5 + keyLength
  const senderKey = record.subarray(SALT_BYTES + 5, start)
  const ecdh = createECDH(CURVE)
  ecdh.setPrivateKey(Buffer.from(keys.privateKey, 'base64url'))
  const derive = (secret: Uint8Array, key: Uint8Array, info: Uint8Array, length: number) =>
    Buffer.from(hkdfSync('sha256', key, secret, info, length))
  const auth = Buffer.from(keys.auth, 'base64url')
  const both = [Buffer.from(keys.p256dh, 'base64url'), senderKey]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ...both])
  const shared = derive(auth, ecdh.computeSecret(senderKey), info, 32)
  const contentKey = derive(salt, shared, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(salt, shared, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce)
  decipher.setAuthTag(record.subarray(-TAG_BYTES))
  const padded = Buffer.concat([
    decipher.update(record.subarray(start, -TAG_BYTES)),
    decipher.final(),
  ])
  const end = padded.lastIndexOf(2)
  if (end < 0) throw new Error('the record has no delimiter')
  return padded.subarray(0, end).toString('utf8')
}

/** Whether the owner of `serverKey` signed a request for this push service, valid now. */
export function isSignedBy(
  authorization: string | undefined,
  { serverKey, origin, now }: { serverKey: string; origin: string; now: Date },
): boolean {
  const match = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(authorization ?? '')
  if (!match) return false
  const [, header = '', claims = '', signature = '', key] = match
  if (key !== serverKey || read(header).alg !== 'ES256') return false
  const { aud, exp, sub } = read(claims)
  const seconds = now.getTime() / 1000
  const isFresh = typeof exp === 'number' && exp > seconds && exp <= seconds + DAY_SECONDS + 60
  if (aud !== origin || !isFresh || !/^(mailto|https):/.test(String(sub))) return false
  const point = Buffer.from(serverKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  )
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  return verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
}

function read(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>
}
