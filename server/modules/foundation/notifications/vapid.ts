import { createECDH } from 'node:crypto'

/** Derives the public key of a VAPID private key, both base64url (RFC 8292). */
export function vapidPublicKey(privateKey: string): string {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return ecdh.getPublicKey('base64url')
}
