import { brandFrom, brandNames, brandVariable } from '#contract/brand.ts'
import type { Environment } from './environment.ts'

const required = [
  'PUBLIC_URL',
  'DATABASE_URL',
  'TRUST_PROXY_HOPS',
  'AUTH_SECRET',
  'DATA_KEY',
  'INDEX_KEY',
  'TICKET_PRIVATE_KEY',
  'METRICS_TOKEN',
  'WOMPI_PUBLIC_KEY',
  'WOMPI_PRIVATE_KEY',
  'WOMPI_EVENTS_SECRET',
  'WOMPI_INTEGRITY_SECRET',
  'SMTP_URL',
  'MAIL_FROM',
] as const

/** Lists missing variables, weak secrets and unencrypted connections. */
export function productionProblems(env: Environment, sandbox: boolean): string[] {
  const problems: string[] = required
    .filter((name) => env[name] === undefined)
    .map((name) => `${name} es obligatoria en producción`)
  if (sandbox) problems.push('SANDBOX=1 no se permite en producción')
  if (env.DEMO === true) problems.push('DEMO=1 no se permite en producción')
  const { PUBLIC_URL, MAIL_FROM, MAIL_BOUNCES_ADDRESS, EMERGENCY_PHONE } = env
  return [
    ...problems,
    ...addressProblems(env),
    ...databaseProblems(env),
    ...mailProblems(env),
    ...placeholderProblems({ PUBLIC_URL, MAIL_FROM, MAIL_BOUNCES_ADDRESS, EMERGENCY_PHONE }),
    ...brandProblems(env),
    ...natsProblems(env),
    ...secretProblems(env),
  ]
}

function addressProblems(env: Environment): string[] {
  const addresses = {
    PUBLIC_URL: [env.PUBLIC_URL ?? ''],
    WOMPI_API_URL: [env.WOMPI_API_URL ?? ''],
    WOMPI_CHECKOUT_URL: [env.WOMPI_CHECKOUT_URL ?? ''],
    GOOGLE_ISSUER_URL: [env.GOOGLE_ISSUER_URL ?? ''],
    APPLE_ISSUER_URL: [env.APPLE_ISSUER_URL ?? ''],
    PAYOUTS_API_URL: [env.PAYOUTS_API_URL],
    WHATSAPP_API_URL: [env.WHATSAPP_API_URL],
    TWILIO_API_URL: [env.TWILIO_API_URL],
    TILES_URL: [env.TILES_URL ?? ''],
    S3_ENDPOINT: [clearOutside(env.S3_ENDPOINT)],
    ROUTING_URL: [clearOutside(env.ROUTING_URL)],
    OTEL_EXPORTER_OTLP_ENDPOINT: [clearOutside(env.OTEL_EXPORTER_OTLP_ENDPOINT)],
    SITE_ORIGINS: env.SITE_ORIGINS ?? [],
    OAUTH_RETURN_ORIGINS: env.OAUTH_RETURN_ORIGINS ?? [],
  }
  return Object.entries(addresses)
    .filter(([, urls]) => urls.some((url) => url !== '' && !url.startsWith('https:')))
    .map(([name]) => `${name} debe usar https`)
}

/** Matches reserved domains (RFC 2606 and RFC 6761). */
const NOWHERE =
  /(^|[@/.])(localhost|example\.(com|net|org)|[\w-]+\.(example|test|invalid|localhost))($|[/:>?])/i
/** Matches a telephone number or street address of zeros, a placeholder. */
const ZEROS = /0{7}|\b0+\s*#/

/** Lists contacts that still have placeholder values, which reach nobody. */
function placeholderProblems(contacts: Record<string, string | undefined>): string[] {
  return Object.entries(contacts).flatMap(([name, value = '']) => {
    const isOne = NOWHERE.test(value) || ZEROS.test(value.replace(/(?<=\d)[ -](?=\d)/g, ''))
    return isOne ? [`${name} es un dato de ejemplo: ${value}`] : []
  })
}

/** Lists company data that pages would show as placeholders. */
function brandProblems(env: Environment): string[] {
  const given: Readonly<Record<string, unknown>> = env
  const brand = brandFrom(env)
  return brandNames.flatMap((name) => {
    const variable = brandVariable(name)
    const problems = placeholderProblems({ [variable]: brand[name] })
    const isMissing = problems.length > 0 && given[variable] === undefined
    return isMissing ? [`${variable} es obligatoria en producción`] : problems
  })
}

/** Returns '' for an address of this machine, which needs no encryption. */
function clearOutside(url: string | undefined): string {
  return url === undefined || isOnThisMachine(url) ? '' : url
}

/** Requires TLS for hints: they name nobody, but a reader would see when Cupo is used. */
function natsProblems({ NATS_URL: url }: Environment): string[] {
  const isClear = url !== undefined && !url.startsWith('tls:') && !isOnThisMachine(url)
  return isClear ? ['NATS_URL debe usar tls://'] : []
}

function isOnThisMachine(url: string | undefined): boolean {
  return (
    url !== undefined && ['localhost', '127.0.0.1', '[::1]', ''].includes(new URL(url).hostname)
  )
}

