import type { TripView } from '#contract/trips.ts'
import { plural } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { PaymentModesField } from '../payment-modes-field.tsx'
import { NOTES_MAX } from '../publish/publish-draft.ts'
import { seatsTaken, type TripChanges } from './trip-changes.ts'

const SEATS_MAX = 4

type TripTermsFieldsProps = {
  trip: TripView
  changes: TripChanges
  change: (next: Partial<TripChanges>) => void
}

/** Seats, how people book and pay, and the notes. */
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
        <Switch
          label="Reserva inmediata"
          hint="Los cupos se confirman sin esperar tu respuesta."
          checked={changes.instant}
          onChange={(event) => change({ instant: event.target.checked })}
        />
        <Switch
          label="Recogidas en la ruta"
          hint="Pueden pedirte subir o bajar en otros lugares por donde pasas; tú decides."
          checked={changes.enRoutePickups}
          onChange={(event) => change({ enRoutePickups: event.target.checked })}
        />
      </Card>
      <PaymentModesField
        legend="Formas de pago de las próximas reservas"
        chosen={changes.paymentModes}
        onChange={(paymentModes) => change({ paymentModes })}
        error={changes.paymentModes.length === 0 ? 'Elige al menos una forma de pago.' : null}
      />
      <TextArea
        label="Notas para tus pasajeros"
        optional
        hint="Punto de encuentro, paradas para comer… Sin teléfonos ni precios."
        maxLength={NOTES_MAX}
        value={changes.notes}
        onChange={(event) => change({ notes: event.target.value })}
      />
    </>
  )
}
