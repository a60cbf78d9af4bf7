import { Timer } from 'lucide-react'
import { useCallback, useEffect, useRef } from 'react'
import { perSeats } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { clockText, leftMs, type OwnKeep, spokenLeft } from './keep-time.ts'
import { useForgetSeats } from './use-keep.ts'

/** Delay before the second refetch: the server releases an expired keep a moment after its end. */
const RETURNED_MS = 1_500

/** Refetches seats when a keep expires, and again after the server has released them. */
export function useReturned(tripId: string): () => void {
  const forget = useForgetSeats()
  const latest = useRef(forget)
  useEffect(() => {
    latest.current = forget
  })
  return useCallback(() => {
    void latest.current(tripId)
    setTimeout(() => void latest.current(tripId), RETURNED_MS)
  }, [tripId])
}

/** Countdown of the seat keep: visible every second, announced to screen readers less often. */
export function KeepCountdown({ keep, onEnd }: { keep: OwnKeep; onEnd: () => void }) {
  const left = leftMs(keep.expiresAt, keep.clockOffsetMs, useNow(250))
  const over = left <= 0
  useEffect(() => {
    if (over) onEnd()
  }, [over, onEnd])
  return (
    <>
      <p role="timer" className="flex items-center gap-3 text-lg">
        <Timer className="size-6 shrink-0 text-bosque" />
        <span>
          {perSeats(keep.seats, 'Tu cupo está apartado', 'Tus cupos están apartados')}{' '}
          <strong className="tnum">{clockText(left)}</strong>
        </span>
      </p>
      <p role="status" className="sr-only">
        {spokenLeft(left, keep.seats)}
      </p>
    </>
  )
}
