import { ShieldCheck } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { DocumentKind, VehicleView } from '#contract/verification.ts'
import { titled } from '#web/lib/brand.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import { safeReturnTo } from '#web/lib/return-to.ts'
import { AccountNotice } from '#web/shared/conduct/account-notice.tsx'
import { WomanCard } from '#web/shared/users/woman-card.tsx'
import { Plate } from '#web/shared/verification/plate.tsx'
import { Banner } from '#web/ui/banner.tsx'
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
  type ShownAnswer,
  useDocuments,
  useVehicles,
} from './use-documents.ts'

export function meta() {
  return [{ title: titled('Mis documentos') }, { name: 'robots', content: 'noindex' }]
}

export default function Documents() {
  const documents = neededAnswer(useDocuments())
  const garage = neededAnswer(useVehicles())
  const [params] = useSearchParams()
  const returnTo = safeReturnTo(params.get('returnTo'))
  const asked = params.get('para')
  const isRider = asked
    ? asked !== 'conductor'
    : garage?.vehicles.length === 0 && !drives(documents)
  return (
    <Page
      title={isRider ? 'Verifica tu identidad' : 'Mis documentos'}
      lead={
        isRider
          ? 'Con tu documento sabemos que eres tú. Lo revisa una persona.'
          : 'Con ellos verificamos quién maneja y que el carro esté al día.'
      }
      {...(returnTo && { back: { to: returnTo, label: 'Volver' } })}
    >
      <AccountNotice />
      {asked === 'mujer' && <WomanCard />}
      {documents && garage ? (
        <Checklist
          answer={isRider ? identityOf(documents) : documents}
          vehicles={isRider ? null : garage.vehicles}
        />
      ) : (
        <SkeletonList rows={4} rowClass="h-24" />
      )}
    </Page>
  )
}

const ofIdentity = ({ kind }: { kind: DocumentKind }) => /^(identity_|selfie)/.test(kind)

/** Whether somebody without a car has sent documents of a driver. */
const drives = (answer?: DocumentsAnswer) => answer?.documents.some((each) => !ofIdentity(each))

/** The part of the answer that is asked of somebody who travels with others. */
const identityOf = (answer: DocumentsAnswer): ShownAnswer => {
  return { ...answer, requirements: answer.requirements.filter(ofIdentity), photo: null }
}

const OWN_ID = 'identidad'

/** `vehicles`: null where only the identity is asked for. */
type ChecklistProps = { answer: ShownAnswer; vehicles: readonly VehicleView[] | null }

/** All required documents of this person and their cars, with one upload form. */
function Checklist({ answer, vehicles: ofDriver }: ChecklistProps) {
  const vehicles = ofDriver ?? []
  const photos = useChosenPhotos(answer.requirements)
  const own = answer.requirements.filter(({ vehicleId }) => vehicleId === null)
  const plateOf = (vehicleId: string | null) =>
    vehicles.length > 1 ? (vehicles.find(({ id }) => id === vehicleId)?.plate ?? null) : null
  const group = { answer, choose: photos.choose }
  return (
    <>
      {!ofDriver && answer.identityVerified && (
        <Banner tone="ok" live="off" title="Tu identidad está verificada" />
      )}
      <ProgressCard answer={answer} />
      <UploadTray
        {...photos}
        requirements={answer.requirements}
        selfieConsent={answer.selfieConsent}
        plateOf={plateOf}
      />
      <Privacy>
        {ofDriver
          ? 'Quien reserva contigo merece saber que tienes licencia y que el carro está al día.'
          : 'Quien viaja contigo merece saber con quién va.'}
      </Privacy>
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
      {ofDriver?.length === 0 && (
        <EmptyState
          region="cafetal"
          title="Falta tu vehículo"
          action={<ButtonLink to={paths.vehicles()}>Agregar vehículo</ButtonLink>}
        >
          Agrégalo y aquí te pediremos sus documentos.
        </EmptyState>
      )}
      {vehicles.length > 0 && (
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
  answer: ShownAnswer
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
          {id === OWN_ID && answer.photo && <OwnPhotoItem photo={answer.photo} />}
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

function Privacy({ children }: { children: ReactNode }) {
  return (
    <details className="rounded-control bg-rio-soft p-4">
      <summary className="flex min-h-7 items-center gap-2 font-semibold">
        <ShieldCheck aria-hidden="true" className="size-5 shrink-0 text-rio" />
        Por qué los pedimos y cómo los cuidamos
      </summary>
      <p className="mt-2">
        {children} Guardamos tus fotos cifradas y sin datos de ubicación. Solo las ve quien las
        revisa, cada consulta queda registrada y nunca se muestran a otros viajeros.
      </p>
    </details>
  )
}
