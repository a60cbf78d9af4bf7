import { WifiOff } from 'lucide-react'
import { useLocation } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { readSavedTicket, type SavedTicket } from '#web/shared/bookings/tickets/saved-tickets.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { currentPart, OtherPart } from './other-part.tsx'
import { SayAboard } from './say-aboard.tsx'
import { TicketPage } from './ticket-page.tsx'

export type SavedTicketProps = {
  saved: SavedTicket
  /** Reason why the ticket comes from the cache; null while the server's answer is pending. */
  why: 'offline' | 'expired' | null
  /** Refetches the ticket; absent when the connection bar offers the retry. */
  again?: () => void
}

/** The ticket cached on this device, shown until the server answers. */
export function SavedTicketPage({ saved, why, again }: SavedTicketProps) {
  const other = readSavedTicket(saved.booking.connection?.otherBookingId ?? '', saved.ownerId)
  const isOther = other && currentPart(saved.booking, other.booking) === other.booking
  const { booking, ticket } = isOther ? other : saved
  const folded = isOther ? saved : other
  // Computed from the time that the server gave: the cached `can` is as old as the ticket.
  const maySay =
    why !== 'expired' &&
    booking.state === 'confirmed' &&
    Date.parse(booking.aboardFrom) <= Date.now()
  return (
    <TicketPage
      isSaved
      booking={booking}
      ticket={ticket}
      connected={folded ? { card: <OtherPart {...folded} /> } : undefined}
      notices={
        why && (
          <Banner
            tone="warn"
            title={
              <span className="inline-flex items-center gap-2">
                <WifiOff aria-hidden="true" className="size-4" /> Tiquete guardado en este
                dispositivo
              </span>
            }
            action={why === 'offline' ? again && <Again onClick={again} /> : <SignIn />}
          >
            {why === 'offline'
              ? 'Estás sin conexión: puedes subir con él. Lo de última hora se ve con red.'
              : 'Tu sesión venció: puedes subir con él. Entra para ver los cambios de última hora.'}
          </Banner>
        )
      }
      quiet={maySay && <SayAboard booking={booking} />}
    />
  )
}

function Again({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="secondary" size="sm" onClick={onClick}>
      Actualizar el tiquete
    </Button>
  )
}

function SignIn() {
  const { pathname } = useLocation()
  return (
    <ButtonLink to={paths.login(pathname)} variant="secondary" size="sm">
      Iniciar sesión
    </ButtonLink>
  )
}
