import { pgCode } from './tx.ts'

/**
 * Connection lost or cut for idling, statement over its time, server out of resources, starting or
 * stopping: it is unknown what was written; a retry with the same key finds out.
 */
const codes = /^(08|25P0[34]|53|57014|57P0|58)|^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT)$/

const lostConnection =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered/i

/** Whether the database was unreachable or timed out, whatever was sent to it. */
export function isOutage(error: unknown): boolean {
  if (codes.test(pgCode(error) ?? '')) return true
  return error instanceof Error && lostConnection.test(error.message)
}
