import { type Brand, brandFrom, brandTokens } from '#contract/brand.ts'

/** Id of the element that contains the brand as JSON in every document. */
export const BRAND_DATA = 'brand'

/**
 * The company's data. On the server the built web has tokens, which are replaced in each page that
 * is sent; browsers read the data from the document. So the same build serves any company.
 */
export const brand: Brand = readBrand()

function readBrand(): Brand {
  // Default brand for scripts and tests, which have no bundler, and for development, where no page
  // is filled.
  if (!import.meta.env?.PROD) return brandFrom({})
  if (import.meta.env.SSR) return brandTokens()
  return JSON.parse(document.getElementById(BRAND_DATA)?.textContent ?? '{}')
}

/** Title of a page in the browser, which ends in the name of the service. */
export const titled = (page: string): string => `${page} · ${brand.name}`

/** `meta` of a page that search engines leave out. */
export const unlisted = (page: string) => () => [
  { title: titled(page) },
  { name: 'robots', content: 'noindex' },
]

/** `meta` of a page whose address can have a secret. */
export const secret = (page: string) => () => [
  { title: titled(page) },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
]
