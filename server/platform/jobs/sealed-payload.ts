import { z } from 'zod'
import { isCurrent, open, seal, sealAnew } from '../crypto.ts'
import type { Secrets } from '../secrets.ts'

const Payload = z.object({ sealed: z.string() })

/** Encrypts a job's payload that contains personal data or secrets, such as addresses and links. */
export function sealPayload(
  secrets: Pick<Secrets, 'dataKey'>,
  job: string,
  value: unknown,
): { sealed: string } {
  const plain = Buffer.from(JSON.stringify(value), 'utf8')
  return { sealed: seal(secrets.dataKey, `jobs:${job}`, plain).toString('base64') }
}

/** Decrypts a payload of `sealPayload` for the same job. Throws for any other payload. */
export function openPayload(
  secrets: Pick<Secrets, 'dataKey'>,
  job: string,
  payload: unknown,
): unknown {
  const sealed = Buffer.from(Payload.parse(payload).sealed, 'base64')
  return JSON.parse(open(secrets.dataKey, `jobs:${job}`, sealed).toString('utf8'))
}

/** Encrypts a payload again with the current key; null if it already is, or is not encrypted. */
export function resealPayload(
  secrets: Pick<Secrets, 'dataKey'>,
  job: string,
  payload: unknown,
): { sealed: string } | null {
  const parsed = Payload.safeParse(payload)
  if (!parsed.success) return null
  const sealed = Buffer.from(parsed.data.sealed, 'base64')
  if (isCurrent(secrets.dataKey, sealed)) return null
  return { sealed: sealAnew(secrets.dataKey, `jobs:${job}`, sealed).toString('base64') }
}
