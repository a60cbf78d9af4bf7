import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { randomToken, sha256, sha256Hex } from '#server/platform/crypto.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { limitHits, type SourceLimit } from '#server/platform/http/rate-limit.ts'
import { newId } from '#server/platform/ids.ts'
import {
  findLink,
  insertLink,
  type Link,
  type LinkPurpose,
  type NewLink,
  takeLink,
} from './account.queries.ts'

/** Time that a mailed link is valid; a recovery link at most 30 minutes. */
export const LINK_MS: Record<LinkPurpose, number> = {
  recovery: 30 * MINUTE_MS,
  email_change: 24 * HOUR_MS,
  email_undo: 7 * DAY_MS,
  email_confirm: 7 * DAY_MS,
}

/** Pages that links open. They act only on a button, because mail programs open links. */
const LINK_PAGES: Record<LinkPurpose, string> = {
  recovery: '/recuperar',
  email_change: '/confirmar-correo',
  email_undo: '/deshacer-correo',
  email_confirm: '/confirmar-cuenta',
}

type LinkData = Pick<
  NewLink,
  'passwordHash' | 'browserHash' | 'email' | 'askedByOwner' | 'codeHash'
>

const NO_DATA: LinkData = {
  passwordHash: null,
  browserHash: null,
  email: null,
  askedByOwner: false,
  codeHash: null,
}

/** Creates a link to be mailed and returns its path; stores only the digest of its secret. */
export async function makeLink(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  link: Pick<NewLink, 'userId' | 'purpose'> & Partial<LinkData>,
): Promise<string> {
  const token = randomToken(32)
  const now = deps.clock.now()
  const expiresAt = addMs(now, LINK_MS[link.purpose])
  const added = { id: newId(), tokenHash: sha256(token), now, expiresAt }
  await insertLink(tx, { ...NO_DATA, ...link, ...added })
  return `${LINK_PAGES[link.purpose]}?token=${token}`
}

export type Presented = { purpose: LinkPurpose; tokenHash: Buffer }

/**
 * Returns the data of a link without using it. Only invented links count against the limit of the
 * network, so that they cannot block a real one. Errors: `link_invalid`, `rate_limited`.
 */
export async function readLink(
  deps: ReadDeps,
  { purpose, token }: { purpose: LinkPurpose; token: string },
  source: SourceLimit,
): Promise<Link & Presented> {
  const presented = { purpose, tokenHash: sha256(token) }
  const link = await findLink(deps.db, { ...presented, now: deps.clock.now() })
  if (link) return { ...link, ...presented }
  await source.count()
  return refuse()
}

/** Consumes a mailed link when the transaction commits. Errors: `link_invalid`. */
export async function spendLink(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  presented: Presented,
): Promise<Link> {
  return (await takeLink(tx, { ...presented, now: deps.clock.now() })) ?? refuse()
}

const PER_LINK = { max: 10, windowSeconds: 600 }

/** Counts a password typed on the page of a mailed link. Errors: `rate_limited`. */
export async function assertLinkRoom(deps: Pick<Deps, 'db' | 'clock' | 'metrics'>, token: string) {
  await limitHits(deps, { key: `link-password:${sha256Hex(token).slice(0, 32)}`, ...PER_LINK })
}

function refuse(): never {
  throw new AppError('link_invalid')
}
