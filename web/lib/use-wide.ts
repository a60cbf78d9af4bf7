import { useSyncExternalStore } from 'react'

/** Width from which two panes, or a table, have room; Tailwind's `lg`. */
const WIDE = '(min-width: 64rem)'

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether two panes, or a table, have room; false until hydration has ended. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => false,
  )
}
