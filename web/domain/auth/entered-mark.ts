const MARK = 'cupo_entered'

/**
 * Whether the server has just answered a login that the browser posted by itself: the session is
 * there, its access token is not.
 */
export function hasEnteredMark(): boolean {
  return globalThis.document?.cookie.includes(`${MARK}=1`) ?? false
}

/** The same, said once. */
export function takeEnteredMark(): boolean {
  if (!hasEnteredMark()) return false
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet.
  document.cookie = `${MARK}=; Path=/; Max-Age=0; SameSite=Strict`
  return true
}
