import { useSyncExternalStore } from 'react'

function watchWidth(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}

/**
 * Whether the screen has this width in `rem`, which enlarged text makes less; false while the
 * server renders. Three panes fit beside each other in 64.
 */
export function useWide(rem = 64): boolean {
  const isWideNow = () => {
    const px = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
    return window.innerWidth >= rem * px
  }
  return useSyncExternalStore(watchWidth, isWideNow, () => false)
}
