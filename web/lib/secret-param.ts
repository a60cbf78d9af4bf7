import { useEffect, useState } from 'react'

/** Returns the token of a mailed link, and removes it from the address and so from the history. */
export function useSecretParam(): string {
  const [token] = useState(
    () => new URLSearchParams(globalThis.location?.search ?? '').get('token') ?? '',
  )
  useEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  return token
}
