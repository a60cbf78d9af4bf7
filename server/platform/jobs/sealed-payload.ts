import { z } from 'zod'
import { open, seal } from '../crypto.ts'
import type { Secrets } from '../secrets.ts'

const Payload = z.object({ sealed: z.string() })

/** A job's payload that nobody reads in the queue: addresses, links, hashes. */
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
