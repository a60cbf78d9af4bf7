import { useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'

const never = () => () => {}

/**
 * False while a page made ahead of time comes to life, true ever after and on every other screen.
 * What the address asks or the browser remembers may only be shown once it is true: the page was
 * made without knowing either.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

const nothing = new URLSearchParams()

/** The query of the address; empty until it may be shown. */
export function useAddressQuery(): URLSearchParams {
  const [params] = useSearchParams()
  return useHydrated() ? params : nothing
}
