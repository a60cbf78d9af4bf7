// A passkey without a device: makes the responses of an authenticator (WebAuthn level 3), with its
// own key pair. Origin, counter and challenge can be wrong on purpose.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { sha256 } from '#server/platform/crypto.ts'

/** Flags: user present and verified; with attested credential data. */
const PRESENT_VERIFIED = 0x05
const ATTESTED = 0x40

type Said = { challenge: string; origin: string; counter?: number }

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const text = (value: string) => Buffer.from(value, 'utf8')

function clientData(type: string, { challenge, origin }: Said): Buffer {
  return text(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function facts(origin: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), count])
}

/** The host is that of `origin` unless another host is given. */
export function softwarePasskey(host = 'http://localhost:3000') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coordinates = [x, y].map((value) => Buffer.from(value, 'base64url'))
  // COSE key (RFC 9053): EC2, ES256, P-256, x, y.
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    coordinates[0] as Buffer,
    Buffer.from('225820', 'hex'),
    coordinates[1] as Buffer,
  ])
  const common = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const }

  return {
    register(said: Said) {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
      const data = Buffer.concat([
        facts(host, PRESENT_VERIFIED | ATTESTED, said.counter ?? 0),
        attested,
      ])
      // CBOR: { fmt: "none", attStmt: {}, authData: bytes }.
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', said)),
        attestationObject: base64url(attestationObject),
      }
      return { ...common, response }
    },
    prove(said: Said) {
      const authenticatorData = facts(host, PRESENT_VERIFIED, said.counter ?? 0)
      const client = clientData('webauthn.get', said)
      const signed = Buffer.concat([authenticatorData, sha256(client)])
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(sign('sha256', signed, privateKey)),
      }
      return { ...common, response }
    },
  }
}
