import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Keeps the focus in `main`: on a new screen, which it names by the title of the page, and when the
 * focused element leaves the page, as a pressed row: then the nearest element around it has it.
 */
export function useKeptFocus(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useLayoutEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    main.current?.setAttribute('aria-label', document.title)
    if (!main.current?.contains(document.activeElement)) focusQuietly(main.current)
  }, [pathname])
  useEffect(() => (main.current ? watchFocus(main.current) : undefined), [])
  return main
}

function focusQuietly(element: HTMLElement | null | undefined): void {
  if (element && element.tabIndex < 0) element.tabIndex = -1
  element?.focus({ preventScroll: true })
}

/** @returns the function that stops watching */
function watchFocus(main: HTMLElement): () => void {
  /** The focused element and all around it; empty when the person left it. */
  let around: HTMLElement[] = []
  const enter = ({ target }: Event) => {
    around = []
    for (let at = target; at instanceof HTMLElement; at = at.parentElement) around.push(at)
  }
  const leave = () => {
    // Some browsers report that a removed element lost the focus just before they remove it.
    queueMicrotask(() => {
      if (around[0]?.isConnected && around[0] !== document.activeElement) around = []
    })
  }
  const removed = new MutationObserver(() => {
    if (document.activeElement !== document.body || around[0]?.isConnected !== false) return
    focusQuietly(around.find(({ isConnected }) => isConnected))
  })
  removed.observe(main, { childList: true, subtree: true })
  main.addEventListener('focusin', enter)
  main.addEventListener('focusout', leave)
  return () => {
    removed.disconnect()
    main.removeEventListener('focusin', enter)
    main.removeEventListener('focusout', leave)
  }
}
