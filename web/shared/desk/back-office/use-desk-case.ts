import { useEffect } from 'react'
import { useSearchParams } from 'react-router'

type Changes = Readonly<Record<string, string>>

/** The open item of a desk list and its chosen part, in the address: `?caso=` and `?parte=`. */
export function useDeskCase() {
  const [params, setParams] = useSearchParams()
  return {
    params,
    openId: params.get('caso'),
    part: params.get('parte') === 'persona' ? ('person' as const) : ('case' as const),
    /** Changes parameters of the address; an empty value removes one. */
    change: (changes: Changes, replace = false) =>
      setParams((before) => changed(before, changes), { replace }),
    to: (id: string) => `?${changed(params, { caso: id, parte: '' })}`,
  }
}

function changed(params: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

type Paged = { page: number; data: { totalPages: number } | undefined; isSettled: boolean }

/**
 * Opens the last page when the present one has no items any more: the last of them was decided.
 * Returns the parameter of the page that it opens; none of a page that exists.
 */
export function useLastPage({ page, data, isSettled }: Paged, go: (page: number) => void): Changes {
  const last = Math.max(1, data?.totalPages ?? page)
  const isBeyond = isSettled && page > last
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has gone.
  useEffect(() => {
    if (isBeyond) go(last)
  }, [isBeyond])
  return isBeyond ? { pagina: String(last) } : {}
}

/** The item after this one in the list, in a circle; the first when it is not in the list. */
export function itemAfter<T extends { id: string }>(
  items: readonly T[],
  id: string | null,
  by: 1 | -1 = 1,
): T | undefined {
  const at = items.findIndex((item) => item.id === id)
  if (at === -1) return items[0]
  const to = items[(at + by + items.length) % items.length]
  return to?.id === id ? undefined : to
}
