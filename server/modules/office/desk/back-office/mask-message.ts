import { parsedJson } from '#server/platform/parsed-json.ts'

/** Keys whose values reveal nothing about the payer. The values of all other keys are masked. */
const OPEN = new Set([
  'event',
  'environment',
  'id',
  'status',
  'status_message',
  'amount_in_cents',
  'currency',
  'reference',
  'payment_method_type',
  'type',
  'installments',
  'created_at',
  'finalized_at',
  'sent_at',
  'timestamp',
  'checksum',
  'properties',
])

const MASK = '•••'
const NESTED_MAX = 12

/** Formats a message of the gateway: masks every value whose key is not known to be harmless. */
export function maskMessage(raw: Buffer): { text: string; covers: string[] } | null {
  const message = parsedJson(raw.toString('utf8'))
  if (message === undefined) return null
  return { text: JSON.stringify(masked(message, false, 0), null, 2), covers: coversOf(message) }
}

function masked(value: unknown, open: boolean, depth: number): unknown {
  if (depth > NESTED_MAX) return MASK
  if (Array.isArray(value)) return value.map((each) => masked(each, open, depth + 1))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, masked(inner, OPEN.has(key), depth + 1)]),
    )
  }
  return value === null || open ? value : MASK
}

/** Lists the properties that the signature of the message covers. */
function coversOf(message: unknown): string[] {
  const { signature } = (message ?? {}) as { signature?: { properties?: unknown } }
  const properties = signature?.properties
  return Array.isArray(properties) ? properties.map(String) : []
}
