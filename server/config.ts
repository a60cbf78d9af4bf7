import path from 'node:path'
import { z } from 'zod'
import { productionProblems } from './production-rules.ts'

const flag = z.enum(['0', '1']).transform((value) => value === '1')
const secret = z.string().min(1).optional()
const list = z.string().transform((text) => text.split(',').map((each) => each.trim()))
const origins = list.pipe(
  z.array(z.url({ protocol: /^https?$/ }).refine((url) => new URL(url).origin === url)),
)

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATA_DIR: z.string().default('.data'),
  PUBLIC_URL: z.url().optional(),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info'),
  SANDBOX: flag.optional(),
  /** Demo people and trips on the first run; defaults to the sandbox. */
  DEMO: flag.optional(),
  /** Trust X-Forwarded-For from this many proxies; production has to say, 0 for none. */
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(5).optional(),
  /** The description of the API at /api/docs; on unless in production. */
  API_DOCS: flag.optional(),
  DB_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(20),
  /** Share of the fare that Cupo keeps, in hundredths of a percent. */
  COMMISSION_BP: z.coerce.number().int().min(0).max(5_000).default(1_000),
  /** What a driver's wallet needs before accepting direct payment, pesos. */
  PUBLISH_MIN_BALANCE: z.coerce.number().int().min(0).default(10_000),
  /** Pesos: disputes about more need two people. */
  DISPUTE_SECOND_PERSON: z.coerce.number().int().min(0).default(200_000),
  METRICS_TOKEN: secret,
  AUTH_SECRET: secret,
  /** The secret before, for the 30 days after a change; sessions then go on. */
  AUTH_SECRET_PREVIOUS: secret,
  /** Seals what is new. */
  DATA_KEY: secret,
  /** Earlier ones, comma-separated: they still open; `npm run keys:rotate` seals anew. */
  DATA_KEYS_OLD: list.optional(),
  INDEX_KEY: secret,
  TICKET_PRIVATE_KEY: secret,
  WOMPI_PUBLIC_KEY: secret,
  WOMPI_PRIVATE_KEY: secret,
  WOMPI_EVENTS_SECRET: secret,
  WOMPI_INTEGRITY_SECRET: secret,
  WOMPI_API_URL: z.url().optional(),
  WOMPI_CHECKOUT_URL: z.url().optional(),
  /** An OSRM server that refines distances and times; the road network stays in charge. */
  ROUTING_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** A map server's images, with {z}, {x} and {y}; without one the map is our own drawing. */
  TILES_URL: z
    .string()
    .regex(/^https?:\/\/[^/]+\/.*\{z\}.*\{[xy]\}.*\{[xy]\}/)
    .optional(),
  /** What their owner asks to be named as. */
  TILES_ATTRIBUTION: z.string().min(1).optional(),
  /** Other origins of ours, such as a second domain; comma-separated. */
  SITE_ORIGINS: origins.optional(),
  /** Origins, besides our own, to which a sign-in may return: a developer's machine. */
  OAUTH_RETURN_ORIGINS: origins.optional(),
  GOOGLE_CLIENT_ID: secret,
  GOOGLE_CLIENT_SECRET: secret,
  GOOGLE_ISSUER_URL: z.url().optional(),
  /** Apple's Services ID. */
  APPLE_CLIENT_ID: secret,
  APPLE_TEAM_ID: secret,
  APPLE_KEY_ID: secret,
  /** The text of the .p8 file. */
  APPLE_PRIVATE_KEY: secret,
  APPLE_ISSUER_URL: z.url().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** `Name <address>` that mail comes from. */
  MAIL_FROM: z.string().min(3).optional(),
})

export type Environment = z.infer<typeof Environment>

export type Config = {
  production: boolean
  port: number
  host: string
  databaseUrl: string | undefined
  dataDir: string
  publicUrl: string | undefined
  logLevel: Environment['LOG_LEVEL']
  sandbox: boolean
  demo: boolean
  trustProxyHops: number
  apiDocs: boolean
  dbPoolSize: number
  commissionBp: number
  publishMinBalance: number
  disputeSecondPerson: number
  metricsToken: string | undefined
  siteOrigins: string[]
  returnOrigins: string[]
  mailFrom: string
  tilesUrl?: string
  tilesAttribution: string
  /** Secrets as given; `platform/secrets.ts` fills in what development lacks. */
  env: Environment
}

