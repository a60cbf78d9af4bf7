import { createHash } from 'node:crypto'
import pg from 'pg'
import { type OpenSpan, startSpan } from '../tracing.ts'

const TRACED_CHARACTERS = 1_000

const names = new Map<string, string>()

/** The name of the prepared statement on each connection. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** A statement in a trace: its text with placeholders, never its values. */
function spanOf(text: string): OpenSpan | undefined {
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  return startSpan(operation, {
    kind: 'client',
    needsParent: true,
    attributes: {
      'db.system.name': 'postgresql',
      'db.query.text': text.slice(0, TRACED_CHARACTERS),
    },
  })
}

async function ended(span: OpenSpan, answer: PromiseLike<unknown>): Promise<unknown> {
  try {
    const result = await answer
    span.end()
    return result
  } catch (error) {
    span.end({ error })
    throw error
  }
}

/**
 * Prepares every statement with parameters once per connection, so that the database parses and
 * plans it once. Our statements are templates with a fixed text, so there are few of them.
 */
export class PreparingClient extends pg.Client {
  // The driver's own signature has a dozen overloads; this one passes them all on.
  override query(config: unknown, values?: unknown, callback?: unknown): never {
    const send = super.query.bind(this) as (...parts: unknown[]) => never
    const isTemplate = typeof config === 'string' && Array.isArray(values) && values.length > 0
    if (!isTemplate) return send(config, values, callback)
    const prepared = { name: nameOf(config), text: config, values }
    // Kysely waits for a promise; only the pool's own questions have a callback.
    const span = callback === undefined ? spanOf(config) : undefined
    return span ? (ended(span, send(prepared)) as never) : send(prepared, callback)
  }
}
