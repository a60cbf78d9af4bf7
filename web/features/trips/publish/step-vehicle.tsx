import { CarFront } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { VehicleView } from '#contract/verification.ts'
import { paths } from '#web/lib/paths.ts'
import { useHere } from '#web/lib/use-return-to.ts'
import { SeatMeter } from '#web/shared/trips/seat-meter.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { DriveWarnings, ExpiringPapers } from './expiring-papers.tsx'
import { NextBar } from './next-bar.tsx'
import type { StepProps } from './publish-draft.ts'
import { carOf, useDriver } from './use-driver.ts'

/** Publishing step for car and seats; only cars with approved documents can be chosen. */
export function StepVehicle(props: StepProps) {
  const answer = useDriver()
  if (!answer.data) {
    return <QueryState query={answer} what="tus vehículos" rows={2} rowClass="h-24" />
  }
  if (answer.data.vehicles.length === 0) return <NoVehicle />
  return <Choose {...props} {...answer.data} />
}

function NoVehicle() {
  const here = useHere()
  return (
    <EmptyState
      region="cafetal"
      title="Registra tu carro"
      action={<ButtonLink to={paths.vehicles(here)}>Registrar vehículo</ButtonLink>}
    >
      Para publicar necesitamos tu carro y sus documentos al día. Tu borrador queda guardado.
    </EmptyState>
  )
}

type Papers = ComponentProps<typeof ExpiringPapers>['papers']

type ChooseProps = StepProps & {
  vehicles: VehicleView[]
  identityVerified: boolean
  papers: Papers
}

function Choose(props: ChooseProps) {
  const { draft, change, problems, ways, checking, onNext } = props
  const { vehicles, identityVerified, papers } = props
  const { car: chosen, seatsMax: most, seats } = carOf(draft, vehicles)
  const mayWait = !vehicles.some((vehicle) => vehicle.verified)
  return (
    <>
      {!(identityVerified && chosen?.verified) && <NotVerified identity={!identityVerified} />}
      <RadioCards
        legend="Vehículo"
        options={vehicles.map((vehicle) => ({
          value: vehicle.id,
          title: `${vehicle.brand} ${vehicle.model} ${vehicle.year}`,
          detail: `${vehicle.plate} · ${vehicle.color} · ${vehicle.seats} puestos con el tuyo`,
          icon: <CarFront className="size-6 shrink-0 text-bosque" />,
          disabledReason:
            vehicle.verified || mayWait ? undefined : 'Le faltan documentos por aprobar.',
        }))}
        value={chosen?.id ?? null}
        onChange={(vehicleId) => change({ vehicleId })}
        error={problems.vehicle ?? null}
      />
      <ExpiringPapers {...{ draft, papers }} vehicleId={chosen?.id ?? null} />
      <DriveWarnings draft={draft} vehicleId={chosen?.id ?? null} />
      <Card className="grid gap-4">
        <NumberStepper
          label="Cupos"
          hint="Puestos libres que ofreces"
          value={seats}
          min={1}
          max={most}
          onChange={(next) => change({ seats: next })}
          error={problems.seats ?? null}
        />
        <SeatMeter free={seats} total={most} />
      </Card>
      {ways}
      <NextBar
        pending={checking}
        onNext={() => onNext({}, { vehicleId: chosen?.id ?? null, seats })}
      />
    </>
  )
}

function NotVerified({ identity }: { identity: boolean }) {
  const here = useHere()
  return (
    <Banner
      tone="warn"
      title={identity ? 'Falta verificar tu identidad' : 'Tu carro aún no está verificado'}
      action={
        <ButtonLink to={paths.documents(null, here)} size="sm">
          Ver mis documentos
        </ButtonLink>
      }
    >
      Para cuidar a todos, publicamos viajes solo con identidad y documentos aprobados. Sigue: al
      final puedes pedir que lo publiquemos cuando te aprueben.
    </Banner>
  )
}
