import path from 'node:path'
import { type Brand, brandFrom } from '#contract/brand.ts'
import { Environment } from './environment.ts'
import { StartRefused } from './platform/errors.ts'
import { productionProblems } from './production-rules.ts'

export type Config = {
  production: boolean
  /** Applies all rules of production, with test keys of the gateway. */
  staging: boolean
  port: number
  host: string
  databaseUrl: string | undefined
  dataDir: string
  /** Bucket for images of documents; without it they are stored in `dataDir`. */
  bucket?: BucketSettings
  publicUrl: string | undefined
  brand: Brand
  logLevel: Environment['LOG_LEVEL']
  sandbox: boolean
  demo: boolean
  trustProxyHops: number
  apiDocs: boolean
  dbPoolSize: number
  commissionBp: number
  disputeSecondPerson: number
  textPesos: { whatsapp: number; sms: number }
  metricsToken: string | undefined
  siteOrigins: string[]
  returnOrigins: string[]
  /** Who may show our trips, each with the SHA-256 of its key in hexadecimal digits. */
  exchangePartners: { name: string; keyHash: string }[]
  mailFrom: string
  /** Return address of undeliverable mail, if a mailbox for bounces is read. */
  bounceAddress?: string
  /** Phone of the company, called for an emergency that nobody takes. */
  emergencyPhone?: string
  androidCertificates: string[]
  iosTeamId?: string
  appMinVersion?: string
  tilesUrl?: string
  tilesAttribution: string
  /** Secrets as given; `platform/secrets.ts` adds the missing ones in development. */
  env: Environment
}

export type BucketSettings = {
  bucket: string
  region: string
  /** Address of the service; Amazon S3 without it. */
  endpoint?: string
  /** Access keys; without them the role of the machine or container is used. */
  keys?: { accessKeyId: string; secretAccessKey: string }
  /** Whether the bucket is part of the path instead of the host name. */
  pathStyle: boolean
}

/** Secrets that a provider requires, by the variable that enables the provider. */
const providerSecrets = {
  GOOGLE_CLIENT_ID: ['GOOGLE_CLIENT_SECRET'],
  APPLE_CLIENT_ID: ['APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
  WHATSAPP_TOKEN: ['WHATSAPP_PHONE_ID', 'WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN'],
  WHATSAPP_PHONE_ID: ['WHATSAPP_TOKEN'],
  MAIL_BOUNCES_URL: ['MAIL_BOUNCES_ADDRESS'],
  MAIL_BOUNCES_ADDRESS: ['MAIL_BOUNCES_URL'],
  TWILIO_ACCOUNT_SID: ['TWILIO_AUTH_TOKEN', 'TWILIO_MESSAGING_SERVICE_SID'],
  TWILIO_AUTH_TOKEN: ['TWILIO_ACCOUNT_SID'],
  PAYOUTS_API_KEY: ['PAYOUTS_PRINCIPAL_ID', 'PAYOUTS_ACCOUNT_ID', 'PAYOUTS_EVENTS_SECRET'],
  PAYOUTS_EVENTS_SECRET: ['PAYOUTS_API_KEY'],
  S3_ACCESS_KEY_ID: ['S3_BUCKET', 'S3_SECRET_ACCESS_KEY'],
  S3_SECRET_ACCESS_KEY: ['S3_ACCESS_KEY_ID'],
} as const

const wompiPrefixes = {
  WOMPI_PUBLIC_KEY: ['pub_test_', 'pub_prod_'],
  WOMPI_PRIVATE_KEY: ['prv_test_', 'prv_prod_'],
  WOMPI_EVENTS_SECRET: ['test_events_', 'prod_events_'],
  WOMPI_INTEGRITY_SECRET: ['test_integrity_', 'prod_integrity_'],
} as const

/** Reads and validates the environment. Throws a ConfigError that lists every problem. */
export function loadConfig(source: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map(describe))
  const env = parsed.data
  const production = env.NODE_ENV === 'production'
  const sandbox = env.SANDBOX ?? (!production && env.WOMPI_PRIVATE_KEY === undefined)
  const problems = [
    ...removedProblems(given),
    ...wompiProblems(env),
    ...providerProblems(env),
    ...(production ? productionProblems(env, sandbox) : []),
  ]
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    production,
    staging: production && env.STAGING === true,
    port: env.PORT,
    host: env.HOST,
    databaseUrl: env.DATABASE_URL,
    dataDir: path.resolve(env.DATA_DIR),
    ...bucketOf(env),
    brand: brandFrom(env),
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
    logLevel: env.LOG_LEVEL,
    sandbox,
    demo: env.DEMO ?? sandbox,
    trustProxyHops: env.TRUST_PROXY_HOPS ?? 0,
    apiDocs: env.API_DOCS ?? !production,
    dbPoolSize: env.DB_POOL_SIZE,
    commissionBp: env.COMMISSION_BP,
    disputeSecondPerson: env.DISPUTE_SECOND_PERSON,
    textPesos: { whatsapp: env.WHATSAPP_PESOS, sms: env.SMS_PESOS },
    metricsToken: env.METRICS_TOKEN,
    // The .lat site is one of ours: a sign-in from it would else be refused.
    siteOrigins: [...new Set([...(env.SITE_ORIGINS ?? []), env.BRAND_LAT_ORIGIN ?? []].flat())],
    returnOrigins: env.OAUTH_RETURN_ORIGINS ?? [],
    exchangePartners: env.EXCHANGE_PARTNERS ?? [],
    ...(env.TILES_URL ? { tilesUrl: env.TILES_URL } : {}),
    tilesAttribution: env.TILES_ATTRIBUTION ?? '',
    androidCertificates: env.ANDROID_APP_CERTIFICATES ?? [],
    ...(env.APP_MIN_VERSION ? { appMinVersion: env.APP_MIN_VERSION } : {}),
    ...(env.IOS_APP_TEAM_ID ? { iosTeamId: env.IOS_APP_TEAM_ID } : {}),
    ...(env.EMERGENCY_PHONE ? { emergencyPhone: env.EMERGENCY_PHONE } : {}),
    ...(env.MAIL_BOUNCES_ADDRESS ? { bounceAddress: env.MAIL_BOUNCES_ADDRESS } : {}),
    mailFrom: env.MAIL_FROM ?? 'Cupo <avisos@localhost>',
    env,
  }
}

