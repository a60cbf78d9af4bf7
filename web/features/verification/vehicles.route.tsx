import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { VEHICLES_MAX } from '#contract/limits.ts'
import type { VehicleView } from '#contract/verification.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { useVehicles } from './use-documents.ts'
import { VehicleCard } from './vehicle-card.tsx'
import { VehicleForm } from './vehicle-form.tsx'

export function meta() {
  return [{ title: 'Mis vehículos · Cupo' }, { name: 'robots', content: 'noindex' }]
}

export default function Vehicles() {
  return (
    <Page title="Mis vehículos" lead="Los carros con los que compartes viajes.">
      <VehicleList />
    </Page>
  )
}

function VehicleList() {
  const answer = neededAnswer(useVehicles())
  return answer ? <Garage vehicles={answer.vehicles} /> : <SkeletonList rows={2} />
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
