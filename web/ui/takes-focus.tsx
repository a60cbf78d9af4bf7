import { type ReactNode, useEffect, useRef } from 'react'

/** Takes the focus on mount, for content that appears after the person pressed a button. */
export function TakesFocus({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className="rounded-control outline-none">
      {children}
    </div>
  )
}
