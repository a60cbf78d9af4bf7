import { useNow } from '#web/lib/use-now.ts'

/** Elapsed time: `45 s`, `3 min 05 s`, `2 h 10 min`. Not announced: it changes every second. */
export function Elapsed({ since }: { since: string }) {
  const seconds = Math.max(0, Math.floor((useNow(1_000) - Date.parse(since)) / 1_000))
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return `${seconds} s`
  const two = (value: number) => String(value).padStart(2, '0')
  if (minutes < 60) return `${minutes} min ${two(seconds % 60)} s`
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`
}
