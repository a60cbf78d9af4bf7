import type { BookingView } from '#contract/booking-view.ts'
import { plainDay, theTime } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { NewShare } from '#web/shared/safety/share-trip.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'

type Props = { booking: BookingView; onClose: () => void }

/** The two ways to share a trip: a link to follow it, and its public page. */
export function ShareSheet({ booking: { id, tripId, from, to }, onClose }: Props) {
  return (
    <Sheet open onClose={onClose} title="Compartir">
      <section className="grid gap-3" aria-labelledby="sigue-mi-viaje">
        <h3 id="sigue-mi-viaje" className="text-lg">
          Que sigan tu viaje
        </h3>
        <NewShare trip={{ tripId, bookingId: id, from: from.name, to: to.name }} />
      </section>
      <section
        className="grid justify-items-start gap-3 border-t border-line pt-4"
        aria-labelledby="enlace-publico"
      >
        <h3 id="enlace-publico" className="text-lg">
          Que vean el viaje
        </h3>
        <p className="text-muted">
          Es la página pública, para quien también busca cupo. No muestra tu tiquete.
        </p>
        <ShareButton
          label="Enviar la página"
          // Others may read it on another day: the date, never "hoy".
          text={`Viajo de ${from.name} a ${to.name} el ${plainDay(from.at)} a ${theTime(from.at)}`}
          path={paths.trip(tripId, { from: from.id, to: to.id })}
        />
      </section>
    </Sheet>
  )
}
