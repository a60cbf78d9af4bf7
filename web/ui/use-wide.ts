import { useSyncExternalStore } from 'react'

/** Width in `rem` from which three panes fit beside each other: not with enlarged text. */
const WIDE_REM = 64

function isWideNow(): boolean {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  return window.innerWidth >= WIDE_REM * rem
}

function watchWidth(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}

/** Whether panes stand beside each other; false while the server renders. */
export function useWide(): boolean {
  return useSyncExternalStore(watchWidth, isWideNow, () => false)
}
