import type { ConsentText } from '#contract/consent-texts.ts'
import type { TeamQueue } from '#contract/team-queues.ts'
import type { Urgency } from '#contract/urgency.ts'
import type { Config } from '#server/config.ts'
import type { Clock } from './clock.ts'
import type { ClockWatch } from './clock-watch.ts'
import type { Db } from './db/open.ts'
import type { Actor } from './http/session.ts'
import type { Logger } from './log.ts'
import type { Messages } from './message.ts'
import type { Metrics } from './metrics.ts'
import type { Registry } from './module-data.ts'
import type { Secrets } from './secrets.ts'

/** Dependencies of every use case; nothing is global. */
export type Deps = {
  db: Db
  clock: Clock
  /** Whether the machine's own clock can be trusted; `clock` may be another in tests. */
  clockWatch: ClockWatch
  log: Logger
  config: Config
  secrets: Secrets
  metrics: Metrics
  urls: Urls
  registry: Registry
  messages: Messages
  queues: Readonly<Record<TeamQueue, CountQueue>>
  /** Texts that people agree to; only tests replace them. */
  consentTexts?: readonly ConsentText[] | undefined
}

/** For reading as of now. */
export type ReadDeps = Pick<Deps, 'db' | 'clock'>

/** For telling people inside a transaction (`tellUser`). */
export type TellDeps = Pick<Deps, 'clock' | 'secrets'>

/** For changing something and telling people. */
export type ActDeps = ReadDeps & TellDeps

/** What waits in a queue of the team; `oldestAt`: since when the oldest item waits. */
export type QueueCount = { count: number; oldestAt: Date | null }

/**
 * Counts a queue as the viewer's list of it shows. `dueAt`: earliest deadline of an item; without
 * `urgency`, office hours are counted from the oldest item.
 */
export type CountQueue = (
  deps: Deps,
  viewer: Actor,
) => Promise<{ rows: readonly (QueueCount & { dueAt?: Date | null; urgency?: Urgency })[] }>

/** Addresses of this server and of the services that it calls. */
export type Urls = {
  /** Origin that people see, without a trailing slash. */
  site: string
  gatewayApi: string
  checkout: string
  /** Payout service of the gateway, without the version; if unset, withdrawals are paid by hand. */
  payouts?: string
  /** OSRM server, without a trailing slash; if unset, only the built-in road network is used. */
  routing?: string
  /** OpenID issuers; if unset, sign-in with the provider is not offered. */
  google?: string
  apple?: string
  /** Mail server; if unset (outside production only), mail is dropped. */
  smtp?: string
  /** IMAP mailbox of undeliverable mail; if unset, none is read. */
  bounces?: string
  /** Origin of the local push service in development and tests; never in production. */
  push?: string
  /** Replaces the address of Firebase in tests. */
  fcm?: string
  /** Graph API of WhatsApp with its version, and the SMS provider; if unset, the channel is off. */
  whatsapp?: string
  sms?: string
  /** NATS server for hints between processes; if unset, they only poll the database. */
  nats?: string
}
