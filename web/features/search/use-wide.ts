import { useSyncExternalStore } from 'react'

/** Width from which the list and the map stand beside each other, Tailwind's `lg`. */
const WIDE = '(min-width: 64rem)'

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether the screen has room for a map beside the list; false until hydration has ended. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => false,
  )
}
