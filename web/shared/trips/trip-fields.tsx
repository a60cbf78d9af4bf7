import { EXTRA_STOPS_MAX, TRIP_NOTES_MAX } from '#contract/limits.ts'
import type { PaymentMode, Preferences, TripTerms } from '#contract/trips.ts'
import { Card } from '#web/ui/card.tsx'
import { Checkbox, Switch } from '#web/ui/checkbox.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { luggageWords, paymentModeWords, talkWords } from './trip-words.ts'

type HowPeopleBook = Pick<TripTerms, 'instant' | 'roadStops' | 'extraMax'>

type BookingTermsProps = { terms: HowPeopleBook; onChange: (next: Partial<HowPeopleBook>) => void }

/** Fields for instant booking or approval, and for places where passengers get on and off. */
export function BookingTerms({ terms, onChange }: BookingTermsProps) {
  return (
    <>
      <Switch
        label="Reserva inmediata"
        hint="Los cupos se confirman sin esperar tu respuesta."
        checked={terms.instant}
        onChange={(event) => onChange({ instant: event.target.checked })}
      />
      <RadioCards
        legend="¿Puedes parar en otros pueblos de tu ruta?"
        options={roadOptions}
        value={terms.roadStops}
        onChange={(roadStops) => onChange({ roadStops })}
      />
      {terms.roadStops === 'at_once' && (
        <NumberStepper
          label="Paradas extra"
          hint="A lo sumo, en todo el viaje"
          value={terms.extraMax}
          min={1}
          max={EXTRA_STOPS_MAX}
          onChange={(extraMax) => onChange({ extraMax })}
        />
      )}
    </>
  )
}

const roadOptions = [
  { value: 'no', title: 'No', detail: 'Solo en tus paradas.' },
  {
    value: 'ask',
    title: 'Pregúntame cada vez',
    detail: 'Pueden pedirte subir o bajar ahí; tú decides.',
  },
  {
    value: 'at_once',
    title: 'Sí, en puntos conocidos',
    detail: 'Con reserva inmediata, sin esperar tu respuesta: +5 min cada parada.',
  },
] as const

type NotesFieldProps = {
  notes: string
  onChange: (notes: string) => void
  error?: string | undefined
}

export function NotesField({ notes, onChange, error }: NotesFieldProps) {
  return (
    <TextArea
      label="Notas para tus pasajeros"
      optional
      hint="Punto de encuentro, paradas para comer… Sin teléfonos ni precios."
      maxLength={TRIP_NOTES_MAX}
      value={notes}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  )
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

type PaymentModesFieldProps = {
  legend: string
  chosen: readonly PaymentMode[]
  onChange: (next: PaymentMode[]) => void
  error: string | null | undefined
}

export function PaymentModesField({ legend, chosen, onChange, error }: PaymentModesFieldProps) {
  const toggle = (mode: PaymentMode, on: boolean) =>
    onChange(
      modes.map((each) => each.mode).filter((each) => (each === mode ? on : chosen.includes(each))),
    )
  return (
    <Card>
      <fieldset>
        <legend className="mb-1 font-semibold">{legend}</legend>
        {modes.map(({ mode, detail }, row) => (
          <Checkbox
            key={mode}
            label={<span className="font-semibold">{paymentModeWords[mode].title}</span>}
            hint={detail}
            checked={chosen.includes(mode)}
            onChange={(event) => toggle(mode, event.target.checked)}
            error={row === modes.length - 1 ? error : null}
          />
        ))}
      </fieldset>
    </Card>
  )
}

function optionsOf<K extends string>(words: Record<K, string>) {
  return (Object.keys(words) as K[]).map((value) => ({ value, label: words[value] }))
}

type PreferencesCardProps = {
  preferences: Preferences
  onChange: (next: Partial<Preferences>) => void
  /** Why the trip cannot be for women only. */
  womenOnlyError?: string | undefined
}

const selects = [
  { key: 'luggage', label: 'Equipaje', options: optionsOf(luggageWords) },
  { key: 'talk', label: 'Conversación', options: optionsOf(talkWords) },
] as const

const switches = [
  { key: 'pets', label: 'Acepto mascotas' },
  { key: 'smoking', label: 'Se puede fumar' },
  { key: 'music', label: 'Con música' },
  { key: 'wheelchair', label: 'Cabe una silla de ruedas plegada' },
  { key: 'childSeat', label: 'Tengo silla para niños' },
  { key: 'maxTwoInBack', label: 'Máximo dos personas atrás' },
  { key: 'womenOnly', label: 'Solo mujeres' },
  { key: 'verifiedOnly', label: 'Solo personas verificadas' },
] as const

export function PreferencesCard({ preferences, onChange, womenOnlyError }: PreferencesCardProps) {
  return (
    <Card className="grid gap-3">
      <h3 className="text-lg">Cómo se viaja contigo</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        {selects.map(({ key, label, options }) => (
          <Select
            key={key}
            {...{ label, options }}
            value={preferences[key]}
            onChange={(event) => onChange({ [key]: event.target.value })}
          />
        ))}
      </div>
      <div className="grid sm:grid-cols-2 sm:gap-x-8">
        {switches.map(({ key, label }) => (
          <Switch
            key={key}
            label={label}
            checked={preferences[key]}
            error={key === 'womenOnly' ? womenOnlyError : null}
            onChange={(event) => onChange({ [key]: event.target.checked })}
          />
        ))}
      </div>
    </Card>
  )
}
