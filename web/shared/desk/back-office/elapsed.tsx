import { useEffect, useState } from 'react'

/** The time, read every second while something counts. */
export function useSeconds(isRunning = true): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isRunning])
  return now
}

/** Elapsed time: `45 s`, `3 min 05 s`, `2 h 10 min`. Not announced: it changes every second. */
export function Elapsed({ since }: { since: string }) {
  const seconds = Math.max(0, Math.floor((useSeconds() - Date.parse(since)) / 1_000))
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return `${seconds} s`
  const two = (value: number) => String(value).padStart(2, '0')
  if (minutes < 60) return `${minutes} min ${two(seconds % 60)} s`
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`
}
