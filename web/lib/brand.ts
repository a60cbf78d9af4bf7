/**
 * Who the company is: name, addresses, lines, stores and networks. Each value can be replaced when
 * the web is built by `VITE_BRAND_<NAME>`, e.g. `VITE_BRAND_ORIGIN=https://…`. The values below are
 * placeholders on reserved domains and empty numbers, so that no message reaches a stranger.
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

export type Brand = Readonly<Record<keyof typeof standIns, string>>

/** The placeholders, overridden by the environment; empty variables are ignored. */
export function brandFrom(environment: Readonly<Record<string, unknown>>): Brand {
  const values = Object.entries(standIns).map(([name, standIn]) => {
    const given = environment[`VITE_BRAND_${name.toUpperCase()}`]
    return [name, typeof given === 'string' && given.trim() ? given.trim() : standIn]
  })
  return Object.fromEntries(values) as Brand
}

/* Outside the bundler (scripts, plain tests) there is no `import.meta.env`. */
export const brand: Brand = brandFrom(import.meta.env ?? {})

/** `tel:` link of a number written for people. */
export function phoneLink(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}
