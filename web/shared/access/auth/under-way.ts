/**
 * The page that a person was on their way to while a link waits in their mailbox. Kept on this
 * device only, so that the page of the link can lead back there.
 */

import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { deviceNow } from '#web/lib/clock.ts'
import { safeReturnTo } from '#web/lib/return-to.ts'

const KEY = 'under_way'
/** Validity of the mail that confirms an address, the longest of these links. */
const LINK_MS = 7 * 86_400_000

/** Pages whose last step is refused until the address is confirmed. */
const NEEDS_ADDRESS = /^\/(trips\/[^/]+\/book|publish|alerts)$/

/** Stores the page to return to. Null, or an unsafe address, deletes the stored one. */
export function rememberUnderWay(path: string | null, now = deviceNow()): void {
  const safe = safeReturnTo(path)
  keepStored('local', KEY, safe && `${now} ${safe}`)
}

/** Stores the address of this page if its last step needs a confirmed address. */
export function rememberNeedingAddress({
  pathname,
  search,
}: Record<'pathname' | 'search', string>) {
  if (NEEDS_ADDRESS.test(pathname)) rememberUnderWay(pathname + search)
}

/** Returns the stored page; null if there is none, or if the mailed links have expired. */
export function readUnderWay(now = deviceNow()): string | null {
  const [at, path] = (readStored('local', KEY) ?? '').split(/ (.*)/)
  return now - Number(at) < LINK_MS ? safeReturnTo(path) : null
}

export function forgetUnderWay(): void {
  keepStored('local', KEY, null)
}
