import { CarFront, CircleCheck, CirclePlus, CircleUser, Clock, ShieldCheck } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { DocumentKind, VehicleView } from '#contract/verification.ts'
import { unlisted } from '#web/lib/brand.ts'
import { dateShort, plural } from '#web/lib/format.ts'
import { groupBy } from '#web/lib/group-by.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import { useReturnTo } from '#web/lib/use-return-to.ts'
import { AccountNotice } from '#web/shared/conduct/account-notice.tsx'
import { WomanCard } from '#web/shared/users/woman-card.tsx'
import { ownDocumentNames } from '#web/shared/verification/own-document-names.ts'
import { Plate } from '#web/shared/verification/plate.tsx'
import { ReviewTime } from '#web/shared/verification/review-time.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Row, Rows } from '#web/ui/rows.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { documentWords, ownerHints, photoWords } from './document-words.ts'
import { MayPublish } from './may-publish.tsx'
import { OwnPhotoItem } from './own-photo.tsx'
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

export const meta = unlisted('Mis documentos')

export default function Documents() {
  const documents = neededAnswer(useDocuments())
  const garage = neededAnswer(useVehicles())
  const [params] = useSearchParams()
  const returnTo = useReturnTo()
  const asked = params.get('para')
  const isRider = asked
    ? asked !== 'conductor'
    : garage?.vehicles.length === 0 && !drives(documents)
  const answer = documents && (isRider ? identityOf(documents) : documents)
  return (
    <Page
      {...headOf(answer, isRider ? null : (garage?.vehicles.length ?? 0))}
      {...(returnTo && { back: { to: returnTo, label: 'Volver' } })}
      aside={answer ? <Count answer={answer} /> : <Skeleton className="h-7 w-32" />}
    >
      <AccountNotice />
      {asked === 'mujer' && <WomanCard />}
      {answer && garage ? (
        <Checklist answer={answer} vehicles={isRider ? null : garage.vehicles} />
      ) : (
        <SkeletonList rows={4} rowClass="h-24" />
      )}
    </Page>
  )
}

/**
 * Title and sentence: the one document that is missing, or what the documents are for. `cars`: of a
 * driver, who lacks more than a document without any; null for who travels with others.
 */
function headOf(answer: ShownAnswer | undefined, cars: number | null) {
  const isRider = cars === null
  const [first, second] = answer ? lacksOf(answer) : []
  if (answer && first && !second && cars !== 0 && answer.documents.length > 0) {
    return {
      title: `Te falta ${first.charAt(0).toLowerCase()}${first.slice(1)}`,
      lead: isRider ? 'Con eso sabemos que eres tú.' : 'Lo demás ya lo tenemos.',
    }
  }
  return isRider
    ? {
        title: 'Verifica tu identidad',
        lead: 'Con tu documento sabemos que eres tú. Lo revisa una persona.',
      }
    : {
        title: 'Mis documentos',
        lead: 'Con ellos verificamos quién maneja y que el carro esté al día.',
      }
}

const settled: readonly RequirementView['state'][] = ['pending', 'approved']

/** Names of what the person must still send. */
function lacksOf({ requirements, photo }: ShownAnswer): string[] {
  const lacking = requirements.filter(({ required, state }) => required && !settled.includes(state))
  return [
    ...lacking.map(({ kind }) => ownDocumentNames[kind]),
    ...(photo && lacksPhoto(photo) ? ['Tu foto de perfil'] : []),
  ]
}

const lacksPhoto = ({ state }: DocumentsAnswer['photo']) =>
  state === 'missing' || state === 'refused'

