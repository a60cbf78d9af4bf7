import { useEffect, useState } from 'react'
import { cookiesAllowed } from '#web/lib/cookies.ts'

/** Assumed until measured on screen, so that the form does not flash. */
export function useCookiesAllowed(): boolean {
  const [allowed, setAllowed] = useState(true)
  useEffect(() => setAllowed(cookiesAllowed()), [])
  return allowed
}
