import { type RefObject, useEffect, useRef } from 'react'

/** Returns a ref for a search field; the key `/` focuses it, unless somebody types elsewhere. */
export function useSearchKey(): RefObject<HTMLInputElement | null> {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('input, textarea, select')) return
      event.preventDefault()
      box.current?.focus()
    }
    window.addEventListener('keydown', focus)
    return () => window.removeEventListener('keydown', focus)
  }, [])
  return box
}
