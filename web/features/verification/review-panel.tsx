import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import type { QueueItem } from '#contract/verification.ts'
import { PrivateImage } from '#web/domain/back-office/private-image.tsx'
import { api } from '#web/lib/api.ts'
import { dateShort, dateTime } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { documentWords, stateWords } from './document-words.ts'
import { ReviewDecision } from './review-decision.tsx'
import { People } from './same-numbers.tsx'

type ReviewPanelProps = { item: QueueItem; onClose: () => void; onReviewed: () => void }

/** One document with the data to compare it with, and the decision. */
export function ReviewPanel({ item, onClose, onReviewed }: ReviewPanelProps) {
  const { document } = item
  const { name } = documentWords[document.kind]
  const documentId = document.id
  return (
    <Card className="flex flex-col gap-4">
      <Button
        variant="ghost"
        size="sm"
        onClick={onClose}
        icon={<ChevronLeft aria-hidden="true" className="size-5" />}
        className="-mt-1 -ml-3 self-start lg:hidden!"
      >
        Volver a la lista
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-xl">{name}</h2>
        <State status={document.status} />
      </div>
      <PrivateImage
        label={`${name} de ${item.owner.name}`}
        documentId={documentId}
        load={(signal) => api.verification.reviewFile({ params: { documentId }, signal })}
      />
      <Claims owner={item.owner} />
      <Facts item={item} />
      {document.status === 'pending' ? (
        <ReviewDecision documentId={documentId} onReviewed={onReviewed} />
      ) : (
        document.reason && (
          <p>
            <span className="block text-sm text-muted">Motivo del rechazo</span>
            {document.reason}
          </p>
        )
      )}
    </Card>
  )
}

function State({ status }: { status: QueueItem['document']['status'] }) {
  if (status === 'superseded') return <StatusPill tone="neutral">Reemplazado</StatusPill>
  const { word, tone } = stateWords[status]
  return <StatusPill tone={tone}>{word}</StatusPill>
}

/** Warnings about the number: other people gave it too, or the person has changed it. */
function Claims({ owner }: { owner: QueueItem['owner'] }) {
  const { sameNumber, numberChanges } = owner
  return (
    <>
      {sameNumber.length > 0 && (
        <Banner tone="warn" live="off" title="Otras personas dieron este mismo número">
          <People people={sameNumber} />
        </Banner>
      )}
      {numberChanges > 0 && (
        <Banner tone="info" live="off">
          {numberChanges === 1
            ? 'La persona cambió su número de documento una vez.'
            : `La persona cambió su número de documento ${numberChanges} veces.`}
        </Banner>
      )}
    </>
  )
}

/** Data that the picture must match. */
function Facts({ item: { document, owner, vehicle } }: { item: QueueItem }) {
  const identification = owner.identificationTail
    ? `${owner.identificationType ?? ''} terminada en ${owner.identificationTail}`
    : 'Sin registrar'
  return (
    <dl className="grid grid-cols-2 gap-3">
      <Fact term="Persona">{owner.name}</Fact>
      <Fact term="Identificación">{identification}</Fact>
      {owner.birthDate && <Fact term="Nacimiento">{dateShort(owner.birthDate)}</Fact>}
      {vehicle && (
        <>
          <Fact term="Vehículo">
            {vehicle.brand} {vehicle.model} {vehicle.year}, {vehicle.color.toLowerCase()}
          </Fact>
          <Fact term="Placa">{vehicle.plate}</Fact>
        </>
      )}
      {document.expiresOn && <Fact term="Vence el">{dateShort(document.expiresOn)}</Fact>}
      <Fact term="Enviado">{dateTime(document.createdAt)}</Fact>
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="tnum font-medium">{children}</dd>
    </div>
  )
}
