import { type ReactNode, useEffect, useRef } from 'react'

/** Takes the focus when it mounts, for content that appears after a button was pressed. */
export function TakesFocus({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className="rounded-control outline-none">
      {children}
    </div>
  )
}
