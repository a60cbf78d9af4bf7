import { createElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

/**
 * Draws `content` at one place of React's tree, and lets a layout say where it stands: another
 * layout moves its element, so what was typed or opened in it stays. For the browser only.
 * @returns what the caller always renders, and the place for the layout; without a place the
 *   content waits unseen
 */
export function useMovedPart(content: ReactNode): [drawn: ReactNode, place: ReactNode] {
  const [box] = useState(() => {
    const made = document.createElement('div')
    made.className = 'contents'
    return made
  })
  return [createPortal(content, box), createElement(Place, { key: 'place', box })]
}

function Place({ box }: { box: HTMLElement }) {
  const at = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    at.current?.append(box)
  }, [box])
  return createElement('div', { ref: at, className: 'contents' })
}
