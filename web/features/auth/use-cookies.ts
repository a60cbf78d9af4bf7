import { useEffect, useState } from 'react'
import { cookiesAllowed } from './cookies.ts'

/** Are cookies allowed? True until the check has run in the browser, so the form does not flash. */
export function useCookiesAllowed(): boolean {
  const [allowed, setAllowed] = useState(true)
  useEffect(() => setAllowed(cookiesAllowed()), [])
  return allowed
}
