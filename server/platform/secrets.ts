import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '#server/config.ts'
import { assert } from './errors.ts'

export type WompiKeys = {
  publicKey: string
  privateKey: string
  eventsSecret: string
  integritySecret: string
}

export type Secrets = {
  /** Signs access tokens (HS256), 32 bytes. */
  authKey: Buffer
  /** Seals national ids and documents (AES-256-GCM), 32 bytes. */
  dataKey: Buffer
  /** Blind index of national ids (HMAC-SHA-256), 32 bytes. */
  indexKey: Buffer
  /** Signs tickets (Ed25519). */
  ticketKey: KeyObject
  wompi: WompiKeys
}

type Stored = Record<'authKey' | 'dataKey' | 'indexKey' | 'ticketKey' | keyof WompiKeys, string>

/**
 * The keys from the environment; outside production the missing ones are made once and kept in the
 * data directory, readable by the owner only.
 */
export function loadSecrets(config: Config): Secrets {
  const { env } = config
  const stored = config.production ? undefined : developmentSecrets(config.dataDir)
  const pick = (value: string | undefined, name: keyof Stored): string => {
    const found = value ?? stored?.[name]
    assert(found !== undefined, `secret ${name} is missing`)
    return found
  }
  return {
    authKey: key32(pick(env.AUTH_SECRET, 'authKey')),
    dataKey: key32(pick(env.DATA_KEY, 'dataKey')),
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
  }
}

function key32(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64')
  assert(bytes.length === 32, 'a secret key must be 32 bytes in base64')
  return bytes
}

function developmentSecrets(dataDir: string): Stored {
  const file = path.join(dataDir, 'secrets.json')
  const earlier = readStored(file)
  if (earlier) return earlier
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, JSON.stringify(freshSecrets(), null, 2), { mode: 0o600, flag: 'wx' })
  return JSON.parse(readFileSync(file, 'utf8')) as Stored
}

function readStored(file: string): Stored | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Stored
  } catch {
    return undefined
  }
}

function freshSecrets(): Stored {
  const random = () => randomBytes(32).toString('base64')
  const word = () => randomBytes(16).toString('hex')
  const { privateKey } = generateKeyPairSync('ed25519')
  return {
    authKey: random(),
    dataKey: random(),
    indexKey: random(),
    ticketKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: `pub_test_${word()}`,
    privateKey: `prv_test_${word()}`,
    eventsSecret: `test_events_${word()}`,
    integritySecret: `test_integrity_${word()}`,
  }
}
