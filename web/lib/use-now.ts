import { useEffect, useState } from 'react'

/** The time in ms, read again every `everyMs` while `isRunning`. */
export function useNow(everyMs = 30_000, isRunning = true): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, isRunning])
  return now
}
