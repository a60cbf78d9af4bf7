import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the range from which systems choose ports for outgoing connections and for port 0. */
const RANGE = [20_000, 30_000] as const
const TRIES_MAX = 50

/**
 * Returns a port on which nothing listens. It is not one that the system may give to a connection
 * of another test before the caller listens on it.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const port = randomInt(...RANGE)
    if (await isFree(port, host)) return port
  }
  throw new Error(`no free port from ${RANGE[0]} to ${RANGE[1]}`)
}

export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}
