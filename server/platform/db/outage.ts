/** Failures of connecting, of waiting for a connection, and of statements on a broken one. */
const ofConnection = new WeakSet<object>()

/** Marks what failed because of the connection, whatever its code or text; returns it. */
export function markOutage(error: unknown): unknown {
  if (typeof error === 'object' && error !== null) ofConnection.add(error)
  return error
}

/**
 * What PostgreSQL answers to a statement when it ends the connection, cancels by timeout, or is out
 * of resources. It is unknown whether the write succeeded; a retry with the same key finds out.
 */
const codes = /^(08|25P0[34]|53|57014|57P0|58)/

/** Tells whether the database was unreachable or timed out, independent of the statement. */
export function isOutage(error: unknown): boolean {
  if (typeof error === 'object' && error !== null && ofConnection.has(error)) return true
  return codes.test(pgCode(error) ?? '')
}

/** Returns the SQLSTATE of a database error; undefined for other errors. */
export function pgCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
