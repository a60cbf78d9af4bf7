import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bogotaDate } from '../clock.ts'
import type { Deps } from '../deps.ts'
import { openPageRenderer } from './page-renderer.ts'
import type { RenderedPage } from './render-messages.ts'
import { renderedPages } from './rendered-pages.ts'

/** Addresses that are rendered on request, and the parameters that change their content. */
export type RenderedAddress = { pattern: RegExp; params: readonly string[] }

/**
 * Renders a page, or returns null when a static page must be served. `form`: result of the posted
 * form that this page answers; such a page is private and not cached.
 */
export type SiteRenderer = (request: FastifyRequest, form?: unknown) => Promise<RenderedPage | null>

const ADDRESS_MAX = 600

/**
 * Renders pages with the web's server bundle. Its loaders read the API inside this process, as a
 * visitor without a session, from the client's network address, so that the API's limits count per
 * client. If a page is not rendered, the static page calls the API itself.
 */
export function renderSite(
  app: FastifyInstance,
  deps: Pick<Deps, 'clock' | 'log' | 'urls' | 'config'>,
  { bundleFile, addresses }: { bundleFile: string; addresses: readonly RenderedAddress[] },
): SiteRenderer {
  const renderer = openPageRenderer({
    ...deps,
    bundleFile,
    origin: deps.urls.site,
    brand: deps.config.brand,
  })
  const pages = renderedPages()
  let isUnavailable = false
  app.addHook('onClose', () => renderer.close())

  return async (request, form) => {
    const address =
      form === undefined ? renderedAddress(addresses, request.url) : request.url.split('?', 1)[0]
    if (address === null || address === undefined) return null
    const read = async (url: string) => {
      const answer = await app.inject({ url, remoteAddress: request.ip })
      isUnavailable = answer.statusCode === 503
      return { status: answer.statusCode, body: answer.body }
    }
    // The page shows which days are past, which changes at midnight.
    const key = `${bogotaDate(deps.clock.now())} ${address}`
    try {
      const page =
        form === undefined
          ? await pages.get(key, () => renderer.render(address, read))
          : await pages.once(() => renderer.render(address, read, form))
      // The API can refuse an anonymous visitor a page that its owner can see.
      return page?.status === 200 ? page : null
    } catch (error) {
      // An outage has its own line in the log.
      if (!isUnavailable) {
        request.log.warn({ err: error, requestId: request.id }, 'page not rendered')
      }
      return null
    }
  }
}

/**
 * Normalises an address: the parameters that its page knows, in one order, so that campaign
 * parameters add no cache entries. Null if the address is not rendered.
 */
export function renderedAddress(addresses: readonly RenderedAddress[], url: string): string | null {
  const [pathname = '/', search = ''] = url.split('?')
  const found = addresses.find(({ pattern }) => pattern.test(pathname))
  if (!found) return null
  const given = new URLSearchParams(search)
  const known = new URLSearchParams()
  for (const name of found.params) {
    const value = given.get(name)
    if (value !== null) known.set(name, value)
  }
  const text = known.toString()
  const address = text ? `${pathname}?${text}` : pathname
  return address.length > ADDRESS_MAX ? null : address
}
