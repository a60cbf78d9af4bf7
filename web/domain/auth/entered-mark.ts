const MARK = 'cupo_entered'

/**
 * Returns whether the server has just accepted a native form login. The refresh cookie is then set,
 * but this browser has no access token yet.
 */
export function hasEnteredMark(): boolean {
  return globalThis.document?.cookie.includes(`${MARK}=1`) ?? false
}

/** Returns the same as `hasEnteredMark`, and deletes the mark. */
export function takeEnteredMark(): boolean {
  if (!hasEnteredMark()) return false
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet.
  document.cookie = `${MARK}=; Path=/; Max-Age=0; SameSite=Strict`
  return true
}
