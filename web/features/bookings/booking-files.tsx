import { useMutation } from '@tanstack/react-query'
import { CalendarPlus, Receipt } from 'lucide-react'
import type { BookingView } from '#contract/booking-view.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { ticketStateOf } from '#web/shared/bookings/booking-words.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

type Kind = 'calendar' | 'pdf'

const files = {
  calendar: { word: 'Agregar al calendario', Icon: CalendarPlus, name: 'viaje-cupo.ics' },
  pdf: { word: 'Descargar comprobante', Icon: Receipt, name: 'comprobante-cupo.pdf' },
} as const

/** Files that the person can save for a booking in this state. */
export function filesOf(booking: Pick<BookingView, 'state'>): Kind[] {
  const ticket = ticketStateOf(booking)
  if (ticket === 'pending' || ticket === 'review') return []
  if (ticket === 'valid') return ['calendar']
  return booking.state.includes('cancelled') ? ['pdf', 'calendar'] : ['pdf']
}

export function BookingFiles({ booking }: { booking: BookingView }) {
  const params = { bookingId: booking.id }
  const load = useMutation({
    mutationFn: async (kind: Kind) =>
      saveFile(await api.receipts[kind]({ params }), files[kind].name),
  })
  return (
    <>
      {filesOf(booking).map((kind) => {
        const { word, Icon } = files[kind]
        return (
          <Button
            key={kind}
            variant="secondary"
            pending={load.isPending}
            onClick={() => load.mutate(kind)}
            icon={<Icon aria-hidden="true" className="size-5" />}
          >
            {kind === 'calendar' && booking.state.includes('cancelled')
              ? 'Quitar del calendario'
              : word}
          </Button>
        )
      })}
      {load.isError && (
        <Banner tone="err" className="w-full">
          {messageOf(load.error)}
        </Banner>
      )}
    </>
  )
}
