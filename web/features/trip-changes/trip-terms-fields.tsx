import { SEATS_MAX } from '#contract/limits.ts'
import type { TripView } from '#contract/trips.ts'
import { BookingTerms, NotesField, PaymentModesField } from '#web/domain/trips/trip-fields.tsx'
import { plural } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { seatsTaken, type TripChanges } from './trip-changes.ts'

type TripTermsFieldsProps = {
  trip: TripView
  changes: TripChanges
  change: (next: Partial<TripChanges>) => void
}

/** Fields for seats, booking and payment modes, and notes. */
export function TripTermsFields({ trip, changes, change }: TripTermsFieldsProps) {
  const taken = seatsTaken(trip)
  const sold = plural(taken, 'cupo ya está reservado', 'cupos ya están reservados')
  return (
    <>
      <Card className="grid gap-3">
        <NumberStepper
          label="Cupos"
          hint={taken > 0 ? sold : 'Puestos libres que ofreces'}
          value={changes.seats}
          min={Math.max(1, taken)}
          max={SEATS_MAX}
          onChange={(seats) => change({ seats })}
        />
        <BookingTerms
          instant={changes.instant}
          enRoutePickups={changes.enRoutePickups}
          onChange={change}
        />
      </Card>
      <PaymentModesField
        legend="Formas de pago de las próximas reservas"
        chosen={changes.paymentModes}
        onChange={(paymentModes) => change({ paymentModes })}
        error={changes.paymentModes.length === 0 ? 'Elige al menos una forma de pago.' : null}
      />
      <NotesField notes={changes.notes} onChange={(notes) => change({ notes })} />
    </>
  )
}
