import { isIP, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Normalises `X-Forwarded-For` for `request.ip`: removes ports, which would make every connection a
 * different caller, and all addresses to the left of an invalid one.
 */
export function cleanForwardedFor(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const given = raw.headers['x-forwarded-for']
    if (given === undefined) return
    // Node joins repeated headers with this name.
    const named = String(given).split(',').map(addressIn)
    const usable = named.slice(named.lastIndexOf(undefined) + 1)
    if (usable.length > 0) raw.headers['x-forwarded-for'] = usable.join(', ')
    else delete raw.headers['x-forwarded-for']
  })
}

/** Parses `1.2.3.4`, `1.2.3.4:5678`, `::1`, `[::1]` or `[::1]:443`; undefined for other text. */
function addressIn(text: string): string | undefined {
  const [, bracketed, v4] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text.trim()) ?? []
  if (bracketed !== undefined) return isIPv6(bracketed) ? bracketed : undefined
  const address = v4 ?? text.trim()
  return isIP(address) === 0 ? undefined : address
}
