import { useEffect, useState } from 'react'

/** Are cookies allowed? True until the check has run in the browser, so the form does not flash. */
export function useCookiesAllowed(): boolean {
  const [allowed, setAllowed] = useState(true)
  useEffect(() => setAllowed(cookiesAllowed()), [])
  return allowed
}

/** Returns whether this browser accepts our cookies, which hold the refresh token. */
function cookiesAllowed(): boolean {
  if (!navigator.cookieEnabled) return false
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet.
    document.cookie = 'cupo_probe=1; SameSite=Lax; path=/'
    const kept = document.cookie.includes('cupo_probe=1')
    // biome-ignore lint/suspicious/noDocumentCookie: as above.
    document.cookie = 'cupo_probe=; Max-Age=0; SameSite=Lax; path=/'
    return kept
  } catch {
    return false
  }
}
