import { z } from 'zod'
import { isCurrent, open, seal, sealAnew } from '../crypto.ts'
import type { Secrets } from '../secrets.ts'

const Payload = z.object({ sealed: z.string() })

/** Encrypts a job's payload with personal data or secrets: addresses, links, hashes. */
export function sealPayload(
  secrets: Pick<Secrets, 'dataKey'>,
  job: string,
  value: unknown,
): { sealed: string } {
  const plain = Buffer.from(JSON.stringify(value), 'utf8')
  return { sealed: seal(secrets.dataKey, `jobs:${job}`, plain).toString('base64') }
}

/** Reads what `sealPayload` made for the same job; throws for anything else. */
export function openPayload(
  secrets: Pick<Secrets, 'dataKey'>,
  job: string,
  payload: unknown,
): unknown {
  const sealed = Buffer.from(Payload.parse(payload).sealed, 'base64')
  return JSON.parse(open(secrets.dataKey, `jobs:${job}`, sealed).toString('utf8'))
}

/** The payload encrypted with the current key; null when it already is, or is not encrypted. */
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
