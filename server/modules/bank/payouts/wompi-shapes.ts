// Shapes of "Pagos a terceros": https://docs.wompi.co/docs/colombia/consultas-y-operaciones/ and
// `payouts-schemas.ts` of a client, github.com/pulgueta/wompi-node at 0b6f845. Only identifiers are
// required.
import { z } from 'zod'
import { failure, type PayoutDeps } from './payouts-http.ts'

const Id = z.string().min(1).max(64)
const Text = z.string().max(300).nullish().catch(null)
const Cents = z.int().nonnegative().nullish().catch(null)
const Time = z.iso.datetime({ offset: true }).nullish().catch(null)

/** Answer of `POST /payouts`. */
export const Created = z.object({ payoutId: Id, success: Cents })

/** Answer of `GET /payouts/{id}`, and a record of `GET /payouts`. */
export const Batch = z.object({
  id: Id,
  status: z.string().max(64),
  reference: Text,
  amountInCents: Cents,
  totalTransactions: Cents,
  createdAt: Time,
})

/** Text in REST answers; in events an object with `message` (banks) or `description` (Bre-B). */
const FailureReason = z
  .union([z.string().max(300), z.object({ code: Text, message: Text, description: Text })])
  .nullish()
  .catch(null)

/** A transaction in REST answers; it names its batch only if it has `payout`. */
export const Transaction = z.object({
  id: Id,
  status: z.string().max(64),
  amountInCents: Cents,
  reference: Text,
  failureReason: FailureReason,
  createdAt: Time,
  appliedAt: Time,
  payout: z.object({ id: Id, reference: Text, totalTransactions: Cents }).nullish().catch(null),
})

/** `code` is a word (`BANCOLOMBIA`); the four digits of the clearing house are `achCode`. */
export const Bank = z.object({
  id: Id,
  name: Text,
  code: Text,
  achCode: z
    .union([z.string().max(16), z.number()])
    .nullish()
    .catch(null),
})

/** Answer of `GET /v2/breb/keys/resolve/{key}`: masked, without a legal id. */
export const Key = z.object({
  holderName: z.string().min(1).max(200),
  financialEntity: z.object({ name: Text }).nullish().catch(null),
})

export const Failed = z.object({ code: z.string().max(64) })

/** A page of records. Reports would come under `reports`, but are never requested. */
const Page = z.object({ pages: Cents, total: Cents, records: z.array(z.unknown()) })
const Rows = z.array(z.unknown())

/** Returns the payload: in the property `data`, or the whole answer, which then has no `data`. */
function unwrapped(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return 'data' in body ? body.data : body
}

export function parse<S extends z.ZodType>(
  deps: PayoutDeps,
  schema: S,
  body: unknown,
): z.output<S> {
  const parsed = schema.safeParse(unwrapped(body))
  if (parsed.success) return parsed.data
  const paths = parsed.error.issues.map((issue) => issue.path.map(String).join('.'))
  throw failure(deps, 'malformed', paths.slice(0, 5).join(' '))
}

/** Parses one page. An invalid row does not affect the others. */
export function parsePage<S extends z.ZodType>(deps: PayoutDeps, schema: S, body: unknown) {
  const { records, pages, total } = parse(deps, Page, body)
  return { rows: rowsOf(deps, schema, records), pages, total, count: records.length }
}

/** Parses a list without pages. */
export function parseList<S extends z.ZodType>(deps: PayoutDeps, schema: S, body: unknown) {
  return rowsOf(deps, schema, parse(deps, Rows, body))
}

function rowsOf<S extends z.ZodType>(
  deps: PayoutDeps,
  schema: S,
  records: readonly unknown[],
): z.output<S>[] {
  const parsed = records.map((record) => schema.safeParse(record))
  const odd = parsed.filter(({ success }) => !success).length
  if (odd > 0) {
    deps.metrics.count('payouts_failed', { reason: 'odd_row' })
    deps.log.error({ odd, of: records.length }, 'the payouts provider sent rows without ids')
  }
  return parsed.flatMap(({ data }) => (data === undefined ? [] : [data]))
}
