import { useEffect } from 'react'

/**
 * The bar of the desk and its screens are parts of two features: the field in the bar asks by an
 * event for the search that the screens show.
 */
const ASKED = 'cupo:find'

/** Whether the field was pressed before the screens were there to hear it. */
let isWaiting = false

export function askToFind(): void {
  isWaiting = true
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
    const answer = () => {
      isWaiting = false
      onAsked()
    }
    if (isWaiting) answer()
    window.addEventListener(ASKED, answer)
    window.addEventListener('keydown', press)
    return () => {
      window.removeEventListener(ASKED, answer)
      window.removeEventListener('keydown', press)
    }
  }, [onAsked])
}
