import { CalendarPlus, Receipt } from 'lucide-react'
import type { BookingView } from '#contract/booking-view.ts'
import { api } from '#web/lib/api.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { ticketStateOf } from '#web/shared/bookings/booking-words.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { useAct } from '#web/ui/use-act.ts'

type Kind = 'calendar' | 'pdf'

const files = {
  calendar: { word: 'Agregar al calendario', Icon: CalendarPlus, name: 'viaje-cupo.ics' },
  pdf: { word: 'Descargar comprobante', Icon: Receipt, name: 'comprobante-cupo.pdf' },
} as const

/** Files that the person can save for a booking in this state. */
export function filesOf(booking: Pick<BookingView, 'state' | 'confirmedAt'>): Kind[] {
  const ticket = ticketStateOf(booking)
  if (ticket === 'pending' || ticket === 'review') return []
  if (ticket === 'valid') return ['calendar']
  // A request was never in a calendar.
  return booking.state.includes('cancelled') && booking.confirmedAt ? ['pdf', 'calendar'] : ['pdf']
}

type FileButtonProps = {
  booking: BookingView
  kind: Kind
  primary?: boolean
  /** Text of the button where there is little room; its name keeps the verb. */
  short?: string
}

/** Saves one file of a booking. */
export function FileButton({ booking, kind, primary, short }: FileButtonProps) {
  const { word, Icon, name } = files[kind]
  const load = useAct(async () =>
    saveFile(await api.receipts[kind]({ params: { bookingId: booking.id } }), name),
  )
  return (
    <div className="grid gap-1">
      <Button
        variant={primary ? 'primary' : 'secondary'}
        size={short ? 'sm' : 'md'}
        aria-label={short && word}
        run={load}
        Icon={Icon}
      >
        {short ??
          (kind === 'calendar' && booking.state.includes('cancelled')
            ? 'Quitar del calendario'
            : word)}
      </Button>
      <ErrorBanner error={load.error} />
    </div>
  )
}

/** All files that the person can save for a booking. */
export function BookingFiles({ booking }: { booking: BookingView }) {
  return filesOf(booking).map((kind) => <FileButton key={kind} booking={booking} kind={kind} />)
}
