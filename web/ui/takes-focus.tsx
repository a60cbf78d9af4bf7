import { type ReactNode, useLayoutEffect, useRef } from 'react'

/**
 * Takes the focus on mount, for content that appears after the person pressed a button. In the same
 * commit, as every focus of ours: a later effect would take it from what the next key focused.
 */
export function TakesFocus({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className="rounded-control outline-none">
      {children}
    </div>
  )
}
