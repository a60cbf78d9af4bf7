import { useLocation, useSearchParams } from 'react-router'
import { safeReturnTo } from './return-to.ts'

/** The address of this page, for a link that leads back here. */
export function useHere(): string {
  const { pathname, search } = useLocation()
  return pathname + search
}

/** The page to which this one leads back; null when its address names none. */
export function useReturnTo(): string | null {
  return safeReturnTo(useSearchParams()[0].get('returnTo'))
}
