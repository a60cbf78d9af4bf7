import type { PaymentMode } from '#contract/trips.ts'
import { paymentModeWords } from '#web/lib/trip-words.ts'
import { Card } from '#web/ui/card.tsx'
import { Checkbox, Switch } from '#web/ui/checkbox.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { NextBar } from './next-bar.tsx'
import { PreferencesCard } from './preferences-card.tsx'
import type { StepProps } from './publish.route.tsx'
import { NOTES_MAX } from './publish-draft.ts'

const modes: { mode: PaymentMode; detail: string }[] = [
  {
    mode: 'billetera',
    detail: 'El pasajero paga al reservar y recibes el dinero, sin la comisión, cuando sube.',
  },
  {
    mode: 'directo',
    detail: 'Te paga al subir. La comisión sale de tu billetera: necesitas al menos $ 10.000.',
  },
]

/** Payment, how people book, and how it is to travel along. */
export function StepDetails({ draft, change, problems, onNext }: StepProps) {
  const toggleMode = (mode: PaymentMode, on: boolean) =>
    change({
      paymentModes: modes
        .map((each) => each.mode)
        .filter((each) => (each === mode ? on : draft.paymentModes.includes(each))),
    })
  return (
    <>
      <Card>
        <fieldset>
          <legend className="mb-1 font-semibold">Formas de pago que recibes</legend>
          {modes.map(({ mode, detail }) => (
            <Checkbox
              key={mode}
              label={<span className="font-semibold">{paymentModeWords[mode].title}</span>}
              hint={detail}
              checked={draft.paymentModes.includes(mode)}
              onChange={(event) => toggleMode(mode, event.target.checked)}
            />
          ))}
          <FieldError>{problems.paymentModes}</FieldError>
        </fieldset>
      </Card>
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
