import { pgCode } from './tx.ts'

/**
 * Lost or idle connection, statement timeout, server out of resources, starting or stopping. It is
 * unknown whether the write succeeded; a retry with the same key finds out.
 */
const codes = /^(08|25P0[34]|53|57014|57P0|58)|^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT)$/

const lostConnection =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered/i

/** Tells whether the database was unreachable or timed out, independent of the statement. */
export function isOutage(error: unknown): boolean {
  if (codes.test(pgCode(error) ?? '')) return true
  return error instanceof Error && lostConnection.test(error.message)
}
