import { Armchair, FileCheck } from 'lucide-react'
import type { VehicleView } from '#contract/verification.ts'
import { paths } from '#web/lib/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { Plate } from './plate.tsx'

/** One car of the person, and whether its documents are verified. */
export function VehicleCard({ vehicle }: { vehicle: VehicleView }) {
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
