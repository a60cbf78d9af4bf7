import { useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'

const never = () => () => {}

/**
 * False while a prerendered page hydrates, true afterwards and on every other screen. Content that
 * depends on the query string or on stored values must be rendered only when this is true: the
 * prerendered HTML does not contain it, and hydration would find a mismatch.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

const nothing = new URLSearchParams()

/** The query string of the address; empty until hydration is over. */
export function useAddressQuery(): URLSearchParams {
  const [params] = useSearchParams()
  return useHydrated() ? params : nothing
}
