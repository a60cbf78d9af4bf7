import { useEffect, useState } from 'react'
import { serverNow } from './clock.ts'

/** The time in ms, by the server's clock or by `read`, every `everyMs` while `isRunning`. */
export function useNow(everyMs = 30_000, isRunning = true, read = serverNow): number {
  const [now, setNow] = useState(read)
  useEffect(() => {
    if (!isRunning) return
    setNow(read())
    const timer = setInterval(() => setNow(read()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, isRunning, read])
  return now
}
