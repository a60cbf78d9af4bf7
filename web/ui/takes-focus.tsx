import { type ReactNode, useEffect, useRef } from 'react'

/** What appears after pressing a button: comes into view and is where the keyboard goes on. */
export function TakesFocus({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className="rounded-control outline-none">
      {children}
    </div>
  )
}
