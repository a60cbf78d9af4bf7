/**
 * Who the company is: name, addresses, lines, stores and networks. `BRAND_<NAME>` replaces a value
 * when the server starts, e.g. `BRAND_ORIGIN=https://…`. The values below are placeholders on
 * reserved domains and empty numbers, so that no message reaches a stranger.
 */
const standIns = {
  name: 'Cupo',
  /** As it signs contracts. */
  legal_name: 'Cupo',
  /** Where the site lives, without a slash at the end. */
  origin: 'https://cupo.example',
  /** The same site on the .lat domain. */
  lat_origin: 'https://cupo-lat.example',
  /** Visits to this host are sent to `origin`. */
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

/** `phone_link`: the number as a `tel:` link. */
export type Brand = Readonly<Record<BrandName | 'phone_link', string>>

// PURE: bundles for browsers leave out what they do not use.
export const brandNames = /* @__PURE__ */ Object.keys(standIns) as BrandName[]

/** `support_mail` is set by `BRAND_SUPPORT_MAIL`. */
export function brandVariable(name: string): string {
  return `BRAND_${name.toUpperCase()}`
}

/** The placeholders, overridden by the environment; empty variables are ignored. */
export function brandFrom(environment: Readonly<Record<string, unknown>>): Brand {
  const values = brandNames.map((name) => {
    const given = environment[brandVariable(name)]
    return [name, typeof given === 'string' && given.trim() ? given.trim() : standIns[name]]
  })
  const brand = Object.fromEntries(values) as Record<BrandName, string>
  return { ...brand, phone_link: `tel:${brand.phone.replace(/[^+\d]/g, '')}` }
}

/** Stands in the service worker for the revision of all values. */
export const BRAND_REVISION = '__brand_revision__'

const tokenOf = (name: string) => `__brand_${name}__`
const TOKEN = /__brand_([a-z_]+?)__/g
const SCRIPT = /(<script\b[^>]*>[\s\S]*?<\/script>)/

/** What stands in the built web for each value; whoever serves the web replaces it. */
export function brandTokens(): Brand {
  const names = [...brandNames, 'phone_link']
  return Object.fromEntries(names.map((name) => [name, tokenOf(name)])) as Brand
}

/** Characters that no value has: a value is then the same in JSON, and no tag ends early. */
export const BRAND_VALUE = /^[^"\\<>\p{Cc}]+$/u

/** Replaces the tokens of a built page, or of another file that has them. */
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