function bucketOf(env: Environment): Pick<Config, 'bucket'> {
  const { S3_BUCKET: bucket, S3_REGION: region, S3_ENDPOINT: endpoint } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!bucket) return {}
  const pathStyle = env.S3_PATH_STYLE ?? endpoint !== undefined
  const at = endpoint ? { endpoint } : {}
  const keys = accessKeyId && secretAccessKey ? { keys: { accessKeyId, secretAccessKey } } : {}
  return { bucket: { bucket, region, pathStyle, ...at, ...keys } }
}

export class ConfigError extends StartRefused {
  readonly problems: readonly string[]

  constructor(problems: string[]) {
    super(`La configuración no es válida:\n${problems.map((line) => `  - ${line}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

function describe(issue: { path: PropertyKey[]; message: string }): string {
  return `${issue.path.map(String).join('.')}: ${issue.message}`
}

/** Refuses a removed variable, which the operator would expect to have an effect. */
function removedProblems({ DATABASE_REPLICA_URL: url }: NodeJS.ProcessEnv): string[] {
  if (url === undefined) return []
  return [
    'DATABASE_REPLICA_URL ya no existe: las búsquedas leen la base de datos principal; quítala ' +
      '(docs/decisions/0027-search-alerts-and-requests.md)',
  ]
}

/** Refuses a provider with missing secrets, in development too. */
function providerProblems(env: Environment): string[] {
  const problems: string[] = []
  for (const [id, needed] of Object.entries(providerSecrets)) {
    if (env[id as keyof typeof providerSecrets] === undefined) continue
    const missing = needed.filter((name) => env[name] === undefined)
    problems.push(...missing.map((name) => `${name} es obligatoria cuando hay ${id}`))
  }
  return problems
}

/** Checks that the four keys of the gateway belong to one environment. */
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
  if (env.NODE_ENV !== 'production') return problems
  if (environments.has('test') && !env.STAGING) {
    problems.push('las llaves WOMPI_* de pruebas no se permiten en producción')
  }
  if (environments.has('prod') && env.STAGING) {
    problems.push('las llaves WOMPI_* de producción no se permiten con STAGING=1')
  }
  return problems
}
