import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus to the heading when the step changes, so that screen readers announce the step.
 * Not on the first render, because the page's title announces the first step.
 */
export function useFocusOnChange<T extends HTMLElement>(step: string): RefObject<T | null> {
  const heading = useRef<T>(null)
  const last = useRef(step)
  useLayoutEffect(() => {
    if (last.current === step) return
    last.current = step
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [step])
  return heading
}