/** A provider is offered once its client id is set, and then needs the rest. */
const providerSecrets = {
  GOOGLE_CLIENT_ID: ['GOOGLE_CLIENT_SECRET'],
  APPLE_CLIENT_ID: ['APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
} as const

const wompiPrefixes = {
  WOMPI_PUBLIC_KEY: ['pub_test_', 'pub_prod_'],
  WOMPI_PRIVATE_KEY: ['prv_test_', 'prv_prod_'],
  WOMPI_EVENTS_SECRET: ['test_events_', 'prod_events_'],
  WOMPI_INTEGRITY_SECRET: ['test_integrity_', 'prod_integrity_'],
} as const

/** Reads the environment once; throws with every problem named when it cannot be used. */
export function loadConfig(source: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map(describe))
  const env = parsed.data
  const production = env.NODE_ENV === 'production'
  const sandbox = env.SANDBOX ?? (!production && env.WOMPI_PRIVATE_KEY === undefined)
  const problems = [
    ...wompiProblems(env),
    ...providerProblems(env),
    ...(production ? productionProblems(env, sandbox) : []),
  ]
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    production,
    port: env.PORT,
    host: env.HOST,
    databaseUrl: env.DATABASE_URL,
    dataDir: path.resolve(env.DATA_DIR),
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
    logLevel: env.LOG_LEVEL,
    sandbox,
    demo: env.DEMO ?? sandbox,
    trustProxyHops: env.TRUST_PROXY_HOPS ?? 0,
    apiDocs: env.API_DOCS ?? !production,
    dbPoolSize: env.DB_POOL_SIZE,
    commissionBp: env.COMMISSION_BP,
    publishMinBalance: env.PUBLISH_MIN_BALANCE,
    disputeSecondPerson: env.DISPUTE_SECOND_PERSON,
    metricsToken: env.METRICS_TOKEN,
    siteOrigins: env.SITE_ORIGINS ?? [],
    returnOrigins: env.OAUTH_RETURN_ORIGINS ?? [],
    ...(env.TILES_URL ? { tilesUrl: env.TILES_URL } : {}),
    tilesAttribution: env.TILES_ATTRIBUTION ?? '',
    mailFrom: env.MAIL_FROM ?? 'Cupo <avisos@localhost>',
    env,
  }
}

export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`La configuración no es válida:\n${problems.map((line) => `  - ${line}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

function describe(issue: { path: PropertyKey[]; message: string }): string {
  return `${issue.path.map(String).join('.')}: ${issue.message}`
}

/** Half a provider is a mistake everywhere. */
function providerProblems(env: Environment): string[] {
  const problems: string[] = []
  for (const [id, needed] of Object.entries(providerSecrets)) {
    if (env[id as keyof typeof providerSecrets] === undefined) continue
    const missing = needed.filter((name) => env[name] === undefined)
    problems.push(...missing.map((name) => `${name} es obligatoria cuando hay ${id}`))
  }
  return problems
}

/** The four keys of the gateway must be of one environment. */
function wompiProblems(env: Environment): string[] {
  const environments = new Set<string>()
  const problems: string[] = []
  for (const [name, [test, prod]] of Object.entries(wompiPrefixes)) {
    const value = env[name as keyof typeof wompiPrefixes]
    if (value === undefined) continue
    if (value.startsWith(test)) environments.add('test')
    else if (value.startsWith(prod)) environments.add('prod')
    else problems.push(`${name} debe empezar por ${test} o ${prod}`)
  }
  if (environments.size > 1) problems.push('las llaves WOMPI_* mezclan pruebas y producción')
  if (env.NODE_ENV === 'production' && environments.has('test')) {
    problems.push('las llaves WOMPI_* de pruebas no se permiten en producción')
  }
  return problems
}