/** Requires TLS with a verified certificate, unless the database is local. */
function databaseProblems({ DATABASE_URL: url }: Environment): string[] {
  if (url === undefined || isLocalDatabase(url)) return []
  const mode = new URL(url).searchParams.get('sslmode')
  return mode === 'verify-full' ? [] : ['DATABASE_URL debe usar sslmode=verify-full']
}

/**
 * Tells whether the database is reached by a Unix socket or on this machine. Follows `pg`: `host`
 * of the query overrides the host of the address, in which a folder is percent-encoded.
 */
function isLocalDatabase(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.getAll('host').at(-1) || decodeURIComponent(hostname)
  return host.startsWith('/') || ['localhost', '127.0.0.1', '::1', '[::1]', ''].includes(host)
}

/** Requires mail with TLS from the start or required STARTTLS, and a verified certificate. */
function mailProblems(env: Environment): string[] {
  if (env.SMTP_URL === undefined) return []
  const url = new URL(env.SMTP_URL)
  const is = (name: string, value: string) => url.searchParams.get(name) === value
  const problems: string[] = []
  const clear = url.protocol === 'smtp:' && !is('requireTLS', 'true')
  if (clear || is('ignoreTLS', 'true') || is('secure', 'false')) {
    problems.push('SMTP_URL debe usar smtps:// o smtp://…?requireTLS=true')
  }
  if (is('tls.rejectUnauthorized', 'false')) {
    problems.push('SMTP_URL no puede aceptar cualquier certificado (tls.rejectUnauthorized)')
  }
  if (env.MAIL_BOUNCES_URL?.startsWith('imap:')) {
    problems.push('MAIL_BOUNCES_URL debe usar imaps://')
  }
  return problems
}

/** Random 32 bytes have about 30 different values; typed or repeated ones have fewer. */
const DISTINCT_BYTES_MIN = 20
const SEED_BYTES = 32

type Named = { name: string; bytes: Buffer; weak: string | null }

function secretProblems(env: Environment): string[] {
  const secrets = [
    ...keys(env),
    ...token('METRICS_TOKEN', env.METRICS_TOKEN, { length: 32, distinct: 12 }),
    ...gatewaySecrets(env),
  ]
  const weak = secrets.flatMap(({ weak: problem }) => problem ?? [])
  const equal = secrets.flatMap((one, index) =>
    secrets
      .slice(index + 1)
      .filter((other) => one.bytes.length > 0 && other.bytes.equals(one.bytes))
      .map((other) => `${one.name} y ${other.name} no pueden ser iguales`),
  )
  return [...weak, ...equal]
}

function keys(env: Environment): Named[] {
  const given: [string, string | undefined][] = [
    ['AUTH_SECRET', env.AUTH_SECRET],
    ['AUTH_SECRET_PREVIOUS', env.AUTH_SECRET_PREVIOUS],
    ['DATA_KEY', env.DATA_KEY],
    ['INDEX_KEY', env.INDEX_KEY],
    ...(env.DATA_KEYS_OLD ?? []).map((key): [string, string] => ['DATA_KEYS_OLD', key]),
  ]
  const symmetric = given.flatMap(([name, value]) => {
    if (value === undefined) return []
    const bytes = Buffer.from(value, 'base64')
    if (bytes.length !== SEED_BYTES) {
      return [{ name, bytes, weak: `${name} debe ser de 32 bytes en base64` }]
    }
    return [{ name, bytes, weak: looksRandom(bytes) ? null : `${name} es fácil de adivinar` }]
  })
  return [...symmetric, ...ticketKey(env.TICKET_PRIVATE_KEY)]
}

/** Checks the ticket key, whose seed is at the end of the PKCS #8 form. */
function ticketKey(value: string | undefined): Named[] {
  if (value === undefined) return []
  const name = 'TICKET_PRIVATE_KEY'
  const bytes = Buffer.from(value, 'base64').subarray(-SEED_BYTES)
  const good = bytes.length === SEED_BYTES && looksRandom(bytes)
  return [{ name, bytes, weak: good ? null : `${name} es fácil de adivinar` }]
}

/** Tells whether bytes look random: no text, no repeated byte, no counting sequence. */
function looksRandom(bytes: Buffer): boolean {
  const steps = bytes.subarray(1).map((byte, index) => byte - (bytes[index] ?? 0))
  const printable = bytes.every((byte) => byte >= 0x20 && byte < 0x7f)
  return (
    !printable &&
    new Set(bytes).size >= DISTINCT_BYTES_MIN &&
    new Set(steps).size >= DISTINCT_BYTES_MIN
  )
}

function token(name: string, value: string | undefined, min: { length: number; distinct: number }) {
  if (value === undefined) return []
  const weak = value.length < min.length || new Set(value).size < min.distinct
  return [{ name, bytes: Buffer.from(value), weak: weak ? `${name} es fácil de adivinar` : null }]
}

/** Checks the gateway secrets without their prefix (`prv_prod_` and similar). */
function gatewaySecrets(env: Environment): Named[] {
  const names = ['WOMPI_PRIVATE_KEY', 'WOMPI_EVENTS_SECRET', 'WOMPI_INTEGRITY_SECRET'] as const
  return names.flatMap((name) =>
    token(name, env[name]?.replace(/^[a-z]+_[a-z]+_/, ''), { length: 16, distinct: 8 }),
  )
}
