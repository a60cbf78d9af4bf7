import type { PaymentMode } from '#contract/trips.ts'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { paymentModeWords } from './trip-words.ts'

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

/** Field for the payment modes that the driver accepts. */
export function PaymentModesField({ legend, chosen, onChange, error }: PaymentModesFieldProps) {
  const toggle = (mode: PaymentMode, on: boolean) =>
    onChange(
      modes.map((each) => each.mode).filter((each) => (each === mode ? on : chosen.includes(each))),
    )
  return (
    <Card>
      <fieldset>
        <legend className="mb-1 font-semibold">{legend}</legend>
        {modes.map(({ mode, detail }) => (
          <Checkbox
            key={mode}
            label={<span className="font-semibold">{paymentModeWords[mode].title}</span>}
            hint={detail}
            checked={chosen.includes(mode)}
            onChange={(event) => toggle(mode, event.target.checked)}
          />
        ))}
        <FieldError>{error}</FieldError>
      </fieldset>
    </Card>
  )
}
