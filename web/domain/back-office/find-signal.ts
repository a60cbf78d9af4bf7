import { useEffect } from 'react'

/**
 * The bar of the desk and its screens are parts of two features: the field in the bar asks by an
 * event for the search that the screens show.
 */
const ASKED = 'cupo:find'

export function askToFind(): void {
  window.dispatchEvent(new Event(ASKED))
}

/** Calls back when the field in the bar is pressed, or Ctrl and K, or ⌘ and K. */
export function useFindAsked(onAsked: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (event.altKey || event.shiftKey) return
      // Browsers focus their own search field with these keys.
      event.preventDefault()
      if (document.querySelector('dialog[open]') === null) onAsked()
    }
    window.addEventListener(ASKED, onAsked)
    window.addEventListener('keydown', press)
    return () => {
      window.removeEventListener(ASKED, onAsked)
      window.removeEventListener('keydown', press)
    }
  }, [onAsked])
}
