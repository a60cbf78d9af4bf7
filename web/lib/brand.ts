import { type Brand, brandFrom, brandTokens } from '#contract/brand.ts'

/** The element of every document that has the brand as JSON. */
export const BRAND_DATA = 'brand'

/**
 * Who the company is. The built web has tokens on the server, which are replaced in each page that
 * is sent, and browsers read their document: the same build serves any company.
 */
export const brand: Brand = readBrand()

function readBrand(): Brand {
  // Scripts and tests have no bundler, and development has no pages to fill.
  if (!import.meta.env?.PROD) return brandFrom({})
  if (import.meta.env.SSR) return brandTokens()
  return JSON.parse(document.getElementById(BRAND_DATA)?.textContent ?? '{}')
}
