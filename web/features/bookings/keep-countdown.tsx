import { Timer } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { OwnKeep } from './keep-time.ts'
import { clockText, leftMs, spokenLeft } from './keep-time.ts'

type Countdown = { keep: OwnKeep; onEnd: () => void }

/** Countdown of the seat keep: visible every second, announced to screen readers less often. */
export function KeepCountdown({ keep, onEnd }: Countdown) {
  const left = useLeft(keep)
  const over = left <= 0
  useEffect(() => {
    if (over) onEnd()
  }, [over, onEnd])
  return (
    <>
      <p role="timer" className="flex items-center gap-3 text-lg">
        <Timer aria-hidden="true" className="size-6 shrink-0 text-bosque" />
        <span>
          {keep.seats > 1 ? 'Tus cupos están apartados' : 'Tu cupo está apartado'}{' '}
          <strong className="tnum">{clockText(left)}</strong>
        </span>
      </p>
      <p role="status" className="sr-only">
        {spokenLeft(left)}
      </p>
    </>
  )
}

const TICK_MS = 250

function useLeft({ expiresAt, clockOffsetMs }: OwnKeep): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return leftMs(expiresAt, clockOffsetMs, now)
}
