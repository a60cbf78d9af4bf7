import type { PaymentMode, Preferences } from '#contract/trips.ts'
import { luggageWords, paymentModeWords, talkWords } from '#web/lib/trip-words.ts'
import { Card } from '#web/ui/card.tsx'
import { Checkbox, Switch } from '#web/ui/checkbox.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { NextBar } from './next-bar.tsx'
import type { StepProps } from './publish.route.tsx'
import { NOTES_MAX } from './publish-draft.ts'

function optionsOf<K extends string>(words: Record<K, string>) {
  return (Object.keys(words) as K[]).map((value) => ({ value, label: words[value] }))
}

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

type PreferencesCardProps = {
  preferences: Preferences
  onChange: (next: Partial<Preferences>) => void
}

const luggageOptions = optionsOf(luggageWords)
const talkOptions = optionsOf(talkWords)

const switches = [
  { key: 'pets', label: 'Acepto mascotas' },
  { key: 'smoking', label: 'Se puede fumar' },
  { key: 'music', label: 'Con música' },
  { key: 'maxTwoInBack', label: 'Máximo dos personas atrás' },
  { key: 'womenOnly', label: 'Solo mujeres' },
] as const

function PreferencesCard({ preferences, onChange }: PreferencesCardProps) {
  return (
    <Card className="grid gap-3">
      <h3 className="text-lg">Cómo se viaja contigo</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Equipaje"
          options={luggageOptions}
          value={preferences.luggage}
          onChange={(event) => {
            const chosen = luggageOptions.find((each) => each.value === event.target.value)
            if (chosen) onChange({ luggage: chosen.value })
          }}
        />
        <Select
          label="Conversación"
          options={talkOptions}
          value={preferences.talk}
          onChange={(event) => {
            const chosen = talkOptions.find((each) => each.value === event.target.value)
            if (chosen) onChange({ talk: chosen.value })
          }}
        />
      </div>
      <div className="grid sm:grid-cols-2 sm:gap-x-8">
        {switches.map(({ key, label }) => (
          <Switch
            key={key}
            label={label}
            checked={preferences[key]}
            onChange={(event) => onChange({ [key]: event.target.checked })}
          />
        ))}
      </div>
    </Card>
  )
}
