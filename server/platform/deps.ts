import type { ConsentText } from '#contract/consent-texts.ts'
import type { Config } from '#server/config.ts'
import type { Clock } from './clock.ts'
import type { Db } from './db/open.ts'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Registry } from './room-data.ts'
import type { Messages } from './room-message.ts'
import type { Secrets } from './secrets.ts'

/** What every use case is given; nothing is global. */
export type Deps = {
  db: Db
  clock: Clock
  log: Logger
  config: Config
  secrets: Secrets
  metrics: Metrics
  urls: Urls
  /** Tables with personal data of all rooms. */
  registry: Registry
  /** Messages to people of all rooms, by name. */
  messages: Messages
  /** What people agree to; only a test has texts of its own. */
  consentTexts?: readonly ConsentText[] | undefined
}

/** Addresses of ourselves and of the parties we call. */
export type Urls = {
  /** Origin people see, without a trailing slash. */
  site: string
  gatewayApi: string
  checkout: string
  /** Payouts of the gateway, without a version; withdrawals are paid by hand without it. */
  payouts?: string
  /** OSRM server, without a trailing slash; without one the road network answers alone. */
  routing?: string
  /** OpenID issuers; without one its sign-in is not offered. */
  google?: string
  apple?: string
  /** Mail server; without one, outside production only, mail is dropped. */
  smtp?: string
  /** Mailbox (IMAP) to which undeliverable mail is returned; not read without. */
  bounces?: string
  /** Origin of the local push service, besides those of known browsers; never in production. */
  push?: string
  /** In place of Google's: where tests play Firebase. */
  fcm?: string
  /** Graph API of WhatsApp, with its version, and address of the SMS provider; off without. */
  whatsapp?: string
  sms?: string
  /** NATS server for hints between processes; without one they poll the database. */
  nats?: string
}
