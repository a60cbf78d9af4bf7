// The environment variables that the server knows, as text and what they are read as.
import { z } from 'zod'
import { COMMISSION_BP } from '#contract/limits.ts'

const flag = z.enum(['0', '1']).transform((value) => value === '1')
const secret = z.string().min(1).optional()
const list = z.string().transform((text) => text.split(',').map((each) => each.trim()))
const origins = list.pipe(
  z.array(z.url({ protocol: /^https?$/ }).refine((url) => new URL(url).origin === url)),
)

export const Environment = z.object({
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
  COMMISSION_BP: z.coerce.number().int().min(0).max(5_000).default(COMMISSION_BP),
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
  /** Signs push messages: a private key of P-256, base64url of 32 bytes. Off without. */
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
  /** WhatsApp Cloud API: token and id of our number; off without. */
  WHATSAPP_TOKEN: secret,
  WHATSAPP_PHONE_ID: z
    .string()
    .regex(/^\d{5,20}$/)
    .optional(),
  WHATSAPP_API_URL: z.url().default('https://graph.facebook.com/v23.0'),
  /** A provider that takes `POST {to, text}` with a bearer token; off without. */
  SMS_URL: z.url().optional(),
  SMS_TOKEN: secret,
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
  /** Hints between server processes: `nats://` or `tls://`, with user and password if need be. */
  NATS_URL: z.url({ protocol: /^(nats|tls)$/ }).optional(),
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