/** How many of the required documents are approved: the only count of the page. */
function Count({ answer }: { answer: ShownAnswer }) {
  const required = answer.requirements.filter((row) => row.required)
  const approved = required.filter(({ state }) => state === 'approved').length
  return (
    <StatusPill tone={approved === required.length ? 'ok' : 'neutral'} icon={CircleCheck}>
      {approved} de {required.length} listos
    </StatusPill>
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
  const lacking = lacksOf(answer).length
  const group = { answer, isOnly: lacking === 1, choose: photos.choose }
  const isChoosing = photos.uploads.length + photos.refused.length + photos.reading > 0
  const groups = [
    { id: OWN_ID, title: 'Tu identidad', rows: own },
    ...vehicles.map(({ id, brand, model, plate }) => ({
      ...{ id: `vehiculo-${id}`, title: `${brand} ${model}`, plate },
      rows: answer.requirements.filter(({ vehicleId }) => vehicleId === id),
    })),
  ]
  const isDone = ({ rows }: (typeof groups)[number]) =>
    rows.every(({ required, state }) => !required || settled.includes(state))
  const left = answer.requirements.some(({ required, state }) => required && state !== 'approved')
  return (
    <>
      {!ofDriver && answer.identityVerified && (
        <Banner tone="ok" live="off" title="Tu identidad está verificada" />
      )}
      <MayPublish answer={answer} />
      {left && (
        <p className="flex items-center gap-2 text-muted">
          <Clock className="size-5 shrink-0" />
          <span>
            <ReviewTime />
          </span>
        </p>
      )}
      {(lacking > 1 || isChoosing) && (
        <UploadTray
          {...photos}
          requirements={answer.requirements}
          selfieConsent={answer.selfieConsent}
          plateOf={plateOf}
        />
      )}
      {/* What is missing first; the address of a group leads to it wherever it stands. */}
      {[...groups.filter((each) => !isDone(each)), ...groups.filter(isDone)].map((each) => (
        <Group key={each.id} {...each} {...group} />
      ))}
      {ofDriver && <Cars vehicles={ofDriver} />}
      <Privacy>
        {ofDriver
          ? 'Quien reserva contigo merece saber que tienes licencia y que el carro está al día.'
          : 'Quien viaja contigo merece saber con quién va.'}
      </Privacy>
    </>
  )
}

function Cars({ vehicles }: { vehicles: readonly VehicleView[] }) {
  const cars = paths.vehicles(useReturnTo())
  if (vehicles.length === 0) {
    return (
      <EmptyState
        region="cafetal"
        title="Falta tu vehículo"
        action={<ButtonLink to={cars}>Agregar vehículo</ButtonLink>}
      >
        Agrégalo y aquí te pediremos sus documentos.
      </EmptyState>
    )
  }
  return (
    <Rows label="Tus carros">
      <Row
        Icon={CarFront}
        text="Mis vehículos"
        detail={vehicles.map(({ plate }) => plate).join(', ')}
        to={cars}
      />
    </Rows>
  )
}

type GroupProps = {
  id: string
  title: string
  plate?: string
  rows: readonly RequirementView[]
  answer: ShownAnswer
  /** Whether one thing is missing on the whole page. */
  isOnly: boolean
  choose: Uploads['choose']
}

function Group({ id, title, plate, rows, answer, isOnly, choose }: GroupProps) {
  const place = useScrollTo(id)
  const all = rows.map((row) => ({
    row,
    document: answer.documents.find((each) => fills(each, row)) ?? null,
  }))
  const parts = groupBy(all, partOf)
  const photo = id === OWN_ID ? answer.photo : null
  const now = parts.get('now') ?? []
  const [photoNow, photoRest] = photo && lacksPhoto(photo) ? [photo, null] : [null, photo]
  const rest = folds.flatMap((fold) => {
    const some = parts.get(fold.part)
    return some ? [{ ...fold, some }] : []
  })
  const items = (some: typeof all) =>
    some.map(({ row, document }) => (
      <RequirementItem
        key={row.kind}
        requirement={row}
        document={document}
        selfieConsent={answer.selfieConsent}
        isOnly={isOnly && !settled.includes(row.state) && row.required}
        onFiles={(files) => void choose(files, slotOf(row))}
      />
    ))
  return (
    <section id={id} ref={place} aria-labelledby={`${id}-titulo`} className="grid gap-3">
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <h2 id={`${id}-titulo`} className="text-xl">
          {title}
        </h2>
        {plate && <Plate plate={plate} />}
      </div>
      {(photoNow || now.length > 0) && (
        <Card>
          <ul className="grid divide-y divide-line">
            {photoNow && <OwnPhotoItem photo={photoNow} />}
            {items(now)}
          </ul>
        </Card>
      )}
      {(rest.length > 0 || photoRest) && (
        <Rows label={`Lo demás de ${title}`}>
          {rest.map(({ part, Icon, words, detail, some }) => (
            <Row key={part} Icon={Icon} text={words(some)} detail={detail?.(some)}>
              <ul className="grid divide-y divide-line">{items(some)}</ul>
            </Row>
          ))}
          {photoRest && (
            <Row Icon={CircleUser} text="Foto de perfil" detail={photoWords[photoRest.state].word}>
              <ul>
                <OwnPhotoItem photo={photoRest} />
              </ul>
            </Row>
          )}
        </Rows>
      )}
    </section>
  )
}

/** Scrolls to the fragment of the address: the list loads after the router has handled it. */
function useScrollTo(id: string) {
  const { hash } = useLocation()
  const wanted = hash === `#${id}`
  return useCallback(
    (element: HTMLElement | null) => {
      if (wanted) element?.scrollIntoView()
    },
    [wanted],
  )
}

type Asked = { row: RequirementView; document: DocumentsAnswer['documents'][number] | null }
type Part = 'now' | 'pending' | 'approved' | 'optional'

/** Where a document stands: `now` needs the person; the other parts are folded. */
function partOf({ row: { required, state }, document }: Asked): Part {
  if (state === 'approved') return 'approved'
  if (state === 'missing' && !required) return 'optional'
  const isDoubtful = document?.hints.some((hint) => ownerHints[hint] !== null)
  return state === 'pending' && !isDoubtful ? 'pending' : 'now'
}

type Fold = {
  part: Part
  Icon: typeof Clock
  words: (some: readonly Asked[]) => string
  detail?: (some: readonly Asked[]) => string | undefined
}

const folds: readonly Fold[] = [
  { part: 'pending', Icon: Clock, words: (some) => `${some.length} en revisión` },
  {
    ...{ part: 'approved', Icon: CircleCheck, detail: firstEnd },
    words: (some) => plural(some.length, 'aprobado', 'aprobados'),
  },
  {
    ...{ part: 'optional', Icon: CirclePlus, detail: () => 'Opcional' },
    words: (some) => some.map(({ row }) => documentWords[row.kind].name).join(', '),
  },
]

function firstEnd(some: readonly Asked[]): string | undefined {
  const [first] = some.flatMap(({ row }) => row.expiresOn ?? []).sort()
  return first && `El primero vence el ${dateShort(first)}`
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
        <ShieldCheck className="size-5 shrink-0 text-rio" />
        Por qué los pedimos y cómo los cuidamos
      </summary>
      <p className="mt-2">
        {children} Guardamos tus fotos cifradas y sin datos de ubicación. Solo las ve quien las
        revisa, cada consulta queda registrada y nunca se muestran a otros viajeros.
      </p>
    </details>
  )
}
