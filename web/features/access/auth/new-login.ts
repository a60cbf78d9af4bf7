import { deviceNow } from '#web/lib/clock.ts'

/** Time until an unused password is dropped. */
const LIFE_MS = 60_000

export type NewLogin = { email: string; password: string }

/**
 * Address and password of the account that was just created in this tab, for one login. Only in
 * memory: never in storage, in the history or in an address.
 */
let kept: { login: NewLogin; until: number; timer: ReturnType<typeof setTimeout> } | null = null

/** Keeps a new account's password for one login in the next 60 s. */
export function keepNewLogin(login: NewLogin, now = deviceNow()): void {
  dropNewLogin()
  kept = { login, until: now + LIFE_MS, timer: setTimeout(dropNewLogin, LIFE_MS) }
  globalThis.addEventListener?.('pagehide', dropNewLogin)
}

export function hasNewLogin(now = deviceNow()): boolean {
  return kept !== null && now < kept.until
}

/** Returns the kept login and drops it; null when it was used, dropped, or is older than 60 s. */
export function takeNewLogin(now = deviceNow()): NewLogin | null {
  const login = hasNewLogin(now) ? (kept?.login ?? null) : null
  dropNewLogin()
  return login
}

export function dropNewLogin(): void {
  if (kept === null) return
  clearTimeout(kept.timer)
  globalThis.removeEventListener?.('pagehide', dropNewLogin)
  kept = null
}
