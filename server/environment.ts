// Environment variables; docs/configuration.md prints their descriptions.

import { z } from 'zod'
import { COMMISSION_BP } from '#contract/limits.ts'
import { FILE_FIELDS } from '#contract/payout-file.ts'
import { parsedJson } from '#server/platform/parsed-json.ts'
import { company } from './company-environment.ts'

const flag = z.enum(['0', '1']).transform((value) => value === '1')
const secret = z.string().min(1).optional()
const list = z.string().transform((text) => text.split(',').map((each) => each.trim()))
const web = /^https?$/

const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
const url = (protocol: RegExp, about: string) => z.url({ protocol }).optional().describe(about)
const matching = (form: RegExp, about: string) => z.string().regex(form).optional().describe(about)
const optionalFlag = (about: string) => flag.optional().describe(about)
const origins = list.pipe(
  z.array(z.url({ protocol: web }).refine((url) => new URL(url).origin === url)),
)

/** Reads `name=hash` of a partner. */
const partnerOf = (text: string) => {
  const [name = '', keyHash = ''] = text.split('=')
  return { name, keyHash }
}

const fieldOf = (part: string) => part.slice(part.lastIndexOf('=') + 1)

const server = {
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('`production` switches on what the column "production" says'),
  PORT: whole(0, 65_535).default(3000).describe('0: a free one'),
  HOST: z.string().default('127.0.0.1').describe('the proxy in front ends TLS'),
  PUBLIC_URL: z.url().optional().describe('what people see; else `http://localhost:PORT`'),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug'])
    .default('info')
    .describe('lowest level that is logged'),
  TRUST_PROXY_HOPS: whole(0, 5)
    .optional()
    .describe('proxies of ours that append to `X-Forwarded-For`; else 0'),
  API_DOCS: optionalFlag(
    '`1` shows the description of the API at `/api/docs`; else off in production',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(
    web,
    'collector of OpenTelemetry that takes traces over HTTP; off without',
  ),
  OTEL_SERVICE_NAME: z.string().min(1).default('cupo').describe('name of this service in traces'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('share of the traces that are kept'),
  METRICS_TOKEN: secret.describe(
    'who may read `/api/metrics`; without one only this machine. 32 characters, hard to guess',
  ),
  SITE_ORIGINS: origins
    .optional()
    .describe('other origins of ours, besides BRAND_LAT_ORIGIN, comma-separated'),
  OAUTH_RETURN_ORIGINS: origins
    .optional()
    .describe("origins, besides our own, to which a sign-in may return: a developer's machine"),
  EXCHANGE_PARTNERS: list
    .pipe(z.array(z.string().regex(/^[a-z0-9-]+=[0-9a-f]{64}$/)))
    .transform((all) => all.map(partnerOf))
    .optional()
    .describe(
      'who may search our trips by the open standard, as `name=SHA-256 of the key`, ' +
        'comma-separated (docs/partners.md)',
    ),
  SANDBOX: optionalFlag('stand-ins for gateway, mail and sign-in; on without Wompi keys'),
  STAGING: optionalFlag(
    '`1`: a trial of production: all its rules, but only with test keys of the gateway, and ' +
      'search engines are told to stay away',
  ),
  DEMO: flag.optional().describe('demo people and trips on the first run; else as SANDBOX'),
}

const storage = {
  DATABASE_URL: url(
    /^postgres(ql)?$/,
    'owner of the database; without it an embedded one. Another machine: `verify-full`',
  ),
  DB_POOL_SIZE: whole(2, 200).default(20).describe('connections of one process'),
  DATA_DIR: z.string().default('.data').describe('images of documents, sealed; mode 700'),
  S3_BUCKET: z
    .string()
    .min(3)
    .optional()
    .describe('images of documents go to this bucket instead of `DATA_DIR`, sealed all the same'),
  S3_ACCESS_KEY_ID: secret.describe(
    'may read, write, delete and list S3_BUCKET; without it the role of the machine or container',
  ),
  S3_SECRET_ACCESS_KEY: secret.describe('needed with S3_ACCESS_KEY_ID'),
  S3_REGION: z.string().min(1).default('us-east-1').describe('region of the bucket'),
  S3_ENDPOINT: url(web, "another service that speaks S3; without it Amazon's own"),
  S3_PATH_STYLE: optionalFlag('`1`: the bucket is part of the path; else as S3_ENDPOINT is set'),
  BACKUP_DIR: z
    .string()
    .optional()
    .describe(
      'where `ops/backup` writes; `npm run doctor` looks at the age of the last one. `managed`: ' +
        'whoever runs the database makes the backups',
    ),
  NATS_URL: url(
    /^(nats|tls)$/,
    'hints between server processes: `tls://[user:password@]host:port`, `nats://` only on ' +
      'this machine; without it processes poll the database',
  ),
}

/** Parses the JSON file of a service account, as Google's console exports it. */
const serviceAccount = z.string().transform((text, context) => {
  const { data } = ServiceAccount.safeParse(parsedJson(text))
  if (!data) {
    context.addIssue('must be the JSON key of a service account')
    return z.NEVER
  }
  const { project_id: projectId, client_email: clientEmail, private_key: privateKey } = data
  return { projectId, clientEmail, privateKey }
})

const ServiceAccount = z.object({
  type: z.literal('service_account'),
  project_id: z.string().regex(/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/),
  client_email: z.email(),
  private_key: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
})

const keys = {
  AUTH_SECRET: secret.describe('signs access tokens; 32 random bytes in base64'),
  AUTH_SECRET_PREVIOUS: secret.describe(
    'the one before, for the 30 days after a change: sessions go on',
  ),
  DATA_KEY: secret.describe('seals what is new; 32 random bytes in base64'),
  DATA_KEYS_OLD: list
    .optional()
    .describe('earlier ones, comma-separated, which only open; see `npm run keys:rotate`'),
  INDEX_KEY: secret.describe('finds equal national ids; 32 random bytes in base64'),
  TICKET_PRIVATE_KEY: secret.describe('signs tickets: Ed25519, PKCS #8 DER in base64'),
  VAPID_PRIVATE_KEY: matching(
    /^[\w-]{43}$/,
    'signs push messages: P-256, base64url of 32 bytes, as `npm run keys:new` prints; ' +
      'without it none is sent. With another one all browsers must subscribe again',
  ),
  FCM_SERVICE_ACCOUNT: serviceAccount
    .optional()
    .describe(
      'sends push messages to the app: the JSON key of a service account of Firebase with the ' +
        'role `Firebase Cloud Messaging API Admin`; the app gets none without it',
    ),
}

const gateway = {
  WOMPI_PUBLIC_KEY: secret.describe('the four are of one environment; without them the sandbox'),
  WOMPI_PRIVATE_KEY: secret.describe('asks the gateway'),
  WOMPI_EVENTS_SECRET: secret.describe('checks its events'),
  WOMPI_INTEGRITY_SECRET: secret.describe('signs what the checkout is asked for'),
  WOMPI_API_URL: z.url().optional().describe("Wompi's own"),
  WOMPI_CHECKOUT_URL: z.url().optional().describe("Wompi's own"),
  PAYOUTS_API_KEY: secret.describe('payouts of the gateway; withdrawals are paid by hand without'),
  PAYOUTS_PRINCIPAL_ID: secret.describe('needed with PAYOUTS_API_KEY'),
  PAYOUTS_ACCOUNT_ID: secret.describe('needed with PAYOUTS_API_KEY: the account that pays'),
  PAYOUTS_EVENTS_SECRET: secret.describe('needed with PAYOUTS_API_KEY: checks its events'),
  PAYOUTS_API_URL: z
    .url()
    .default('https://api.payouts.wompi.co')
    .describe('payouts of the gateway, without a version'),
  PAYOUTS_FILE_COLUMNS: list
    .transform((parts) =>
      parts.map((part) => [part.slice(0, part.lastIndexOf('=')), fieldOf(part)]),
    )
    .pipe(z.array(z.tuple([z.string().min(1), z.enum(FILE_FIELDS)])))
    .optional()
    .describe(
      "the columns of the provider's own file for payments by hand, in its order: " +
        '`title=field`, comma-separated. Fields: ' +
        FILE_FIELDS.map((field) => `\`${field}\``).join(', ') +
        '; else our own columns',
    ),
  PAYOUTS_FILE_SEPARATOR: z
    .enum([',', ';'])
    .default(',')
    .describe('between the columns of that file'),
}

const messages = {
  SMTP_URL: url(/^smtps?$/, '`smtps://…`, or `smtp://…?requireTLS=true`; certificates are checked'),
  MAIL_FROM: z
    .string()
    .min(3)
    .optional()
    .describe('`Name <address>` that mail comes from; else `Cupo <avisos@localhost>`'),
  MAIL_BOUNCES_ADDRESS: z
    .email()
    .optional()
    .describe(
      'undeliverable mail is returned to `local+…@domain` of this address; needs a mailbox that ' +
        'takes such addresses, for nothing else: what arrives is deleted',
    ),
  MAIL_BOUNCES_URL: url(
    /^imaps?$/,
    'that mailbox, `imaps://user:password@host`; needed with MAIL_BOUNCES_ADDRESS',
  ),
  MAIL_DKIM_SELECTOR: matching(
    /^[\w-]+$/,
    'of the DKIM record that the mail server signs with; only `npm run doctor` reads it',
  ),
  WHATSAPP_TOKEN: secret.describe(
    'messages by the Cloud API; off without. Its account needs two approved templates: ' +
      'docs/operations.md has their text',
  ),
  WHATSAPP_PHONE_ID: matching(/^\d{5,20}$/, 'id of our number; needed with WHATSAPP_TOKEN'),
  WHATSAPP_APP_SECRET: secret.describe(
    'checks the delivery reports of Meta; needed with WHATSAPP_TOKEN',
  ),
  WHATSAPP_VERIFY_TOKEN: secret.describe(
    'what is entered beside the address of the webhook in the App Dashboard; needed with ' +
      'WHATSAPP_TOKEN',
  ),
  WHATSAPP_API_URL: z
    .url()
    .default('https://graph.facebook.com/v23.0')
    .describe('Graph API with its version'),
  TWILIO_ACCOUNT_SID: matching(/^AC[0-9a-f]{32}$/, 'SMS by Twilio; off without'),
  TWILIO_AUTH_TOKEN: secret.describe('needed with TWILIO_ACCOUNT_SID'),
  TWILIO_MESSAGING_SERVICE_SID: matching(
    /^MG[0-9a-f]{32}$/,
    'the messaging service whose senders may write to Colombia; needed with the account',
  ),
  TWILIO_API_URL: z.url().default('https://api.twilio.com').describe('without a version'),
  EMERGENCY_PHONE: matching(
    /^\+57[36]\d{9}$/,
    "the company's phone, such as `+573001234567`: told of an emergency that nobody has taken " +
      'after five minutes',
  ),
}

const signIn = {
  GOOGLE_CLIENT_ID: secret.describe('sign-in with Google; not offered without'),
  GOOGLE_CLIENT_SECRET: secret.describe('needed with GOOGLE_CLIENT_ID'),
  GOOGLE_ISSUER_URL: z.url().optional().describe("Google's own"),
  APPLE_CLIENT_ID: secret.describe('sign-in with Apple: the Services ID; not offered without'),
  APPLE_TEAM_ID: secret.describe('needed with APPLE_CLIENT_ID'),
  APPLE_KEY_ID: secret.describe('needed with APPLE_CLIENT_ID'),
  APPLE_PRIVATE_KEY: secret.describe('needed with APPLE_CLIENT_ID: the text of the .p8 file'),
  APPLE_ISSUER_URL: z.url().optional().describe("Apple's own"),
}

const nativeApp = {
  APP_MIN_VERSION: matching(
    /^\d{1,4}(\.\d{1,4}){1,2}$/,
    'older versions of the app are told to update, such as `1.4.2`; it must be in both stores',
  ),
  ANDROID_APP_CERTIFICATES: list
    .pipe(z.array(z.string().regex(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)))
    .optional()
    .describe(
      'SHA-256 fingerprints of the keys that sign the Android app, comma-separated: it then ' +
        'opens our links',
    ),
  IOS_APP_TEAM_ID: matching(/^[A-Z0-9]{10}$/, 'Apple team of the iOS app: it then opens our links'),
}

const maps = {
  ROUTING_URL: url(
    web,
    'an OSRM server that refines distances and times; the road network stays in charge',
  ),
  TILES_URL: matching(
    /^https?:\/\/[^/]+\/.*\{z\}.*\{[xy]\}.*\{[xy]\}/,
    "a map server's images, with {z}, {x} and {y}; without one our own drawing",
  ),
  TILES_ATTRIBUTION: z.string().min(1).optional().describe('what their owner asks to be named as'),
}

const rules = {
  COMMISSION_BP: whole(0, 5_000)
    .default(COMMISSION_BP)
    .describe('share of the fare that Cupo keeps, in hundredths of a percent'),
  WHATSAPP_PESOS: whole(0, 10_000)
    .default(10)
    .describe('pesos that a WhatsApp message costs, by the contract; for the figures'),
  SMS_PESOS: whole(0, 10_000).default(220).describe('pesos that an SMS costs, likewise'),
  DISPUTE_SECOND_PERSON: z.coerce
    .number()
    .int()
    .min(0)
    .default(200_000)
    .describe('pesos above which a dispute needs two people'),
}

/** Variables by subject, in the order of docs/configuration.md. */
export const environmentGroups = {
  Server: server,
  Company: company,
  Storage: storage,
  Keys: keys,
  'Payment gateway': gateway,
  Messages: messages,
  'Sign-in': signIn,
  'Native app': nativeApp,
  Maps: maps,
  'Rules of business': rules,
}

export const Environment = z.object({
  ...server,
  ...company,
  ...storage,
  ...keys,
  ...gateway,
  ...messages,
  ...signIn,
  ...nativeApp,
  ...maps,
  ...rules,
})

export type Environment = z.infer<typeof Environment>
