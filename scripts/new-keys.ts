import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto'

/** Random values of the secrets that Cupo makes itself, by variable name. */
export function newKeys(): Record<string, string> {
  const key = () => randomBytes(32).toString('base64')
  const ticket = generateKeyPairSync('ed25519').privateKey
  return {
    AUTH_SECRET: key(),
    DATA_KEY: key(),
    INDEX_KEY: key(),
    TICKET_PRIVATE_KEY: ticket.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    METRICS_TOKEN: randomBytes(32).toString('hex'),
    VAPID_PRIVATE_KEY: vapidKey(),
  }
}

/** P-256 key; a leading zero byte would make it shorter than the required 32 bytes. */
function vapidKey(): string {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const bytes = pair.getPrivateKey()
  return Buffer.concat([Buffer.alloc(32 - bytes.length), bytes]).toString('base64url')
}
