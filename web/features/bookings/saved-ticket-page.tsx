import { WifiOff } from 'lucide-react'
import { LateBookingSafety } from '#web/domain/safety/late-trip-safety.tsx'
import { BookingTicket } from '#web/domain/tickets/booking-ticket.tsx'
import type { SavedTicket } from '#web/domain/tickets/saved-tickets.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Page } from '#web/ui/page.tsx'

/** The cached ticket, for offline use. */
export function SavedTicketPage({ saved }: { saved: SavedTicket }) {
  const { booking, ticket } = saved
  return (
    <Page
      title={`${booking.from.name} → ${booking.to.name}`}
      back={{ to: paths.myTrips('pasajero'), label: 'Mis viajes' }}
    >
      <Banner
        tone="warn"
        title={
          <span className="inline-flex items-center gap-2">
            <WifiOff aria-hidden="true" className="size-4" /> Tiquete guardado en este dispositivo
          </span>
        }
      >
        Estás sin conexión: puedes subir con él. Los cambios de última hora se ven con red.
      </Banner>
      <BookingTicket booking={booking} ticket={ticket} />
      <LateBookingSafety booking={booking} />
    </Page>
  )
}
