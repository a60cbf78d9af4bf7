import { ShieldCheck } from 'lucide-react'
import { useCallback } from 'react'
import { useLocation } from 'react-router'
import type { VehicleView } from '#contract/verification.ts'
import { AccountNotice } from '#web/domain/conduct/account-notice.tsx'
import { Plate } from '#web/domain/verification/plate.tsx'
import { titled } from '#web/lib/brand.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { OwnPhotoItem } from './own-photo.tsx'
import { ProgressCard } from './progress-card.tsx'
import { RequirementItem } from './requirement-item.tsx'
import { UploadTray } from './upload-tray.tsx'
import { slotOf } from './uploads.ts'
import { type Uploads, useChosenPhotos } from './use-chosen-photos.ts'
import {
  type DocumentsAnswer,
  type RequirementView,
  useDocuments,
  useVehicles,
} from './use-documents.ts'

export function meta() {
  return [{ title: titled('Mis documentos') }, { name: 'robots', content: 'noindex' }]
}

export default function Documents() {
  const documents = neededAnswer(useDocuments())
  const garage = neededAnswer(useVehicles())
  return (
    <Page
      title="Mis documentos"
      lead="Con ellos verificamos quién maneja y que el carro esté al día."
    >
      <AccountNotice />
      {documents && garage ? (
        <Checklist answer={documents} vehicles={garage.vehicles} />
      ) : (
        <SkeletonList rows={4} rowClass="h-24" />
      )}
    </Page>
  )
}

const OWN_ID = 'identidad'

type ChecklistProps = { answer: DocumentsAnswer; vehicles: readonly VehicleView[] }

/** All required documents of this person and their cars, with one upload form. */
function Checklist({ answer, vehicles }: ChecklistProps) {
  const photos = useChosenPhotos(answer.requirements)
  const own = answer.requirements.filter(({ vehicleId }) => vehicleId === null)
  const plateOf = (vehicleId: string | null) =>
    vehicles.length > 1 ? (vehicles.find(({ id }) => id === vehicleId)?.plate ?? null) : null
  const group = { answer, choose: photos.choose }
  return (
    <>
      <ProgressCard answer={answer} />
      <UploadTray
        {...photos}
        requirements={answer.requirements}
        selfieConsent={answer.selfieConsent}
        plateOf={plateOf}
      />
      <Privacy />
      <Group id={OWN_ID} title="Tu identidad" rows={own} {...group} />
      {vehicles.map((vehicle) => (
        <Group
          key={vehicle.id}
          id={`vehiculo-${vehicle.id}`}
          title={`${vehicle.brand} ${vehicle.model}`}
          plate={vehicle.plate}
          rows={answer.requirements.filter(({ vehicleId }) => vehicleId === vehicle.id)}
          {...group}
        />
      ))}
      {vehicles.length === 0 ? (
        <EmptyState
          region="cafetal"
          title="Falta tu vehículo"
          action={<ButtonLink to={paths.vehicles()}>Agregar vehículo</ButtonLink>}
        >
          Agrégalo y aquí te pediremos sus documentos.
        </EmptyState>
      ) : (
        <ButtonLink to={paths.vehicles()} variant="secondary" className="justify-self-start">
          Ver mis vehículos
        </ButtonLink>
      )}
    </>
  )
}

type GroupProps = {
  id: string
  title: string
  plate?: string
  rows: readonly RequirementView[]
  answer: DocumentsAnswer
  choose: Uploads['choose']
}

function Group({ id, title, plate, rows, answer, choose }: GroupProps) {
  const { hash } = useLocation()
  const wanted = hash === `#${id}`
  // Scrolls to the fragment here, because the list loads after the router has handled it.
  const place = useCallback(
    (element: HTMLElement | null) => {
      if (wanted) element?.scrollIntoView()
    },
    [wanted],
  )
  return (
    <section id={id} ref={place} aria-labelledby={`${id}-titulo`} className="grid gap-3">
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <h2 id={`${id}-titulo`} className="text-xl">
          {title}
        </h2>
        {plate && <Plate plate={plate} />}
      </div>
      <Card>
        <ul className="grid divide-y divide-line">
          {id === OWN_ID && <OwnPhotoItem photo={answer.photo} />}
          {rows.map((row) => (
            <RequirementItem
              key={row.kind}
              requirement={row}
              document={answer.documents.find((each) => fills(each, row)) ?? null}
              selfieConsent={answer.selfieConsent}
              onFiles={(files) => void choose(files, slotOf(row))}
            />
          ))}
        </ul>
      </Card>
    </section>
  )
}

type Slot = Pick<RequirementView, 'kind' | 'vehicleId'>

/** Whether the state of a requirement refers to this document. */
function fills(document: DocumentsAnswer['documents'][number], row: RequirementView): boolean {
  const same = (a: Slot, b: Slot) => a.kind === b.kind && a.vehicleId === b.vehicleId
  const state = row.state === 'expired' ? 'approved' : row.state
  return same(document, row) && document.status === state
}

function Privacy() {
  return (
    <details className="rounded-control bg-rio-soft p-4">
      <summary className="flex min-h-7 items-center gap-2 font-semibold">
        <ShieldCheck aria-hidden="true" className="size-5 shrink-0 text-rio" />
        Por qué los pedimos y cómo los cuidamos
      </summary>
      <p className="mt-2">
        Quien reserva contigo merece saber que tienes licencia y que el carro tiene SOAT y revisión
        al día. Guardamos tus fotos cifradas y sin datos de ubicación. Solo las ve quien las revisa,
        cada consulta queda registrada y nunca se muestran a otros viajeros.
      </p>
    </details>
  )
}
