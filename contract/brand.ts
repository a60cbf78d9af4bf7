import { COMMISSION_BP } from './limits.ts'

/**
 * Identity of the company: name, addresses, phone lines, stores and networks. `BRAND_<NAME>`
 * replaces a value when the server starts, e.g. `BRAND_ORIGIN=https://…`. The values below are
 * placeholders on reserved domains and empty numbers, so that no message reaches a stranger.
 */
const standIns = {
  name: 'Cupo',
  /** Legal name, used in contracts. */
  legal_name: 'Cupo',
  /** Origin of the site, without a slash at the end. */
  origin: 'https://cupo.example',
  /** The same site on the .lat domain. */
  lat_origin: 'https://cupo-lat.example',
  /** The server redirects requests for this host to `origin`. */
  development_host: 'desarrollo.cupo.example',
  phone: '+57 602 000 0000',
  address: 'Calle 00 # 00-00',
  city: 'Cali',
  region: 'Valle del Cauca',
  support_mail: 'soporte@cupo.example',
  info_mail: 'hola@cupo.example',
  marketing_mail: 'mercadeo@cupo.example',
  management_mail: 'gerencia@cupo.example',
  privacy_mail: 'datos@cupo.example',
  app_store: 'https://www.apple.com/co/search/cupo?src=globalnav',
  google_play: 'https://play.google.com/store/search?q=cupo&c=apps&hl=es_CO',
  instagram: 'https://www.instagram.com/explore/search/keyword/?q=cupo%20viajes',
  facebook: 'https://www.facebook.com/search/pages/?q=cupo%20viajes',
} as const

type BrandName = keyof typeof standIns

/** `phone_link`: the number as a `tel:` link. `commission`: `10 %`, by `COMMISSION_BP`. */
export type Brand = Readonly<Record<BrandName | 'phone_link' | 'commission', string>>

// The PURE mark lets bundlers remove these constants from browser code that does not use them.
export const brandNames = /* @__PURE__ */ Object.keys(standIns) as BrandName[]

/** Returns the environment variable of a brand value: `BRAND_SUPPORT_MAIL` for `support_mail`. */
export function brandVariable(name: string): string {
  return `BRAND_${name.toUpperCase()}`
}

/** Returns the placeholders, overridden by the environment; empty variables are ignored. */
export function brandFrom(environment: Readonly<Record<string, unknown>>): Brand {
  const values = brandNames.map((name) => {
    const given = environment[brandVariable(name)]
    return [name, typeof given === 'string' && given.trim() ? given.trim() : standIns[name]]
  })
  const brand = Object.fromEntries(values) as Record<BrandName, string>
  const { COMMISSION_BP: given = '' } = environment
  const percent = Number(given === '' ? COMMISSION_BP : given) / 100
  return {
    ...brand,
    phone_link: `tel:${brand.phone.replace(/[^+\d]/g, '')}`,
    commission: `${String(percent).replace('.', ',')} %`,
  }
}

/** Placeholder in the service worker, replaced by a revision of all brand values. */
export const BRAND_REVISION = '__brand_revision__'

const tokenOf = (name: string) => `__brand_${name}__`
const TOKEN = /__brand_([a-z_]+?)__/g
const SCRIPT = /(<script\b[^>]*>[\s\S]*?<\/script>)/

/** Returns the placeholder of each value in the built web; the server replaces it. */
export function brandTokens(): Brand {
  const names = [...brandNames, 'phone_link', 'commission']
  return Object.fromEntries(names.map((name) => [name, tokenOf(name)])) as Brand
}

/** Allowed characters of a value. A value is the same in JSON, and cannot end a tag early. */
export const BRAND_VALUE = /^[^"\\<>\p{Cc}]+$/u

/** Replaces the placeholders in a built page or in another built file. */
export function fillBrand(text: string, brand: Brand): string {
  const filled = (token: string, name: string) => brand[name as BrandName] ?? token
  return text
    .split(SCRIPT)
    .map((part) =>
      part.startsWith('<script')
        ? part.replace(TOKEN, filled)
        : part.replace(TOKEN, (token, name) => inHtml(filled(token, name))),
    )
    .join('')
}

function inHtml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll("'", '&#x27;')
}
