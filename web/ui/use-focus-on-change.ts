import { type RefObject, useEffect, useRef } from 'react'

/**
 * For the heading of a step: when the step changes it takes the focus, so that a screen reader says
 * where the person is now. Not on the first showing, which the page's own title announces.
 */
export function useFocusOnChange<T extends HTMLElement>(step: string): RefObject<T | null> {
  const heading = useRef<T>(null)
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [step])
  return heading
}
