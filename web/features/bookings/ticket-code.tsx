import { type ReactNode, useEffect } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { dayAndTime } from '#web/lib/format.ts'
import { type TicketState, ticketStateOf } from '#web/shared/bookings/booking-words.ts'
import { QrCode } from '#web/ui/qr-code.tsx'

export type TicketCodes = { qr: string; code: string }

/** Holds a wake lock while the code is shown, where the browser supports it. */
function useScreenOn(active: boolean): void {
  useEffect(() => {
    if (!active || !('wakeLock' in navigator)) return
    const lock = navigator.wakeLock.request('screen').catch(() => null)
    return () => void lock.then((held) => held?.release())
  }, [active])
}

const words: Record<Exclude<TicketState, 'valid'>, string> = {
  pending: 'El tiquete aparece aquí cuando tu reserva quede confirmada.',
  used: 'Tu subida quedó registrada.',
  review: 'Este tiquete no se usa mientras una persona decide.',
  cancelled: 'Este tiquete ya no sirve.',
}

type TicketCodeProps = {
  booking: BookingView
  /** Undefined while the ticket is loading. */
  ticket: TicketCodes | undefined
  children?: ReactNode
}

/** The code that the driver scans or types, or why there is none. */
export function TicketCode({ booking, ticket, children }: TicketCodeProps) {
  const state = ticketStateOf(booking)
  useScreenOn(state === 'valid' && ticket !== undefined)
  return (
    <div className="@container grid justify-items-center gap-2 text-center">
      {state !== 'valid' && (
        <p className="text-muted">
          {state === 'used' && booking.boardedAt
            ? `Subiste ${dayAndTime(booking.boardedAt)}`
            : words[state]}
        </p>
      )}
      {state === 'valid' && ticket && (
        <>
          <QrCode
            text={ticket.qr}
            label="Código QR de tu tiquete"
            className="w-full max-w-54 overflow-hidden rounded-control"
          />
          <p className="text-sm text-muted">Muéstralo al subir. Si no lee, dicta este código:</p>
          {/* Six wide letters with their gaps are 4.9 em: large text is bound by the width. */}
          <p
            translate="no"
            className="tnum font-display text-[min(2.5rem,19cqi)] leading-tight font-extrabold
              tracking-widest select-all"
          >
            {ticket.code}
          </p>
        </>
      )}
      {children}
    </div>
  )
}
