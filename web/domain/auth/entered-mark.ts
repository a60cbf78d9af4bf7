const MARK = 'cupo_entered'

/**
 * Whether the server has just answered a login that the browser posted by itself: the session is
 * there, its access token is not. Said once.
 */
export function takeEnteredMark(): boolean {
  if (!globalThis.document?.cookie.includes(`${MARK}=1`)) return false
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet.
  document.cookie = `${MARK}=; Path=/; Max-Age=0; SameSite=Strict`
  return true
}
