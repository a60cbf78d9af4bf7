import { Armchair, FileCheck, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { VEHICLES_MAX } from '#contract/limits.ts'
import type { VehicleView } from '#contract/verification.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardSection } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { Plate } from './plate.tsx'
import { useVehicles } from './use-documents.ts'
import { VehicleForm } from './vehicle-form.tsx'

export function meta() {
  return [{ title: 'Mis vehículos · Cupo' }, { name: 'robots', content: 'noindex' }]
}

export default function Vehicles() {
  const answer = neededAnswer(useVehicles())
  return (
    <Page title="Mis vehículos" lead="Los carros con los que compartes viajes.">
      {answer ? <Garage vehicles={answer.vehicles} /> : <SkeletonList rows={2} />}
    </Page>
  )
}

function Garage({ vehicles }: { vehicles: readonly VehicleView[] }) {
  const [adding, setAdding] = useState(false)
  const [added, setAdded] = useState<VehicleView | null>(null)
  const done = (vehicle: VehicleView) => {
    setAdding(false)
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
          action={<Button onClick={() => setAdding(true)}>Agregar vehículo</Button>}
        >
          Agrega tu carro y sube sus documentos para publicar viajes.
        </EmptyState>
      )}
      {adding && (
        <CardSection title="Agregar un vehículo">
          <VehicleForm onAdded={done} onCancel={() => setAdding(false)} />
        </CardSection>
      )}
      {vehicles.length > 0 && vehicles.length < VEHICLES_MAX && !adding && (
        <Button
          variant="secondary"
          onClick={() => setAdding(true)}
          icon={<Plus aria-hidden="true" className="size-5" />}
        >
          Agregar vehículo
        </Button>
      )}
    </>
  )
}

/** Confirmation that takes the focus, because the form that had it was removed. */
function Added({ vehicle }: { vehicle: VehicleView }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
    box.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={box} tabIndex={-1} className="rounded-control">
      <Banner
        tone="ok"
        title={`Agregamos tu ${vehicle.brand} ${vehicle.model}`}
        action={
          <ButtonLink to={paths.documents(vehicle.id)} size="sm">
            Subir sus documentos
          </ButtonLink>
        }
      >
        Cuando aprobemos sus documentos podrás publicar viajes con él.
      </Banner>
    </div>
  )
}

/** One car of the person, and whether its documents are verified. */
function VehicleCard({ vehicle }: { vehicle: VehicleView }) {
  const name = `${vehicle.brand} ${vehicle.model}`
  return (
    <li>
      <Card className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 className="text-xl">{name}</h2>
          <Plate plate={vehicle.plate} />
        </div>
        <p className="flex flex-wrap items-center gap-x-2 text-muted">
          <span>
            {vehicle.color} · modelo <span className="tnum">{vehicle.year}</span>
          </span>
          <span className="inline-flex items-center gap-1">
            · <Armchair aria-hidden="true" className="size-4" /> {vehicle.seats} puestos
          </span>
        </p>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <StatusPill tone={vehicle.verified ? 'ok' : 'warn'}>
            {vehicle.verified ? 'Verificado' : 'Faltan documentos'}
          </StatusPill>
          <ButtonLink
            to={paths.documents(vehicle.id)}
            variant={vehicle.verified ? 'ghost' : 'secondary'}
            size="sm"
            icon={<FileCheck aria-hidden="true" className="size-4" />}
            aria-label={`Ver documentos de ${name} ${vehicle.plate}`}
          >
            {vehicle.verified ? 'Ver documentos' : 'Subir documentos'}
          </ButtonLink>
        </div>
      </Card>
    </li>
  )
}
