import { useEffect, useRef, useState } from 'react'
import { PAUSE_MS } from './combobox-rules.ts'

export type ComboItem = {
  id: string
  label: string
  /** Second line: the department, the brand. */
  detail?: string
}

/** Answers the items for what was typed; an empty query asks for suggestions. */
export type LoadItems = (query: string) => Promise<readonly ComboItem[]>

type Options =
  | { state: 'idle'; items: readonly ComboItem[] }
  | { state: 'loading'; items: readonly ComboItem[] }
  | { state: 'ready'; items: readonly ComboItem[] }
  | { state: 'failed'; items: readonly ComboItem[] }

/** Items for a query while the list is open; a slow answer never replaces a newer one. */
export function useOptions(query: string, open: boolean, load: LoadItems): Options {
  const [options, setOptions] = useState<Options>({ state: 'idle', items: [] })
  const loader = useRef(load)
  loader.current = load
  useEffect(() => {
    if (!open) return
    let current = true
    setOptions((before) => ({ state: 'loading', items: before.items }))
    const timer = setTimeout(
      () => {
        loader.current(query).then(
          (items) => current && setOptions({ state: 'ready', items }),
          () => current && setOptions({ state: 'failed', items: [] }),
        )
      },
      query ? PAUSE_MS : 0,
    )
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [query, open])
  return options
}
