import { TRIP_NOTES_MAX } from '#contract/limits.ts'
import { Switch } from '#web/ui/checkbox.tsx'
import { TextArea } from '#web/ui/text-field.tsx'

type HowPeopleBook = { instant: boolean; enRoutePickups: boolean }

type BookingTermsProps = HowPeopleBook & { onChange: (next: Partial<HowPeopleBook>) => void }

/** Fields for instant booking or approval, and for places where passengers get on and off. */
export function BookingTerms({ instant, enRoutePickups, onChange }: BookingTermsProps) {
  return (
    <>
      <Switch
        label="Reserva inmediata"
        hint="Los cupos se confirman sin esperar tu respuesta."
        checked={instant}
        onChange={(event) => onChange({ instant: event.target.checked })}
      />
      <Switch
        label="Recogidas en la ruta"
        hint="Pueden pedirte subir o bajar en otros lugares por donde pasas; tú decides."
        checked={enRoutePickups}
        onChange={(event) => onChange({ enRoutePickups: event.target.checked })}
      />
    </>
  )
}

type NotesFieldProps = { notes: string; onChange: (notes: string) => void }

export function NotesField({ notes, onChange }: NotesFieldProps) {
  return (
    <TextArea
      label="Notas para tus pasajeros"
      optional
      hint="Punto de encuentro, paradas para comer… Sin teléfonos ni precios."
      maxLength={TRIP_NOTES_MAX}
      value={notes}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
