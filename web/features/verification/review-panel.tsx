import { type ReactNode, useState } from 'react'
import type { PaperHint } from '#contract/document-hints.ts'
import type { Comparison, QueueItem, ViewReason } from '#contract/verification.ts'
import { dateShort, dateTime } from '#web/lib/format.ts'
import { DecisionLine } from '#web/shared/desk/back-office/decision-line.tsx'
import { DeskCase } from '#web/shared/desk/back-office/desk-split.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { cx } from '#web/ui/cx.ts'
import { Facts } from '#web/ui/facts.tsx'
import { optionsOf, Select } from '#web/ui/select.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import type { CaseItem } from './case-state.ts'
import {
  documentWords,
  paperHints,
  reviewHints,
  signalWords,
  stateWords,
  viewReasons,
} from './document-words.ts'
import { PhotoViewer } from './photo-viewer.tsx'
import { People } from './same-numbers.tsx'

/** One decided document beside the data and photos to compare it with. */
export function ReviewPanel({ item }: { item: QueueItem }) {
  const { document } = item
  const { name } = documentWords[document.kind]
  const documentId = document.id
  const [reason, setReason] = useState<ViewReason | null>(null)
  return (
    <DeskCase title={name} aside={<State status={document.status} />}>
      <Signals item={item} />
      <ReasonOfView reason={reason} onReason={setReason} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        {!document.hasPhoto ? (
          <p className="rounded-control bg-paper p-4 text-muted">
            La foto ya se borró. Queda la decisión.
          </p>
        ) : (
          reason && (
            <PhotoViewer
              label={`${name} de ${item.owner.name}`}
              documentId={documentId}
              reason={reason}
            />
          )
        )}
        <div className="grid min-w-0 gap-4">
          <PaperFacts item={item} />
          {reason && <ComparePhotos item={item} reason={reason} />}
        </div>
      </div>
      <DecisionLine by={item.decidedBy} at={item.decidedAt} note={document.reason} />
    </DeskCase>
  )
}

function State({ status }: { status: QueueItem['document']['status'] }) {
  if (status === 'superseded') return <StatusPill tone="neutral">Reemplazado</StatusPill>
  const { word, tone } = stateWords[status]
  return <StatusPill tone={tone}>{word}</StatusPill>
}

type ReasonProps = { reason: ViewReason | null; onReason: (reason: ViewReason) => void }

function ReasonOfView({ reason, onReason }: ReasonProps) {
  return (
    <Select
      label="¿Por qué miras esta foto?"
      hint="Queda registrado con tu nombre y la hora."
      placeholder="Elige un motivo"
      options={optionsOf(viewReasons)}
      value={reason ?? ''}
      onChange={(event) => onReason(event.target.value as ViewReason)}
    />
  )
}

type PaperFactsProps = { item: CaseItem; className?: string }

/** Data that the picture must match, and beside each what the text of the PDF does not say. */
export function PaperFacts({ item, className = 'grid grid-cols-2 gap-3' }: PaperFactsProps) {
  const { document, owner, vehicle } = item
  const { expiresOn, paperEndsOn, policy, hints } = document
  const noted = (value: ReactNode, hint: PaperHint) =>
    value && (
      <>
        {value}
        {hints.includes(hint) && (
          <span className="block text-sm font-semibold text-err">{paperHints[hint]}</span>
        )}
      </>
    )
  const identification = owner.identificationTail
    ? `${owner.identificationType ?? ''} que termina en ${owner.identificationTail}`
    : 'Sin registrar'
  const car = vehicle && `${vehicle.brand} ${vehicle.model} ${vehicle.year}`
  const ends = expiresOn && (
    <>
      {dateShort(expiresOn)}
      {paperEndsOn && paperEndsOn !== expiresOn && (
        <span className="block text-sm">El PDF dice {dateShort(paperEndsOn)}</span>
      )}
    </>
  )
  return (
    <Facts
      className={cx(className, 'tnum [&_dd]:font-medium')}
      facts={[
        ['Persona', noted(owner.name, 'name_absent')],
        ['Identificación', noted(identification, 'number_absent')],
        ['Nacimiento', noted(owner.birthDate && dateShort(owner.birthDate), 'birth_absent')],
        ['Vehículo', vehicle && `${car}, ${vehicle.color.toLowerCase()}`],
        ['Placa', noted(vehicle?.plate, 'plate_absent')],
        ['Aseguradora', noted(policy?.insurer, 'insurer_absent')],
        ['Póliza', noted(policy?.number, 'policy_absent')],
        ['Vence el', noted(ends, 'date_absent')],
        ['Enviado', dateTime(document.createdAt)],
      ]}
    />
  )
}

