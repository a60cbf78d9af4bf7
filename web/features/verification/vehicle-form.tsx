import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { VEHICLE_SEATS_MAX, VEHICLE_SEATS_MIN } from '#contract/limits.ts'
import type { VehicleView } from '#contract/verification.ts'
import { api } from '#web/lib/api.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { sendConfirmed } from '#web/lib/confirm-key.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useRefreshDocuments } from './use-documents.ts'
import {
  emptyVehicle,
  knownBrands,
  knownColors,
  type VehicleFields,
  vehicleBody,
  vehicleRules,
} from './vehicle-fields.ts'

type VehicleFormProps = { onAdded: (vehicle: VehicleView) => void; onCancel: () => void }

const ofPlate = new Set(['plate_invalid', 'plate_taken'])

/** Sends the form; what the server refuses is shown beside its field. */
function useAddVehicle(onAdded: (vehicle: VehicleView) => void) {
  const refresh = useRefreshDocuments()
  const form = useForm<VehicleFields>({ mode: 'onTouched', defaultValues: emptyVehicle })
  const mutation = useMutation({
    mutationFn: (fields: VehicleFields) => {
      const body = vehicleBody(fields)
      return sendConfirmed('vehicle', body, (idempotencyKey) =>
        api.verification.addVehicle({ body, idempotencyKey }),
      )
    },
    onSuccess: async ({ vehicle }) => {
      await refresh()
      onAdded(vehicle)
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      if (ofPlate.has(error.code)) {
        form.setError('plate', { message: error.message }, { shouldFocus: true })
      }
      for (const [name, message] of Object.entries(error.fields)) {
        if (name in emptyVehicle) form.setError(name as keyof VehicleFields, { message })
      }
    },
  })
  const { error } = mutation
  const general = error && !(error instanceof ApiError && ofPlate.has(error.code)) ? error : null
  const submit = form.handleSubmit((fields) => mutation.mutate(fields))
  return { form, submit, pending: mutation.isPending, refusal: general && messageOf(general) }
}

export function VehicleForm({ onAdded, onCancel }: VehicleFormProps) {
  const { form, submit, pending, refusal } = useAddVehicle(onAdded)
  const { errors } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus('plate'), [setFocus])
  const field = <K extends keyof typeof vehicleRules>(name: K) => ({
    ...form.register(name, vehicleRules[name]),
    error: errors[name]?.message,
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {refusal && <Banner tone="err">{refusal}</Banner>}
      <TextField
        label="Placa"
        hint="Tres letras y tres números, como ABC123."
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        className="[&_input]:uppercase"
        {...field('plate')}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField label="Marca" list="marcas" autoComplete="off" {...field('brand')} />
        <TextField label="Modelo" hint="Por ejemplo, Sandero o Mazda 2." {...field('model')} />
        <TextField label="Color" list="colores" autoComplete="off" {...field('color')} />
        <TextField label="Año" inputMode="numeric" maxLength={4} {...field('year')} />
      </div>
      <Suggestions id="marcas" values={knownBrands} />
      <Suggestions id="colores" values={knownColors} />
      <Controller
        control={form.control}
        name="seats"
        render={({ field: seats }) => (
          <NumberStepper
            label="Puestos del vehículo"
            hint="Contando el tuyo, como dice la tarjeta de propiedad."
            value={seats.value}
            onChange={seats.onChange}
            min={VEHICLE_SEATS_MIN}
            max={VEHICLE_SEATS_MAX}
          />
        )}
      />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onCancel} disabled={pending}>
          Ahora no
        </Button>
        <Button type="submit" pending={pending} pendingText="Guardando…">
          Guardar vehículo
        </Button>
      </div>
    </form>
  )
}

function Suggestions({ id, values }: { id: string; values: readonly string[] }) {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  )
}
