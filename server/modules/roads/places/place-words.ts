/** Words of places as people write them. All texts here are plain: lower case, without accents. */

const SHORT: Record<string, string> = {
  pto: 'puerto',
  sder: 'santander',
  stder: 'santander',
  sta: 'santa',
  sto: 'santo',
  stgo: 'santiago',
  sn: 'san',
  gral: 'general',
  nte: 'norte',
  'v cio': 'villavicencio',
  'b quilla': 'barranquilla',
  'b bermeja': 'barrancabermeja',
  'b manga': 'bucaramanga',
  'b tura': 'buenaventura',
  'c gena': 'cartagena',
}
const ABBREVIATION = new RegExp(
  `\\b(?:${Object.keys(SHORT)
    .map((short) => short.replace(' ', ' ?'))
    .join('|')})\\b`,
  'g',
)
const whole = new Map(Object.entries(SHORT).map(([short, long]) => [short.replace(' ', ''), long]))

/** Writes out a plain text, without the country: `pto berrio colombia` → `puerto berrio`. */
export const writtenOut = (query: string): string =>
  query
    .replace(/ colombia$/, '')
    .replace(ABBREVIATION, (short) => whole.get(short.replace(' ', '')) ?? short)

/** Known places that no road reaches, by what people type. */
const WITHOUT_ROAD: Record<string, string> = {
  'san andres': 'San Andrés',
  providencia: 'Providencia',
  leticia: 'Leticia',
  'puerto narino': 'Puerto Nariño',
  mitu: 'Mitú',
  inirida: 'Inírida',
  nuqui: 'Nuquí',
  'bahia solano': 'Bahía Solano',
  capurgana: 'Capurganá',
  guapi: 'Guapi',
  timbiqui: 'Timbiquí',
}

/** Says that no road goes to the place of a plain text; null for others. */
export function noRoadTo(query: string): string | null {
  const name = WITHOUT_ROAD[query.replace(/^(?:isla de|puerto) (?!narino)| islas?$/g, '')]
  return name === undefined ? null : `A ${name} no hay carretera.`
}

/** Where people get on that they name in place of the municipality: its code, name, and words. */
const POINTS = [
  ['11001', 'Terminal El Salitre', 'bogota central'],
  ['11001', 'Terminal Satélite del Norte', 'bogota'],
  ['11001', 'Terminal Satélite del Sur', 'bogota'],
  ['11001', 'Aeropuerto El Dorado', 'eldorado bogota'],
  ['05001', 'Terminal del Norte', 'medellin'],
  ['05001', 'Terminal del Sur', 'medellin'],
  ['05001', 'Aeropuerto Olaya Herrera', 'medellin'],
  ['05615', 'Aeropuerto José María Córdova', 'rionegro medellin'],
  ['76520', 'Aeropuerto Alfonso Bonilla Aragón', 'palmira palmaseca cali'],
  ['08758', 'Terminal Metropolitana', 'barranquilla'],
  ['08758', 'Aeropuerto Ernesto Cortissoz', 'soledad barranquilla'],
  ['13001', 'Aeropuerto Rafael Núñez', 'cartagena'],
  ['54001', 'Aeropuerto Camilo Daza', 'cucuta'],
  ['66001', 'Aeropuerto Matecaña', 'pereira'],
  ['47001', 'Aeropuerto Simón Bolívar', 'santa marta'],
] as const

const LINKING = /\b(?:de|del|la|el|los|transportes?|terrestre|internacional)\b/g

/** Points that a plain text names, with `plain` of their names; and what town it names with one. */
export function pointsOf(query: string, plain: (text: string) => string) {
  const typed = query.replace(LINKING, '').split(' ').filter(Boolean)
  const named = POINTS.filter(([, name, words]) => {
    const known = `${plain(name)} ${words}`.split(' ')
    return typed.length > 0 && typed.every((word) => known.some((each) => each.startsWith(word)))
  })
  const [, town] = /^terminal (?:de transportes? )?(?:de )?(.+)$/.exec(query) ?? []
  return { named: named.map(([id, point]) => ({ id, point })), town }
}