/** Automatic findings above the photo, signals of fraud first. The reviewer decides. */
export function Signals({ item: { document, owner, signals } }: { item: CaseItem }) {
  const isSignal = (hint: string) => signals.some((signal) => signal === hint)
  const isBeside = (hint: string) => hint !== 'other_paper' && hint in paperHints
  const hints = document.hints.filter((hint) => !isSignal(hint) && !isBeside(hint))
  return (
    <>
      {signals.length > 0 && (
        <Banner tone="warn" live="off" title="Señales de fraude">
          <ul className="list-disc pl-5">
            {signals.map((signal) => (
              <li key={signal}>{signalWords[signal]}</li>
            ))}
          </ul>
        </Banner>
      )}
      <Claims owner={owner} />
      {hints.length > 0 && (
        <Banner tone="warn" live="off" title="Fíjate en esto">
          <ul className="list-disc pl-5">
            {hints.map((hint) => (
              <li key={hint}>{reviewHints[hint]}</li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  )
}

/** Warnings about number and name: other people gave the number too, or the person changed them. */
function Claims({ owner }: { owner: QueueItem['owner'] }) {
  const { sameNumber, numberChanges, nameChanges } = owner
  return (
    <>
      {sameNumber.length > 0 && (
        <Banner tone="warn" live="off" title="Otras personas dieron este mismo número">
          <People people={sameNumber} />
        </Banner>
      )}
      <Changes what="su número de documento" times={numberChanges} />
      <Changes what="su nombre" times={nameChanges} />
    </>
  )
}

function Changes({ what, times }: { what: string; times: number }) {
  if (times === 0) return null
  return (
    <Banner tone="info" live="off">
      La persona cambió {what} {times === 1 ? 'una vez' : `${times} veces`}.
    </Banner>
  )
}

const relations: Record<Comparison['relation'], string> = {
  selfie: 'Selfie',
  identity: 'Documento de identidad',
  other_side: 'El otro lado',
  previous: 'La foto anterior',
  same_car: 'Del mismo carro',
}

/** Another photo of the person beside the one under review. Each one opened is recorded too. */
export function ComparePhotos({ item, reason }: { item: CaseItem; reason: ViewReason }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const { compareWith, owner } = item
  if (compareWith.length === 0) return null
  const shown = compareWith.find(({ documentId }) => documentId === chosen)
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 text-sm font-semibold">Comparar con</legend>
      <div className="flex flex-wrap gap-2">
        {compareWith.map((each) => (
          <button
            key={each.documentId}
            type="button"
            aria-pressed={each.documentId === chosen}
            onClick={() => setChosen(each.documentId === chosen ? null : each.documentId)}
            className="chip text-sm"
          >
            {wordsOf(each)}
          </button>
        ))}
      </div>
      {shown && (
        <PhotoViewer
          key={shown.documentId}
          label={`${documentWords[shown.kind].name} de ${owner.name}`}
          documentId={shown.documentId}
          reason={reason}
        />
      )}
    </fieldset>
  )
}

function wordsOf({ relation, kind, createdAt }: Comparison): string {
  if (relation === 'same_car') return documentWords[kind].name
  const day = relation === 'previous' ? ` (${dateShort(createdAt)})` : ''
  return relations[relation] + day
}
