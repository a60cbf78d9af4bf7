import { useEffect, useState } from 'react'
import { keepCookie } from '#web/lib/browser-storage.ts'

/** Are cookies allowed? True until the check has run in the browser, so the form does not flash. */
export function useCookiesAllowed(): boolean {
  const [allowed, setAllowed] = useState(true)
  useEffect(() => setAllowed(cookiesAllowed()), [])
  return allowed
}

/** Returns whether this browser accepts our cookies, which hold the refresh token. */
function cookiesAllowed(): boolean {
  const kept = navigator.cookieEnabled && keepCookie('cupo_probe', 60)
  keepCookie('cupo_probe', 0)
  return kept
}
