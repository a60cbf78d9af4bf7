import { Bus, MapPin } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Checkbox, Switch } from '#web/ui/checkbox.tsx'
import { ChipChoice } from '#web/ui/chip-choice.tsx'
import type { ComboItem } from '#web/ui/combo-item.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { DateChips } from '#web/ui/date-chips.tsx'
import { controlDate } from '#web/ui/date-control.ts'
import { Field } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { FilePreview } from '#web/ui/file-preview.tsx'
import { Form } from '#web/ui/form.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { PesoField } from '#web/ui/peso-field.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { Select } from '#web/ui/select.tsx'
import { PasswordField, TextArea, TextField } from '#web/ui/text-field.tsx'
import { samples } from './samples.ts'

const { name, place, sentence, error } = samples

/** One state of a component whose owner holds the value. */
function Held<T>({
  initial,
  children,
}: {
  initial: T
  children: (value: T, set: (value: T) => void) => ReactNode
}) {
  const [value, set] = useState(initial)
  return children(value, set)
}

const places: ComboItem[] = [
  { id: '73443', label: 'San Sebastián de Mariquita', detail: 'Tolima' },
  { id: '13468', label: 'Santa Cruz de Mompox', detail: 'Bolívar' },
]
const states = { open: 'Por resolver', resolved: 'Resueltos' }
const loadItems = async () => places

const payments = [
  { value: 'wallet', title: 'Billetera', detail: sentence, aside: '$ 1.234.567', icon: <Bus /> },
  { value: 'pse', title: `Cuenta de ${name}`, detail: 'PSE' },
  {
    value: 'cash',
    title: 'Efectivo',
    disabledReason: 'En este viaje solo se paga antes de salir.',
  },
]

const options = [
  { value: 'cc', label: 'Cédula de ciudadanía' },
  { value: 'ppt', label: 'Permiso por protección temporal de personas migrantes' },
]

function Dates() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => (box.current ? controlDate(box.current).stop : undefined), [])
  return (
    <div ref={box} className="grid gap-4">
      <DateChips initial={null} />
    </div>
  )
}

/** What people fill in, by the file of its component. */
export const filledIn: Record<string, ReactNode> = {
  'checkbox.tsx': (
    <>
      <Checkbox label={sentence} hint="Puedes cambiarlo después." defaultChecked />
      <Checkbox label="Acepto los términos" error="Acepta los términos para seguir." />
      <Checkbox label="No se puede elegir" disabled />
      <Switch label="Solo mujeres" hint={sentence} defaultChecked />
      <Switch label="Equipaje grande" />
      <Switch label="No se puede cambiar" disabled />
    </>
  ),
  'chip-choice.tsx': (
    <Held<'open' | 'resolved'> initial="open">
      {(selected, onSelect) => (
        <ChipChoice legend="Estado" options={states} {...{ selected, onSelect }} />
      )}
    </Held>
  ),
  'combobox.tsx': (
    <>
      <Held<ComboItem | null> initial={null}>
        {(value, onChange) => (
          <Combobox
            label="Salir desde"
            placeholder="Municipio"
            icon={<MapPin className="size-5" />}
            {...{ value, onChange, loadItems }}
          />
        )}
      </Held>
      <Held<ComboItem | null> initial={places[0] ?? null}>
        {(value, onChange) => (
          <Combobox label="Llegar a" error={error} {...{ value, onChange, loadItems }} />
        )}
      </Held>
    </>
  ),
  'date-chips.tsx': <Dates />,
  'field.tsx': (
    <Field label={`Documento de ${name}`} hint={sentence} error={error} optional>
      {(ids) => <input {...ids} className="control" defaultValue="1020304050" />}
    </Field>
  ),
  'form.tsx': (
    <Form onSend={() => {}}>
      <TextField label="Nombre" defaultValue={name} />
    </Form>
  ),
  'file-preview.tsx': (
    <FilePreview file={null} alt={name} className="size-20">
      {sentence}
    </FilePreview>
  ),
  'file-drop.tsx': (
    <>
      <FileDrop label="Foto de tu licencia" file={null} onFile={() => {}} maxBytes={5_000_000} />
      <FileDrop
        label="Foto de tu licencia"
        file={null}
        onFile={() => {}}
        maxBytes={5_000_000}
        error="La foto pesa más de 5 MB. Toma otra o elige una más pequeña."
        disabled
      />
    </>
  ),
  'number-stepper.tsx': (
    <Held initial={1}>
      {(value, onChange) => (
        <NumberStepper
          label="Cupos para ti y quienes viajan contigo"
          hint={sentence}
          {...{ value, onChange, min: 1, max: 4 }}
        />
      )}
    </Held>
  ),
  'peso-field.tsx': (
    <>
      <Held<number | null> initial={1_234_567}>
        {(value, onChange) => (
          <PesoField label="Precio" quick={[20_000, 50_000, 100_000]} {...{ value, onChange }} />
        )}
      </Held>
      <Held<number | null> initial={50_000}>
        {(value, onChange) => (
          <PesoField label="Recarga" large error={error} {...{ value, onChange }} />
        )}
      </Held>
    </>
  ),
  'radio-cards.tsx': (
    <Held<string | null> initial="wallet">
      {(value, onChange) => (
        <RadioCards
          legend="Con qué pagas"
          options={payments}
          error="Elige con qué pagas."
          {...{ value, onChange }}
        />
      )}
    </Held>
  ),
  'select.tsx': (
    <>
      <Select label="Tipo de documento" options={options} defaultValue="ppt" />
      <Select label="Tipo de documento" options={options} error={error} />
      <Select label="Tipo de documento" options={options} disabled />
    </>
  ),
  'text-field.tsx': (
    <>
      <TextField label="Nombre completo" defaultValue={name} hint={sentence} />
      <TextField label="Celular" prefix="+57" placeholder="300 123 4567" error={error} />
      <TextField label="Correo" defaultValue="no.se.puede.cambiar@correo.ejemplo.co" disabled />
      <TextArea label={`Mensaje para ${name}`} defaultValue={`${sentence} ${place}`} optional />
      <PasswordField label="Contraseña" defaultValue="una clave larga" />
    </>
  ),
}
