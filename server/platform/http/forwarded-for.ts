import { isIP, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Makes of `X-Forwarded-For` what `request.ip` can be read from: some proxies write a port behind
 * the address, with which every connection would be a caller of its own. Left of a text that is no
 * address nothing is read: the caller is then the last proxy that said who it is.
 */
export function cleanForwardedFor(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const given = raw.headers['x-forwarded-for']
    if (given === undefined) return
    // Node joins repeated headers of this name.
    const named = String(given).split(',').map(addressIn)
    const usable = named.slice(named.lastIndexOf(undefined) + 1)
    if (usable.length > 0) raw.headers['x-forwarded-for'] = usable.join(', ')
    else delete raw.headers['x-forwarded-for']
  })
}

/** `1.2.3.4`, `1.2.3.4:5678`, `::1`, `[::1]`, `[::1]:443`; undefined for anything else. */
function addressIn(text: string): string | undefined {
  const [, bracketed, v4] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text.trim()) ?? []
  if (bracketed !== undefined) return isIPv6(bracketed) ? bracketed : undefined
  const address = v4 ?? text.trim()
  return isIP(address) === 0 ? undefined : address
}
