import { useMutation } from '@tanstack/react-query'
import { Armchair, FileCheck, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { VEHICLE_SEATS_MAX, VEHICLE_SEATS_MIN, VEHICLES_MAX } from '#contract/limits.ts'
import type { VehicleView } from '#contract/verification.ts'
import { api } from '#web/lib/api.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { unlisted } from '#web/lib/brand.ts'
import { sendConfirmed } from '#web/lib/confirm-key.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import { useReturnTo } from '#web/lib/use-return-to.ts'
import { Plate } from '#web/shared/verification/plate.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardSection } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useRefreshDocuments, useVehicles } from './use-documents.ts'
import {
  emptyVehicle,
  knownColors,
  knownModels,
  type VehicleFields,
  vehicleBody,
  vehicleRules,
} from './vehicle-fields.ts'

export const meta = unlisted('Mis vehículos')

export default function Vehicles() {
  const answer = neededAnswer(useVehicles())
  const returnTo = useReturnTo()
  return (
    <Page
      title="Mis vehículos"
      lead="Los carros con los que compartes viajes."
      {...(returnTo && { back: { to: returnTo, label: 'Volver' } })}
    >
      {answer ? <Garage vehicles={answer.vehicles} /> : <SkeletonList rows={2} />}
    </Page>
  )
}

function Garage({ vehicles }: { vehicles: readonly VehicleView[] }) {
  // Who has no car came to add one.
  const [adding, setAdding] = useState<'at first' | 'pressed' | null>(
    vehicles.length === 0 ? 'at first' : null,
  )
  const [added, setAdded] = useState<VehicleView | null>(null)
  const done = (vehicle: VehicleView) => {
    setAdding(null)
    setAdded(vehicle)
  }
  return (
    <>
      {added && <Added key={added.id} vehicle={added} />}
      {vehicles.length > 0 && (
        <ul className="grid gap-4">
          {vehicles.map((vehicle) => (
            <VehicleCard key={vehicle.id} vehicle={vehicle} />
          ))}
        </ul>
      )}
      {vehicles.length === 0 && !adding && (
        <EmptyState
          region="cafetal"
          title="Aún no tienes vehículos"
          action={<Button onClick={() => setAdding('pressed')}>Agregar vehículo</Button>}
        >
          Agrega tu carro y sube sus documentos para publicar viajes.
        </EmptyState>
      )}
      {adding && (
        <CardSection title="Agregar un vehículo">
          <VehicleForm
            takesFocus={adding === 'pressed'}
            onAdded={done}
            onCancel={() => setAdding(null)}
          />
        </CardSection>
      )}
      {vehicles.length > 0 && vehicles.length < VEHICLES_MAX && !adding && (
        <Button variant="secondary" onClick={() => setAdding('pressed')} Icon={Plus}>
          Agregar vehículo
        </Button>
      )}
    </>
  )
}

/** Confirmation that takes the focus, because the form that had it was removed. */
function Added({ vehicle }: { vehicle: VehicleView }) {
  const returnTo = useReturnTo()
  return (
    <TakesFocus>
      <Banner
        tone="ok"
        title={`Agregamos tu ${vehicle.brand} ${vehicle.model}`}
        action={
          <ButtonLink to={paths.documents(vehicle.id, returnTo)} size="sm">
            Subir sus documentos
          </ButtonLink>
        }
      >
        Cuando aprobemos sus documentos podrás publicar viajes con él.
      </Banner>
    </TakesFocus>
  )
}

function VehicleCard({ vehicle }: { vehicle: VehicleView }) {
  const name = `${vehicle.brand} ${vehicle.model}`
  const returnTo = useReturnTo()
  const word = vehicle.verified ? 'Ver documentos' : 'Subir documentos'
  return (
    <li>
      <Card className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 className="text-xl">{name}</h2>
          <Plate plate={vehicle.plate} />
        </div>
        <p className="text-muted">
          {vehicle.color} · modelo <span className="tnum">{vehicle.year}</span>&nbsp;·{' '}
          <Armchair className="inline size-4" />
          &nbsp;{vehicle.seats} puestos
        </p>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <StatusPill tone={vehicle.verified ? 'ok' : 'warn'}>
            {vehicle.verified ? 'Verificado' : 'Faltan documentos'}
          </StatusPill>
          <ButtonLink
            to={paths.documents(vehicle.id, returnTo)}
            variant={vehicle.verified ? 'ghost' : 'secondary'}
            size="sm"
            Icon={FileCheck}
            aria-label={`${word} de ${name} ${vehicle.plate}`}
          >
            {word}
          </ButtonLink>
        </div>
      </Card>
    </li>
  )
}

type VehicleFormProps = {
  takesFocus: boolean
  onAdded: (vehicle: VehicleView) => void
  onCancel: () => void
}

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
      const fields = ofPlate.has(error.code) ? { plate: error.message } : error.fields
      const known = Object.entries(fields).filter(([name]) => name in emptyVehicle)
      for (const [name, message] of known) {
        form.setError(name as keyof VehicleFields, { message }, { shouldFocus: true })
      }
    },
  })
  const { error } = mutation
  const general = error && !(error instanceof ApiError && ofPlate.has(error.code)) ? error : null
  const submit = form.handleSubmit((fields) => mutation.mutate(fields))
  return { form, submit, pending: mutation.isPending, refusal: general && messageOf(general) }
}

function VehicleForm({ takesFocus, onAdded, onCancel }: VehicleFormProps) {
  const { form, submit, pending, refusal } = useAddVehicle(onAdded)
  const { errors } = form.formState
  const { setFocus } = form
  const brand = useWatch({ control: form.control, name: 'brand' })
  useEffect(() => {
    if (takesFocus) setFocus('plate')
  }, [setFocus, takesFocus])
  const field = <K extends keyof typeof vehicleRules>(name: K) => ({
    ...form.register(name, vehicleRules[name]),
    error: errors[name]?.message,
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <ErrorBanner error={refusal} />
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
        <TextField label="Modelo" list="modelos" autoComplete="off" {...field('model')} />
        <TextField label="Color" list="colores" autoComplete="off" {...field('color')} />
        <TextField label="Año" inputMode="numeric" maxLength={4} {...field('year')} />
      </div>
      <Suggestions id="marcas" values={Object.keys(knownModels)} />
      <Suggestions id="modelos" values={knownModels[brand.trim()]?.split(', ') ?? []} />
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
