import { createHash } from 'node:crypto'
import pg from 'pg'

const names = new Map<string, string>()

/** The name of the prepared statement on each connection. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
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
    return send({ name: nameOf(config), text: config, values }, callback)
  }
}
