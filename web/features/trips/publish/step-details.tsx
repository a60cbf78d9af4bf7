import { Card } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { PaymentModesField } from '../payment-modes-field.tsx'
import { NextBar } from './next-bar.tsx'
import { PreferencesCard } from './preferences-card.tsx'
import type { StepProps } from './publish.route.tsx'
import { NOTES_MAX } from './publish-draft.ts'

/** Payment, how people book, and how it is to travel along. */
export function StepDetails({ draft, change, problems, onNext }: StepProps) {
  return (
    <>
      <PaymentModesField
        legend="Formas de pago que recibes"
        chosen={draft.paymentModes}
        onChange={(paymentModes) => change({ paymentModes })}
        error={problems.paymentModes}
      />
      <Card className="grid gap-3">
        <Switch
          label="Reserva inmediata"
          hint="Los cupos se confirman sin esperar tu respuesta."
          checked={draft.instant}
          onChange={(event) => change({ instant: event.target.checked })}
        />
        <Switch
          label="Recogidas en la ruta"
          hint="Pueden pedirte subir o bajar en otros lugares por donde pasas; tú decides."
          checked={draft.enRoutePickups}
          onChange={(event) => change({ enRoutePickups: event.target.checked })}
        />
      </Card>
      <PreferencesCard
        preferences={draft.preferences}
        onChange={(next) => change({ preferences: { ...draft.preferences, ...next } })}
      />
      <TextArea
        label="Notas para tus pasajeros"
        optional
        hint="Punto de encuentro, paradas para comer… Sin teléfonos ni precios."
        maxLength={NOTES_MAX}
        value={draft.notes}
        onChange={(event) => change({ notes: event.target.value })}
      />
      <NextBar onNext={() => onNext()} />
    </>
  )
}
