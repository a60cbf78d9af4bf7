const MARK = 'cupo_entered'

/** Did the server just accept a native form login? It set the refresh cookie, no access token. */
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
